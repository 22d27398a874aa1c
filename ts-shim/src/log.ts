// The review log: what was asked and refused, one JSON object a line, for a person to read later. It is only ever written to, only its
// owner can read it, and no failure of it makes a call fail.
import { appendFileSync, chmodSync, lstatSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import type { Answer } from "./ask.js";
import { visible } from "./layout.js";
import { mask } from "./mask.js";
import type { Action, Reason, SessionRule } from "./generated.js";

/** A log of this size is set aside, in place of the one that was set aside before. */
const MAX_BYTES = 5 * 2 ** 20;
const MAX_TEXT = 500;

export interface Entry {
	readonly session: string;
	readonly tool: string;
	/** The command, or the path. */
	readonly subject: string;
	readonly action: Action;
	readonly reasons: readonly Reason[];
	readonly answer?: Answer;
	/** What an answer for longer than once added. */
	readonly added?: readonly SessionRule[];
}

export const logFile = (agentDir: string): string => join(agentDir, "extensions", "foregate", "review.jsonl");

/** The beginning of `text`. What is masked is longer than what is kept, and ends with a whole word: no half of a secret stays. */
const short = (text: string): string => {
	const head = text.length > 4 * MAX_TEXT ? text.slice(0, 4 * MAX_TEXT).replace(/\S*$/, "") : text;
	const safe = visible(mask(head));
	return head.length < text.length || safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT)}…` : safe;
};

/** The line of `entry`. */
export function logLine({ session, tool, subject, action, reasons, answer, added }: Entry, time: Date): string {
	const line = {
		time: time.toISOString(),
		session,
		tool,
		subject: short(subject),
		action,
		reasons: reasons.map(({ surface, rule, action, subject }) => ({ surface, rule, action, subject: short(subject) })),
		...(answer && { answer: answer.kind, by: answer.kind === "deny" ? answer.by : "user" }),
		...(answer?.kind === "always" && { scope: answer.scope }),
		...(answer?.kind === "deny" && answer.reason !== undefined && { why: short(answer.reason) }),
		...(added && { added }),
	};
	return `${JSON.stringify(line)}\n`;
}

/** Writes `entry` to `file`. Gives what went wrong, if something did. */
export function record(file: string, entry: Entry): string | undefined {
	try {
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		const there = lstatSync(file, { throwIfNoEntry: false });
		if (there && !there.isFile()) return `${file} is no regular file`;
		if (there && there.size >= MAX_BYTES) renameSync(file, file.replace(/\.jsonl$/, ".old.jsonl"));
		appendFileSync(file, logLine(entry, new Date()), { mode: 0o600 });
		if (there && (there.mode & 0o077) !== 0 && process.platform !== "win32") chmodSync(file, 0o600);
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}
