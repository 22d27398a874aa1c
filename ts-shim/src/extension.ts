// The Pi extension. It decides nothing: it tells the core what Pi is about to do, asks the user if the core says so, and obeys.
import {
	getAgentDir,
	type ExtensionAPI,
	type ExtensionContext,
	type ToolCallEvent,
	type ToolCallEventResult,
} from "@earendil-works/pi-coding-agent";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { ask, visible } from "./ask.js";
import { readConfiguration, readPreset, type Configuration } from "./config.js";
import { ForegateError, Guard, nodeFileSystem, type SessionRule } from "./index.js";

/** The environment of the shell that Pi starts: Pi's own, with its directory of programs in front, and what it says of the session. */
function shellEnvironment(ctx: ExtensionContext): Record<string, string | undefined> {
	const path = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH"; // Windows: "Path"
	return {
		...process.env,
		[path]: [join(getAgentDir(), "bin"), process.env[path]].filter(Boolean).join(delimiter),
		PI_SESSION_ID: ctx.sessionManager.getSessionId(),
		PI_SESSION_FILE: ctx.sessionManager.getSessionFile(),
		PI_PROVIDER: ctx.model?.provider,
		PI_MODEL: ctx.model?.id,
		PI_REASONING_LEVEL: ctx.thinkingLevel,
	};
}

/** What the model reads where only the configuration stands in the way. */
const BROKEN =
	"foregate: the configuration is broken, so each call needs the user's yes. The user did not allow this one.";

/** The tools whose input the core reads. */
const judged: ReadonlySet<string> = new Set(["bash", "read", "write", "edit", "find", "grep", "ls"]);

function freeze(value: unknown): void {
	if (typeof value !== "object" || value === null) return;
	Object.freeze(value);
	Object.values(value).forEach(freeze);
}

const blocked = (reason: string): ToolCallEventResult => ({ block: true, reason: visible(reason) });

export default function foregate(pi: ExtensionAPI): void {
	let approvals: SessionRule[] = [];
	let configuration: Configuration | undefined;

	function guardFor(ctx: ExtensionContext, { config, prefix }: Configuration): Guard {
		return new Guard({
			platform: process.platform,
			cwd: ctx.cwd,
			home: homedir(),
			env: shellEnvironment(ctx),
			fs: nodeFileSystem,
			...(prefix === undefined ? {} : { prefix }),
			config: { ...config, session: approvals },
		});
	}

	/** Reads the configuration, and has the core try it: one that it refuses is as broken as one that cannot be read. */
	function configure(ctx: ExtensionContext): Configuration {
		const read = readConfiguration({ agentDir: getAgentDir(), cwd: ctx.cwd, trusted: ctx.isProjectTrusted?.() ?? false });
		try {
			return { ...read, notices: guardFor(ctx, read).notices() };
		} catch (error) {
			const [top, key = "", ...rest] = error instanceof ForegateError ? (error.field?.split(".") ?? []) : [];
			if (top !== "config") throw error;
			const files = read.origins[key]?.join(", ") ?? "the configuration";
			const problem = `${files}: ${[key, ...rest].join(".")}: ${(error as Error).message}`;
			return { ...read, config: readPreset(), problems: [...read.problems, problem] };
		}
	}

	async function decide(event: ToolCallEvent, ctx: ExtensionContext): Promise<ToolCallEventResult | undefined> {
		configuration ??= configure(ctx);
		const { problems } = configuration;
		const session = approvals; // Of the session that asks: another may have begun when the answer comes.
		const input: Record<string, unknown> = event.input;
		const verdict = guardFor(ctx, configuration).check({ tool: event.toolName, input });
		const reason = verdict.message ?? BROKEN;
		if (verdict.action === "deny") return blocked(reason);
		if (verdict.action === "ask" || problems.length > 0) {
			const question = {
				tool: event.toolName,
				subject: String(input["command"] ?? input["path"] ?? JSON.stringify(input)),
				reasons: [
					...problems.map((problem) => `The configuration is broken: ${problem}`),
					...verdict.reasons.map(({ message }) => message),
				],
				approvable: verdict.approvals.length > 0,
			};
			const answer = await ask(question, ctx);
			if (answer === "deny") return blocked(ctx.hasUI ? reason : `${reason} Nobody can be asked in this mode.`);
			if (answer === "session") session.push(...verdict.approvals);
		}
		Object.assign(input, verdict.input);
		// What was judged is what runs: an extension that changes it after us is refused.
		if (judged.has(event.toolName)) freeze(input);
		return undefined;
	}

	pi.on("session_start", (_event, ctx) => {
		approvals = [];
		configuration = undefined;
		try {
			configuration = configure(ctx);
			for (const notice of configuration.notices) ctx.ui.notify(`foregate: ${notice}`, "warning");
			for (const problem of configuration.problems) {
				ctx.ui.notify(`foregate: ${problem}. Until this is mended, every call is asked about.`, "error");
			}
		} catch (error) {
			ctx.ui.notify(`foregate: ${(error as Error).message}. Until this is mended, every call is blocked.`, "error");
		}
	});

	pi.on("tool_call", async (event, ctx) => {
		try {
			return await decide(event, ctx);
		} catch (error) {
			return blocked(`foregate: this call was blocked, because it could not be judged: ${(error as Error).message}.`);
		}
	});
}
