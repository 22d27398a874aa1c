// The command /foregate: one name, so that it collides with nothing, and a word for what is wanted.
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

export interface Verb {
	readonly name: string;
	/** What follows the name. */
	readonly operand?: string;
	readonly description: string;
	/** What may follow the name, for completion. */
	readonly operands?: () => readonly string[];
	/** Says what it has to say, in lines. */
	run(operand: string, ctx: ExtensionContext): string[];
}

/** Registers /foregate with `verbs`; the first is what it does without a word. */
export function registerVerbs(pi: ExtensionAPI, verbs: readonly Verb[], say: (text: string, ctx: ExtensionContext) => void): void {
	const usage = (): string[] => {
		const rows = verbs.map(({ name, operand, description }) => [`/foregate ${name}${operand ? ` ${operand}` : ""}`, description] as const);
		const width = Math.max(...rows.map(([what]) => what.length));
		return rows.map(([what, description]) => `${what.padEnd(width)}  ${description}`);
	};
	pi.registerCommand("foregate", {
		description: `The guard of this session: ${verbs.map(({ name }) => name).join(", ")}`,
		getArgumentCompletions(prefix) {
			const [word = "", ...rest] = prefix.split(" ");
			const verb = rest.length > 0 ? verbs.find(({ name }) => name === word) : undefined;
			const items = verb
				? (verb.operands?.() ?? []).map((operand) => ({ value: `${word} ${operand}`, label: operand }))
				: verbs.map(({ name, description }) => ({ value: name, label: name, description }));
			const fitting = items.filter(({ value }) => value.startsWith(prefix));
			return fitting.length > 0 ? fitting : null;
		},
		async handler(args, ctx) {
			const [, word = "", operand = ""] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(args) ?? [];
			const verb = word === "" ? verbs[0] : verbs.find(({ name }) => name === word);
			try {
				say((verb ? verb.run(operand, ctx) : [`foregate: there is no ${word}.`, ...usage()]).join("\n"), ctx);
			} catch (error) {
				say(`foregate: ${(error as Error).message}`, ctx);
			}
		},
	});
}
