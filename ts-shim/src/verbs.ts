// What /foregate can be asked for.
import { getAgentDir, VERSION, type ExtensionContext } from "@earendil-works/pi-coding-agent";
import { homedir } from "node:os";
import process from "node:process";
import type { Verb } from "./command.js";
import { logFile } from "./log.js";
import { approvalLines, doctorLines, ruleLines, shortener, statusLines, type Shorten } from "./report.js";
import { isTrusted, type Session } from "./session.js";
import { version } from "./version.js";

const shorten = (ctx: ExtensionContext): Shorten => shortener(ctx.cwd, homedir());

function revoke(session: Session, operand: string): string[] {
	const [, which = ""] = /^revoke\s+(\S+)$/.exec(operand) ?? [];
	const gone = session.revoke((_rule, index) => which === "all" || String(index + 1) === which);
	const said = gone.length === 0 ? `There is nothing to do for: ${operand}` : `Taken back: ${gone.map(({ surface, pattern }) => `${surface} ${pattern}`).join(", ")}`;
	return [said, ...approvalLines(session.approvals)];
}

/** The words after /foregate. `fresh` reads the files again first, `off` is what is not as it should be. */
export function verbs(current: () => Session, fresh: (ctx: ExtensionContext) => Session, off: () => readonly string[]): Verb[] {
	return [
		{
			name: "status",
			description: "what guards this session",
			run(_operand, ctx) {
				const session = fresh(ctx);
				return statusLines(session.configuration(ctx), session.approvals, version(), shorten(ctx));
			},
		},
		{
			name: "rules",
			operand: "[SURFACE]",
			description: "the rules in force, and where they stand",
			run(surface, ctx) {
				const session = fresh(ctx);
				return ruleLines(session.configuration(ctx), session.approvals, shorten(ctx), surface);
			},
		},
		{
			name: "approvals",
			operand: "[revoke N|all]",
			description: "what was approved for this session",
			operands() {
				const { approvals } = current();
				return approvals.length === 0 ? [] : ["revoke all", ...approvals.map((_rule, index) => `revoke ${index + 1}`)];
			},
			run: (operand) => (operand === "" ? approvalLines(current().approvals) : revoke(current(), operand)),
		},
		{
			name: "explain",
			operand: "COMMAND",
			description: "what it would do, and the verdict",
			run(command, ctx) {
				if (command === "") return ["A command is missing: /foregate explain COMMAND"];
				return [fresh(ctx).guard(ctx).explain({ tool: "bash", input: { command } }).trimEnd()];
			},
		},
		{
			name: "doctor",
			description: "what is broken, and what there is",
			run(_operand, ctx) {
				const session = fresh(ctx);
				const { reviewLog, userBash } = session.configuration(ctx);
				const facts = [
					["foregate", `${version()}, its core is loaded`],
					["Pi", `${VERSION}, ${ctx.mode} mode`],
					["Node", `${process.version} on ${process.platform}`],
					["project", `${ctx.cwd}, ${isTrusted(ctx) ? "trusted" : "not trusted"}`],
					["agent", session.agent ?? "none"],
					["! commands", userBash ? "checked" : "not checked"],
					["review log", reviewLog ? logFile(getAgentDir()) : "off"],
					...off().map((what) => ["off", what] as const),
				] as const;
				return doctorLines(session.configuration(ctx), facts, shorten(ctx));
			},
		},
	];
}
