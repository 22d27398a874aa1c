// The library: the core with types, and with nothing that must be freed.
import { ForegateError } from "./error.js";
import type { FileSystem } from "./fs.js";
import type { Analysis, Checked, Configuration, Options, SessionRule, ToolCall } from "./generated.js";
import { core, instance } from "./load.js";
import type { Core } from "./core/foregate.js";

export { nodeFileSystem, MAX_NAMES, type Entry, type FileSystem } from "./fs.js";
export { ForegateError };
export type * from "./generated.js";

/** {@link Options} as Node has them, and the file system; without one the core goes by the text alone. */
export interface GuardOptions extends Omit<Options, "platform" | "env"> {
	/** `process.platform`; one that the core does not know is refused. */
	platform: Options["platform"] | (string & {});
	env?: Readonly<Record<string, string | undefined>>;
	fs?: FileSystem;
}

/**
 * Says of tool calls what they would do and whether the policy lets them. Made for one session: its directory, its environment,
 * its configuration.
 *
 * ```ts
 * const guard = new Guard({ platform: process.platform, cwd, home, env, fs: nodeFileSystem, config });
 * const verdict = guard.check({ tool: "bash", input: { command: "cat /etc/hosts > /dev/null" } });
 * verdict.action; // "ask"
 * ```
 */
export class Guard {
	readonly #options: GuardOptions;
	#core: Core;
	#instance: number;

	/** Throws a {@link ForegateError} that names the field if an option means nothing. */
	constructor(options: GuardOptions) {
		this.#options = options;
		[this.#core, this.#instance] = Guard.#start(options);
	}

	static #start({ fs, ...options }: GuardOptions): [Core, number] {
		const env = options.env && Object.fromEntries(Object.entries(options.env).filter(([, value]) => value !== undefined));
		const made = core(({ Core }) => new Core({ ...options, env }, fs));
		return [made, instance()];
	}

	#use<Result>(use: (core: Core) => Result): Result {
		// The instance that this guard was made in may have trapped, under this guard or another.
		if (this.#instance !== instance()) [this.#core, this.#instance] = Guard.#start(this.#options);
		return core(() => use(this.#core));
	}

	/** What in the configuration has no effect here, one sentence each. */
	notices(): string[] {
		return this.#use((core) => core.notices());
	}

	/** Whether the call may run. A call that cannot be understood is never allowed. */
	check(call: ToolCall): Checked {
		return this.#use((core) => core.check(call) as Checked);
	}

	/** What the call would touch and run, with the verdict. */
	analyze(call: ToolCall): Analysis {
		return this.#use((core) => core.analyze(call) as Analysis);
	}

	/** The same in words. */
	explain(call: ToolCall): string {
		return this.#use((core) => core.explain(call));
	}

	/** The configuration in force: its rules with their places, its settings, and what is broken in it. */
	configuration(): Configuration {
		return this.#use((core) => core.configuration() as Configuration);
	}

	/** Those of `tools` that the policy denies whatever their input. */
	hidden(tools: readonly string[]): string[] {
		return this.#use((core) => core.hidden([...tools]));
	}

	/**
	 * {@link addRules} to one of the files that this guard was made of, so that the rest of the configuration says what it said: the
	 * preset, and a surface that another file gives one action.
	 */
	addRules(text: string | null, rules: readonly SessionRule[]): string {
		return this.#use((core) => core.addRules(text, rules));
	}

	/** What the model should know of the policy, for its system prompt; `null` where there is nothing to say. */
	promptNote(): string | null {
		return this.#use((core) => core.promptNote()) ?? null;
	}
}

/**
 * The text of a configuration with `rules` added: its comments and its order stay. `null` is a file that is not there yet.
 * Throws a {@link ForegateError} if `text` is none.
 */
export function addRules(text: string | null, rules: readonly SessionRule[]): string {
	return core((bindings) => bindings.addRules(text, rules));
}

/** A configuration of pi-permission-system as one of foregate, and what of it has no effect here. */
export function migrate(text: string): { text: string; notices: string[] } {
	return core((bindings) => bindings.migrate(text) as { text: string; notices: string[] });
}

/**
 * The starting points of every `find` that `command` would run, as bash would pass them: one array for each, empty where none is
 * written.
 *
 * ```ts
 * extractFindPaths("sudo timeout 1 find / -name aaa"); // [["/"]]
 * ```
 */
export function extractFindPaths(command: string): string[][] {
	if (typeof command !== "string") throw new ForegateError("must be a string", "command");
	return core((bindings) => bindings.extractFindPaths(command) as string[][]);
}

/** One record of `foregate analyze --batch` in, one out. */
export function answerRecord(line: string): string {
	return core((bindings) => bindings.answerRecord(line));
}
