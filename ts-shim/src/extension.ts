// The Pi extension. It decides nothing: it tells the core what Pi is about to do, asks the user if the core says so, and obeys.
import {
	getAgentDir,
	type ExtensionAPI,
	type ExtensionContext,
	type ToolCallEventResult,
	type UserBashEventResult,
} from "@earendil-works/pi-coding-agent";
import process from "node:process";
import { ask, Turns, type Answer, type Prompt } from "./ask.js";
import { registerVerbs } from "./command.js";
import type { Checked, Skill, ToolCall } from "./index.js";
import { visible } from "./layout.js";
import { logFile, record } from "./log.js";
import { count, problemText } from "./report.js";
import { Session } from "./session.js";
import { forward, listen, routeFrom } from "./subagent.js";
import { verbs } from "./verbs.js";
import { writeRules } from "./write.js";

/** The tools of Pi's own: it is known that they do not change their input. */
const own: ReadonlySet<string> = new Set(["bash", "powershell", "read", "write", "edit", "find", "grep", "ls"]);

const REQUIRE = "foregate-require";

function freeze(value: unknown): void {
	if (typeof value !== "object" || value === null) return;
	Object.freeze(value);
	Object.values(value).forEach(freeze);
}

/** Says something to whoever is there: in Pi's interface, or on standard error. */
function say(text: string, ctx: ExtensionContext, type: "info" | "warning" | "error" = "info"): void {
	if (ctx.hasUI) ctx.ui.notify(visible(text), type);
	else process.stderr.write(`${visible(text)}\n`);
}

/** `text` with one full stop at its end. */
const sentence = (text: string): string => text.replace(/\.?$/, ".");

/** What the call is about, as the model wrote it. */
const subjectOf = ({ input }: ToolCall): string => String(input["command"] ?? input["path"] ?? JSON.stringify(input));

/** What is read after a no: what came of the question, and why it was one. */
function refusal(why: string, answer: Answer & { kind: "deny" }, timeout: number | null, origin: ToolCall["origin"]): string {
	const no = `${origin === "user" ? "You" : "The user"} did not allow it.`;
	if (answer.reason !== undefined) return `foregate: ${no} The reason: ${answer.reason}`;
	const outcome = {
		user: no,
		nobody: "Not allowed. Nobody can be asked in this mode.",
		timeout: `Not allowed. Nobody answered ${timeout === null ? "in time" : `within ${timeout} seconds`}.`,
		abort: "Not allowed. The question was withdrawn before it was answered.",
	}[answer.by];
	return `foregate: ${outcome} ${why}`.trimEnd();
}

export default function foregate(pi: ExtensionAPI): void {
	let session = new Session();
	const turns = new Turns();
	/** What is off, by what it is about; shown as a status. */
	const off = new Map<string, string>();

	function flag(what: string, text: string | undefined, ctx: ExtensionContext): void {
		if (off.get(what) === text) return;
		if (text === undefined) off.delete(what);
		else off.set(what, text);
		ctx.ui.setStatus("foregate", off.size > 0 ? `foregate: ${[...off.values()].join(", ")}` : undefined);
	}

	function log(call: ToolCall, verdict: Checked, now: Session, ctx: ExtensionContext, answer?: Answer): void {
		if (!now.configuration(ctx).reviewLog) return;
		const { action, reasons, approvals } = verdict;
		const lasting = answer?.kind === "session" || answer?.kind === "always";
		const failure = record(logFile(getAgentDir()), {
			session: ctx.sessionManager.getSessionId(),
			tool: call.tool,
			subject: subjectOf(call),
			action,
			reasons,
			...(answer && { answer }),
			...(lasting && { added: approvals }),
		});
		flag("log", failure && "the review log cannot be written", ctx);
	}

	/** Asks who can be asked: the user, or else the user of the session that started this one. */
	function put(prompt: Prompt, now: Session, ctx: ExtensionContext): Promise<Answer> {
		const timeout = now.configuration(ctx).promptTimeout;
		const route = ctx.hasUI ? undefined : routeFrom(ctx.sessionManager.getSessionId(), process.env, now.agent);
		if (!route) return ask(prompt, ctx, { signal: now.signal, timeout, places: now.places(ctx) });
		const signal = AbortSignal.any(ctx.signal ? [now.signal, ctx.signal] : [now.signal]);
		return forward(getAgentDir(), route, prompt, { signal, timeout });
	}

	/** Puts to the user what subagents ask. A yes is theirs alone, and ends with them: "always" is not offered. */
	function serve(now: Session, ctx: ExtensionContext): void {
		const stop = listen(getAgentDir(), ctx.sessionManager.getSessionId(), (prompt, { name }, signal) => {
			const from = name === undefined ? "a subagent" : `the subagent ${name}`;
			const timeout = now.configuration(ctx).promptTimeout;
			return turns.take(() => ask({ ...prompt, from }, ctx, { signal: AbortSignal.any([signal, now.signal]), timeout, places: [] }), signal);
		});
		now.signal.addEventListener("abort", stop, { once: true });
	}

	/** Whether the call may run: the verdict, and why it may not. */
	async function judge(call: ToolCall, ctx: ExtensionContext): Promise<{ verdict: Checked; refused?: string }> {
		const now = session; // The session that asks: another may have begun when the answer comes.
		const check = (): Checked => now.guard(ctx).check(call);
		const first = check();
		if (first.action !== "ask") return settle(first);
		return turns.take(async () => {
			// What was approved while this one waited counts.
			const verdict = check();
			if (verdict.action !== "ask") return settle(verdict);
			const { promptTimeout } = now.configuration(ctx);
			const question = verdict.question ?? { text: subjectOf(call), asks: [], lasting: [], once: null };
			const trouble = now.trouble(ctx);
			const prompt: Prompt = { tool: call.tool, ...question, approvals: verdict.approvals, ...(trouble !== undefined && { trouble }) };
			const answer = await put(prompt, now, ctx);
			log(call, verdict, now, ctx, answer);
			if (answer.kind === "deny") return { verdict, refused: refusal(verdict.why ?? "", answer, promptTimeout, call.origin) };
			if (answer.kind === "session") {
				now.approve(verdict.approvals);
				say(`foregate: ${count(verdict.approvals.length, "rule")} for this session (/foregate approvals)`, ctx);
			}
			if (answer.kind === "always") remember(answer.scope, verdict, now, ctx);
			return { verdict };
		}, ctx.signal);

		function settle(verdict: Checked): { verdict: Checked; refused?: string } {
			if (verdict.action === "allow") return { verdict };
			log(call, verdict, now, ctx);
			return { verdict, refused: verdict.message ?? "foregate: Not allowed." };
		}
	}

	/** Writes the rules of an "always"; where that fails, they hold for the session. */
	function remember(scope: "project" | "global", { approvals }: Checked, now: Session, ctx: ExtensionContext): void {
		const place = now.places(ctx).find((place) => place.scope === scope);
		try {
			if (place === undefined) throw new Error("the file cannot allow anything any more");
			writeRules(now.guard(ctx), place.file, approvals);
			now.read(ctx);
			say(`foregate: ${count(approvals.length, "rule")} added to ${place.shown}`, ctx);
		} catch (error) {
			now.approve(approvals);
			say(`foregate: the rules could not be written, and hold for this session only: ${(error as Error).message}`, ctx, "error");
		}
	}

	/** Tools that the policy denies whatever their input are not offered to the model. None is ever added. */
	function hide(ctx: ExtensionContext): void {
		const active = pi.getActiveTools();
		const hidden = new Set(session.guard(ctx).hidden(active));
		if (hidden.size > 0) pi.setActiveTools(active.filter((tool) => !hidden.has(tool)));
	}

	let told = "";
	/** Tells what is broken and what has no effect, once. */
	function tell(ctx: ExtensionContext): void {
		const { problems, notices } = session.configuration(ctx);
		flag("configuration", problems.length > 0 ? "the configuration is broken (/foregate doctor)" : undefined, ctx);
		const before = told;
		told = JSON.stringify([problems, notices]);
		if (told === before) return;
		for (const notice of notices) say(`foregate: ${notice}`, ctx, "warning");
		if (problems.length === 0) return;
		say([...problems.map(problemText), "Until this is mended, what the file would allow is asked about."].map((line) => `foregate: ${line}`).join("\n"), ctx, "error");
	}

	/** With the flag set, a run without the guard does not start. */
	function refuseToStart(why: string, ctx: ExtensionContext): void {
		const text = `foregate: ${sentence(why)} The run does not start, because of --${REQUIRE}.`;
		process.on("exit", () => {
			process.stderr.write(`${visible(text)}\n`);
			process.exitCode = 1;
		});
		// Where there is a terminal, Pi must give it back first.
		if (ctx.mode === "tui") ctx.shutdown();
		else process.exit(1);
	}

	pi.registerFlag(REQUIRE, { type: "boolean", default: false, description: "do not start unless foregate guards the run" });

	pi.on("session_start", (_event, ctx) => {
		session.end();
		session = new Session();
		told = "";
		let broken: string | undefined;
		try {
			if (ctx.hasUI) serve(session, ctx);
			tell(ctx);
			hide(ctx);
			broken = session.configuration(ctx).problems.map(problemText)[0];
		} catch (error) {
			broken = (error as Error).message;
			say(`foregate: ${sentence(broken)} Until this is mended, every call is blocked.`, ctx, "error");
			flag("guard", "every call is blocked", ctx);
		}
		if (broken !== undefined && pi.getFlag(REQUIRE) === true) refuseToStart(broken, ctx);
	});

	pi.on("session_shutdown", () => session.end());

	pi.on("before_agent_start", (event, ctx) => {
		try {
			// Pi 1 has sections for what is added to the prompt; before, the whole of it is returned.
			const { sections, skills = [] } = event.systemPromptOptions as { sections?: Record<string, string>; skills?: Skill[] };
			session.skills = skills;
			session.read(ctx);
			tell(ctx);
			hide(ctx);
			const note = session.guard(ctx).promptNote();
			if (note === null) return undefined;
			if (sections === undefined) return { systemPrompt: `${event.systemPrompt}\n\n${note}` };
			sections["foregate"] = note;
		} catch {
			// No call runs without the guard, and session_start said so.
		}
		return undefined;
	});

	const blocked = (reason: string): ToolCallEventResult => ({ block: true, reason: visible(reason) });
	const unjudged = (error: unknown): string => `foregate: this call was blocked, because it could not be judged: ${sentence((error as Error).message)}`;

	pi.on("tool_call", async ({ toolName, input }, ctx) => {
		try {
			const source = pi.getAllTools().find(({ name }) => name === toolName)?.sourceInfo.source;
			const call: ToolCall = { tool: toolName, input, origin: "model", ...(source !== undefined && { source }) };
			const { verdict, refused } = await judge(call, ctx);
			if (refused !== undefined) return blocked(refused);
			Object.assign(input, verdict.input);
			// What was judged is what runs: an extension that changes it after us is refused.
			if (own.has(toolName)) freeze(input);
			return undefined;
		} catch (error) {
			return blocked(unjudged(error));
		}
	});

	pi.on("user_bash", async ({ command }, ctx): Promise<UserBashEventResult | undefined> => {
		const refuse = (output: string): UserBashEventResult => ({ result: { output: visible(output), exitCode: 1, cancelled: false, truncated: false } });
		try {
			if (!session.configuration(ctx).userBash) return undefined;
			const { refused } = await judge({ tool: "bash", input: { command }, origin: "user" }, ctx);
			return refused === undefined ? undefined : refuse(refused);
		} catch (error) {
			return refuse(unjudged(error));
		}
	});

	// A skill that the user calls by its name.
	pi.on("input", async ({ text }, ctx) => {
		const [, name] = /^\s*\/skill:(\S+)/.exec(text) ?? [];
		if (name === undefined) return { action: "continue" };
		try {
			const { refused } = await judge({ tool: "skill", input: { name }, origin: "user" }, ctx);
			if (refused === undefined) return { action: "continue" };
			say(refused, ctx, "error");
		} catch (error) {
			say(unjudged(error), ctx, "error");
		}
		return { action: "handled" };
	});

	const fresh = (ctx: ExtensionContext): Session => {
		session.read(ctx);
		tell(ctx);
		return session;
	};
	registerVerbs(pi, verbs(() => session, fresh, () => [...off.values()]), say);
}
