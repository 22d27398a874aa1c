// Questions of a session that has no user, put to the user of the session that started it. Owns the way between the two: files in a
// directory that is this user's alone, because a subagent may be another process. It knows neither how a question is asked nor what
// an answer does; what comes out of a file is believed only in its exact shape, and whatever goes wrong is a no.
import { createHash, randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Answer } from "./ask.js";
import type { Prompt } from "./layout.js";

/** Who asks whom: the ids of two sessions, and what the one that asks is called, where it has a name. */
export interface Route {
	readonly parent: string;
	readonly child: string;
	readonly name?: string | undefined;
}

export interface ForwardOptions {
	/** Ends the question: an abort of the run. */
	readonly signal?: AbortSignal | undefined;
	/** Seconds after which no answer is a no. */
	readonly timeout?: number | null;
	/** Seconds after which a parent that has not taken the question up is not there. */
	readonly patience?: number;
}

/** The parent's side: asks its user. The signal ends the question: the subagent does not wait any more. */
export type Serve = (prompt: Prompt, route: Route, signal: AbortSignal) => Promise<Answer>;

/** Set by pi-subagents and those like it, and by pi-agent-router, to the id of the session that has the user. */
const PARENT = ["PI_SUBAGENT_PARENT_SESSION", "PI_AGENT_ROUTER_PARENT_SESSION_ID"];
/** Set to the agent's name by extensions that start a process for it. */
const NAME = ["PI_SUBAGENT_NAME", "PI_SUBAGENT_CHILD_AGENT"];

/** In the agent directory, beside foregate's other files: whatever guards those guards the answers. */
const DIRECTORY = join("extensions", "foregate", "questions");
const POLL = 200;
const PATIENCE = 5;
const TIMEOUT = 600;
const MAX_BYTES = 4 << 20;
/** A subagent that has not shown itself for so long was killed. */
const LOST = 10 * 1000;
/** Files of a session that ended without tidying up. */
const STALE = 24 * 60 * 60 * 1000;

const NOBODY: Answer = { kind: "deny", by: "nobody" };

// Each session of a process loads this module for itself, so what they share hangs on the process.
const shared = globalThis as { [key: symbol]: Set<string> | undefined };
const listening = (): Set<string> => (shared[Symbol.for("foregate.listening")] ??= new Set<string>());

/**
 * The way from this session, which has no user, to the one that has: the one that runs in the same process, or the one that the
 * environment names. `undefined` if there is none.
 */
export function routeFrom(child: string, env: NodeJS.ProcessEnv, agent?: string): Route | undefined {
	const first = (names: string[]): string | undefined => names.map((name) => env[name]?.trim()).find(Boolean);
	const here = listening();
	const parent = here.size === 1 ? [...here][0] : first(PARENT);
	// A session finds its own id there if it was to pass it on.
	return parent === undefined || parent === child ? undefined : { parent, child, name: agent ?? first(NAME) };
}

/** The questions to one session. A question is a file, which the parent renames when it takes it up; the answer is another. */
class Letterbox {
	readonly #directory: string;
	readonly #prefix: string;

	constructor(agentDir: string, parent: string) {
		this.#directory = join(agentDir, DIRECTORY);
		this.#prefix = createHash("sha256").update(parent).digest("hex").slice(0, 32);
	}

	path(id: string, kind: Kind): string {
		return join(this.#directory, `${this.#prefix}-${id}.${kind}`);
	}

	/** The ids of the questions that wait. */
	waiting(): string[] {
		const names = this.#names();
		if (names.length > 0) this.#verify();
		return names.flatMap((name) => {
			const [prefix, id, kind] = name.split(/[-.]/);
			return prefix === this.#prefix && id !== undefined && kind === "question" ? [id] : [];
		});
	}

	has(id: string, kind: Kind): boolean {
		return lstatSync(this.path(id, kind), { throwIfNoEntry: false })?.isFile() ?? false;
	}

	/** Shows the parent that somebody still waits for the answer. */
	touch(id: string, kind: Kind): void {
		try {
			const now = new Date();
			utimesSync(this.path(id, kind), now, now);
		} catch {} // It was renamed just now.
	}

	/** Whether somebody waits for the answer to a question that was taken up. */
	lives(id: string): boolean {
		const stat = lstatSync(this.path(id, "asked"), { throwIfNoEntry: false });
		return stat !== undefined && Date.now() - stat.mtimeMs < LOST;
	}

	/** What is in the file: an object that bears the question's own id. A link is not followed, and a pipe not waited for. */
	read(id: string, kind: Kind): Record<string, unknown> {
		const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
		const file = openSync(this.path(id, kind), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
		try {
			const stat = fstatSync(file);
			if (!stat.isFile() || !isOwn(stat) || stat.size > MAX_BYTES) throw new Error(`${this.path(id, kind)} is no ${kind} of this user`);
			const value: unknown = JSON.parse(readFileSync(file, "utf8"));
			if (!isObject(value) || value["id"] !== id) throw new Error(`${this.path(id, kind)} answers to another question`);
			return value;
		} finally {
			closeSync(file);
		}
	}

	/** Puts a file there, whole or not at all. */
	post(id: string, kind: Kind, value: object): void {
		mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
		this.#verify();
		const part = this.path(id, "part");
		writeFileSync(part, JSON.stringify({ id, ...value }), { flag: "wx", mode: 0o600 });
		renameSync(part, this.path(id, kind));
	}

	take(id: string): void {
		renameSync(this.path(id, "question"), this.path(id, "asked"));
	}

	remove(id: string): void {
		for (const kind of KINDS) discard(this.path(id, kind));
	}

	/** Removes what is left of sessions that ended long ago. */
	sweep(): void {
		for (const name of this.#names()) {
			const file = join(this.#directory, name);
			const stat = lstatSync(file, { throwIfNoEntry: false });
			if (stat && Date.now() - stat.mtimeMs > STALE) discard(file);
		}
	}

	#names(): string[] {
		try {
			return readdirSync(this.#directory);
		} catch {
			return []; // Nobody has asked yet.
		}
	}

	#verify(): void {
		const stat = lstatSync(this.#directory);
		const closed = process.platform === "win32" || (stat.mode & 0o077) === 0;
		if (stat.isDirectory() && isOwn(stat) && closed) return;
		throw new Error(`${this.#directory} must be a directory of this user's that nobody else can open; remove it`);
	}
}

const KINDS = ["part", "question", "asked", "answer"] as const;
type Kind = (typeof KINDS)[number];

/** What cannot be removed does no harm where it is. */
function discard(file: string): void {
	try {
		rmSync(file, { force: true });
	} catch {}
}

const isOwn = ({ uid }: { uid: number }): boolean => process.getuid === undefined || uid === process.getuid();

/** Puts the question to the parent's user, and waits. */
export async function forward(agentDir: string, route: Route, prompt: Prompt, options: ForwardOptions = {}): Promise<Answer> {
	const { signal, timeout, patience = PATIENCE } = options;
	const box = new Letterbox(agentDir, route.parent);
	const id = randomBytes(16).toString("hex");
	const start = performance.now();
	const waited = (seconds: number): boolean => performance.now() - start > seconds * 1000;
	try {
		box.post(id, "question", { route, prompt });
		for (;;) {
			if (signal?.aborted) return { kind: "deny", by: "abort" };
			if (box.has(id, "answer")) {
				const { answer } = box.read(id, "answer");
				return isAnswer(answer) ? answer : NOBODY;
			}
			const unheard = box.has(id, "question");
			if (unheard ? waited(patience) : !box.has(id, "asked")) return NOBODY;
			if (waited(timeout ?? TIMEOUT)) return { kind: "deny", by: "timeout" };
			box.touch(id, unheard ? "question" : "asked");
			await new Promise((resolve) => setTimeout(resolve, POLL));
		}
	} catch {
		return NOBODY;
	} finally {
		box.remove(id);
	}
}

/** Takes up the questions to the session `parent`, until the function that it returns is called. */
export function listen(agentDir: string, parent: string, serve: Serve): () => void {
	const box = new Letterbox(agentDir, parent);
	const pending = new Map<string, AbortController>();

	async function answer(id: string): Promise<void> {
		const controller = new AbortController();
		pending.set(id, controller);
		try {
			box.take(id);
			if (!box.lives(id)) throw new Error("nobody waits");
			const { route, prompt } = box.read(id, "asked");
			if (!isRoute(route) || route.parent !== parent || !isPrompt(prompt)) throw new Error("not a question");
			const { tool, text, asks, approvals, lasting, once } = prompt;
			const answer = await serve({ tool, text, asks, approvals, lasting, once }, route, controller.signal);
			if (box.lives(id)) box.post(id, "answer", { answer });
			else box.remove(id);
		} catch {
			box.remove(id); // Which the subagent takes for a no.
		} finally {
			pending.delete(id);
		}
	}

	function look(): void {
		try {
			for (const [id, controller] of pending) if (!box.lives(id)) controller.abort();
			for (const id of box.waiting()) if (!pending.has(id)) void answer(id);
		} catch {
			// The directory is not ours alone: whoever asks there gets no answer.
		}
	}

	box.sweep();
	const timer = setInterval(look, POLL);
	timer.unref();
	listening().add(parent);
	return () => {
		clearInterval(timer);
		listening().delete(parent);
		for (const [id, controller] of pending) {
			box.remove(id);
			controller.abort();
		}
	};
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isMissingOr = (is: (value: unknown) => boolean, value: unknown): boolean => value === undefined || value === null || is(value);

const isRoute = (value: unknown): value is Route =>
	isObject(value) && isText(value["parent"]) && isText(value["child"]) && isMissingOr(isText, value["name"]);

const isSpan = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger);

const isPrompt = (value: unknown): value is Prompt =>
	isObject(value) &&
	isText(value["tool"]) &&
	isText(value["text"]) &&
	Array.isArray(value["asks"]) &&
	value["asks"].every(
		(ask) =>
			isObject(ask) &&
			[ask["verb"], ask["subject"], ask["message"]].every(isText) &&
			isMissingOr(isText, ask["place"]) &&
			isMissingOr(isSpan, ask["span"]),
	) &&
	Array.isArray(value["approvals"]) &&
	Array.isArray(value["lasting"]) &&
	value["lasting"].every(isText) &&
	(value["once"] === null || isText(value["once"])) &&
	value["approvals"].every((rule) => isObject(rule) && [rule["surface"], rule["pattern"]].every(isText) && rule["action"] === "allow");

/** "Always" is not for a subagent to have: where it would be written is the parent's to know. */
function isAnswer(value: unknown): value is Answer {
	if (!isObject(value)) return false;
	const { kind, by, reason } = value;
	if (kind === "deny") return ["user", "nobody", "timeout", "abort"].includes(by as string) && isMissingOr(isText, reason);
	return kind === "once" || kind === "session";
}
