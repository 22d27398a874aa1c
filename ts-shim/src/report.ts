// What foregate says about itself, as lines of text: the rules in force, the settings, what is broken. It only lays out what the core
// tells.
import type { Configuration, Problem, RuleReport, SessionRule } from "./generated.js";
import { visible } from "./layout.js";

/** How the file of a rule is called on the screen: below the working directory, below the home directory, or as it is. */
export type Shorten = (file: string) => string;

export function shortener(cwd: string, home: string): Shorten {
	const below = (file: string, directory: string): string | undefined =>
		file.startsWith(directory) && /^[/\\]/.test(file.slice(directory.length)) ? file.slice(directory.length) : undefined;
	return (file) => below(file, cwd)?.slice(1) ?? (home ? below(file, home)?.replace(/^/, "~") : undefined) ?? file;
}

export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

/** A cell that is longer than this pushes only its own row. */
const WIDEST = 44;

/** `rows` in columns that are as wide as they need to be; the last is as long as it is. */
function table(rows: readonly (readonly string[])[], indent = "  "): string[] {
	const widths: number[] = [];
	for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, Math.min(cell.length, WIDEST))));
	return rows.map((row) => (indent + row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ")).trimEnd());
}

const place = ({ file, line }: { file: string | null; line: number | null }, shorten: Shorten, elsewhere: string): string =>
	file === null ? elsewhere : `${shorten(file)}${line === null ? "" : `:${line}`}`;

/** `FILE:LINE:COLUMN: MESSAGE`, as editors understand it. */
export const problemText = ({ file, line, column, message }: Problem): string =>
	visible(`${file}${line === null ? "" : `:${line}${column === null ? "" : `:${column}`}`}: ${message}`);

/** Where the configuration in force comes from. */
function files({ rules, settings }: Configuration, shorten: Shorten): string[] {
	// A rule without a file is the preset's; a setting without one may be a mere default.
	const preset = rules.some(({ origin }) => origin.file === null) ? ["the preset"] : [];
	const named = [...rules, ...settings].flatMap(({ origin }) => (origin.file === null ? [] : [shorten(origin.file)]));
	return [...new Set([...preset, ...named])];
}

export function statusLines(configuration: Configuration, approvals: readonly SessionRule[], version: string, shorten: Shorten): string[] {
	const { problems, notices, rules } = configuration;
	return [
		`foregate ${version} guards this session.`,
		...table([
			["configuration", files(configuration, shorten).join(", ") || "built-in defaults"],
			["rules", `${rules.length} in force${rules.some(({ degraded }) => degraded) ? ", some of them weakened by a broken file" : ""} (/foregate rules)`],
			["approvals", `${count(approvals.length, "rule")} for this session (/foregate approvals)`],
			["problems", problems.length + notices.length === 0 ? "none" : `${count(problems.length, "problem")}, ${count(notices.length, "notice")} (/foregate doctor)`],
		]),
	];
}

/** The rules in force, surface by surface; of one surface alone if it is named. */
export function ruleLines({ rules, settings }: Configuration, approvals: readonly SessionRule[], shorten: Shorten, only = ""): string[] {
	const session = approvals.map((rule) => ({ ...rule, from: "this session" }));
	const reports = rules.map((rule: RuleReport) => ({
		...rule,
		action: rule.degraded ? `${rule.action} (was allow)` : rule.action,
		from: place(rule.origin, shorten, "preset"),
	}));
	const all = [...reports, ...session].filter(({ surface }) => only === "" || surface === only);
	if (all.length === 0) return [`No rule of ${only === "" ? "any surface" : only} is in force.`];
	const of = (name: string): string[] =>
		table(all.filter(({ surface }) => surface === name).map(({ action, pattern, from }) => [action, pattern, from]));
	return [
		"In a surface the last rule that matches wins; between surfaces the most restrictive.",
		...[...new Set(all.map(({ surface }) => surface))].flatMap((surface) => [surface, ...of(surface)]),
		...(only === "" ? ["settings", ...table(settings.map(({ key, value, origin }) => [key, JSON.stringify(value), place(origin, shorten, "built in")]))] : []),
	].map(visible);
}

export function approvalLines(approvals: readonly SessionRule[]): string[] {
	if (approvals.length === 0) return ["Nothing is approved for this session."];
	return [
		"Approved for this session:",
		...table(approvals.map(({ surface, pattern, action }, index) => [`${index + 1}.`, action, surface, pattern])).map(visible),
		"To take one back: /foregate approvals revoke NUMBER, or all.",
	];
}

/** What is broken and what has no effect; nothing if all is well. */
export function troubleLines({ problems, notices }: Configuration): string[] {
	return [...problems.map((problem) => `error    ${problemText(problem)}`), ...notices.map((notice) => `warning  ${visible(notice)}`)];
}

export function doctorLines(configuration: Configuration, facts: readonly (readonly [string, string])[], shorten: Shorten): string[] {
	const trouble = troubleLines(configuration);
	const from: readonly [string, string] = ["configuration", files(configuration, shorten).join(", ") || "built-in defaults"];
	return [
		...table([...facts, from, ["shell prefix", configuration.prefix ?? "none"]].map((row) => row.map(visible))),
		...(trouble.length > 0 ? trouble : ["No problem was found."]),
		...(configuration.problems.length > 0 ? ["Until the errors are mended, what the file would allow is asked about."] : []),
	];
}
