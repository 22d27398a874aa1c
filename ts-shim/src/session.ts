// One session of Pi and its guard: the configuration as it was read, what the user approved, and the guard that was made of both. Owns
// when these are read and made again; what they mean is the core's.
import { getAgentDir, getPackageDir, type ExtensionContext } from "@earendil-works/pi-coding-agent";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { activeAgent } from "./agent.js";
import type { Place } from "./ask.js";
import { ownFile, projectDirectory, readSources } from "./config.js";
import { shortener } from "./report.js";
import { Guard, nodeFileSystem, type Configuration, type SessionRule, type Skill, type Sources } from "./index.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of the shell that Pi starts: Pi's own, with its directory of programs in front, and what it says of the session. */
function shellEnvironment(ctx: ExtensionContext): Environment {
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

/** Whether Pi trusts the project. */
export const isTrusted = (ctx: ExtensionContext): boolean => ctx.isProjectTrusted?.() ?? false;

interface Made {
	readonly guard: Guard;
	readonly configuration: Configuration;
	/** Everything that the guard was made of. */
	readonly of: string;
}

export class Session {
	#sources: Sources | undefined;
	#agent: string | undefined;
	#approvals: SessionRule[] = [];
	/** The session's skills, which Pi tells before each run. */
	skills: readonly Skill[] = [];
	#made: Made | undefined;
	readonly #over = new AbortController();

	/** Aborted when the session is over: who is asked in it is not waited for. */
	get signal(): AbortSignal {
		return this.#over.signal;
	}

	end(): void {
		this.#over.abort();
	}

	/** Reads the files again. Done at the start, before each run, and when the active agent is another: not while a run goes on. */
	read(ctx: ExtensionContext): Sources {
		this.#agent = activeAgent(ctx);
		const places = { agentDir: getAgentDir(), packageDir: getPackageDir(), cwd: ctx.cwd, trusted: isTrusted(ctx), agent: this.#agent };
		return (this.#sources = readSources(places));
	}

	/** The agent that was active when the files were read. */
	get agent(): string | undefined {
		return this.#agent;
	}

	guard(ctx: ExtensionContext): Guard {
		return this.#make(ctx).guard;
	}

	configuration(ctx: ExtensionContext): Configuration {
		return this.#make(ctx).configuration;
	}

	/** One guard, made again only when something that it is made of has changed. */
	#make(ctx: ExtensionContext): Made {
		const sources = this.#sources && this.#agent === activeAgent(ctx) ? this.#sources : this.read(ctx);
		const options = {
			platform: process.platform,
			cwd: ctx.cwd,
			home: homedir(),
			env: shellEnvironment(ctx),
			sources,
			session: this.#approvals,
			skills: this.skills.map(({ name, filePath, baseDir }) => ({ name, filePath, baseDir })),
		};
		const of = JSON.stringify(options);
		if (this.#made?.of !== of) {
			const guard = new Guard({ ...options, fs: nodeFileSystem });
			this.#made = { guard, configuration: guard.configuration(), of };
		}
		return this.#made;
	}

	/** What the user approved for this session, oldest first. */
	get approvals(): readonly SessionRule[] {
		return this.#approvals;
	}

	approve(rules: readonly SessionRule[]): void {
		const same = (one: SessionRule, other: SessionRule): boolean => JSON.stringify(one) === JSON.stringify(other);
		this.#approvals = [...this.#approvals.filter((had) => !rules.some((rule) => same(had, rule))), ...rules];
	}

	revoke(which: (rule: SessionRule, index: number) => boolean): SessionRule[] {
		const gone = this.#approvals.filter(which);
		this.#approvals = this.#approvals.filter((rule) => !gone.includes(rule));
		return gone;
	}

	/** Why more is asked about than the rules of the files say, if it is. */
	trouble(ctx: ExtensionContext): string | undefined {
		const [first] = this.configuration(ctx).problems;
		if (!first) return undefined;
		const { file, line, column } = first;
		const where = [shortener(ctx.cwd, homedir())(file), line, line === null ? null : column].filter((part) => part !== null).join(":");
		return `${where} is broken and allows nothing.`;
	}

	/**
	 * Where "always" can write: a project that Pi does not trust cannot allow itself anything, and in a file that is broken nothing is
	 * allowed.
	 */
	places(ctx: ExtensionContext): Place[] {
		const shorten = shortener(ctx.cwd, homedir());
		const place = (scope: Place["scope"], directory: string): Place => {
			const file = ownFile(directory);
			return { scope, file, shown: shorten(file) };
		};
		const all = [...(isTrusted(ctx) ? [place("project", projectDirectory(ctx.cwd))] : []), place("global", getAgentDir())];
		const broken = this.configuration(ctx).problems.map(({ file }) => file);
		return all.filter(({ file }) => !broken.includes(file));
	}
}
