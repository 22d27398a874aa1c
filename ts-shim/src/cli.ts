#!/usr/bin/env node
// The command line.
import { once } from "node:events";
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { peerFile, readSources, readText } from "./config.js";
import { answerRecord, ForegateError, Guard, migrate, nodeFileSystem, type Sources } from "./index.js";
import { visible } from "./layout.js";
import { doctorLines, shortener, troubleLines } from "./report.js";
import { version } from "./version.js";

const HELP = `foregate: says which files a command would touch, and whether a policy lets it.

Usage:
  foregate explain [options] [--] COMMAND   say in words what COMMAND would do, and the verdict
  foregate doctor [options]                 say what configuration is in force, and what is broken in it;
                                            the status is 1 if something is
  foregate migrate [FILE]                   print a foregate.json made of a configuration of
                                            pi-permission-system (default: the one in Pi's agent directory)
  foregate analyze --batch                  one JSON record a line on standard input, one answer a line
                                            on standard output, in the same order

Options of explain and doctor:
  --cwd DIRECTORY        where COMMAND would run (default: here)
  --config FILE          the configuration, as in Pi's extensions/foregate.json (default: Pi's own files and
                         the project's; without any the preset)
  --trust                read the project's files as those of a project that Pi trusts
  --platform PLATFORM    of explain: linux, darwin or win32 (default: this machine's); for another machine's
                         platform no file is looked at

  --help, --version
`;

/** A command line that means nothing. */
class UsageError extends Error {}

/** The lines of `input` without their line breaks, as bytes. What follows the last line break is a line if it is not empty. */
async function* lines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let pending: Buffer[] = [];
	for await (const chunk of input) {
		let start = 0;
		for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
			yield Buffer.concat([...pending, chunk.subarray(start, end)]);
			pending = [];
			start = end + 1;
		}
		if (start < chunk.length) pending.push(chunk.subarray(start));
	}
	if (pending.length > 0) yield Buffer.concat(pending);
}

/** The id of a record that the core trapped on. */
function idOf(record: string): unknown {
	try {
		return (JSON.parse(record) as { id?: unknown }).id ?? null;
	} catch {
		return null;
	}
}

async function analyze(): Promise<void> {
	answerRecord(""); // A core that cannot be loaded is no record's fault.
	const utf8 = new TextDecoder("utf-8", { fatal: true });
	const refusal = (message: string, id: unknown = null): string => JSON.stringify({ id, error: { field: null, message } });
	const answer = (line: Buffer): string => {
		let text: string;
		try {
			text = utf8.decode(line);
		} catch {
			return refusal("the line is not UTF-8");
		}
		try {
			return answerRecord(text);
		} catch (error) {
			return refusal((error as Error).message, idOf(text));
		}
	};
	// Whoever reads may stop reading.
	process.stdout.on("error", (error: NodeJS.ErrnoException) => {
		if (error.code !== "EPIPE") throw error;
		process.exit(0);
	});
	for await (const line of lines(process.stdin)) {
		if (!process.stdout.write(`${answer(line)}\n`)) await once(process.stdout, "drain");
	}
}

interface Wanted {
	cwd?: string;
	platform?: string;
	config?: string;
	trust?: boolean;
}

/** Pi's directory of its own files, found as Pi finds it. */
function agentDirectory(): string {
	const said = process.env["PI_CODING_AGENT_DIR"];
	return said ? resolve(said.replace(/^~(?=$|[/\\])/, homedir())) : join(homedir(), ".pi", "agent");
}

/** The one file that was named, or what Pi would read; nothing of this machine for another one. */
function sourcesOf({ config, trust = false }: Wanted, cwd: string, here: boolean): Sources {
	if (config !== undefined) {
		const path = resolve(config);
		const read = readText(path);
		if (read === undefined) throw new UsageError(`there is no file ${config}`);
		return { trusted: true, files: [{ scope: "global", kind: "foregate", path, ...read }] };
	}
	return here ? readSources({ agentDir: agentDirectory(), cwd, trusted: trust }) : { trusted: false, files: [] };
}

function guardOf(wanted: Wanted): Guard {
	const platform = wanted.platform ?? process.platform;
	const here = platform === process.platform;
	if (!here && wanted.cwd === undefined) throw new UsageError("--cwd is needed with another machine's --platform");
	const cwd = here ? resolve(wanted.cwd ?? ".") : (wanted.cwd ?? "");
	if (here && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no directory ${cwd}`);
	const machine = here ? { home: homedir(), env: process.env, fs: nodeFileSystem } : {};
	return new Guard({ platform, cwd, sources: sourcesOf(wanted, cwd, here), ...machine });
}

const print = (lines: readonly string[]): void => void process.stdout.write(`${lines.join("\n").trimEnd()}\n`);

function explain(command: string, wanted: Wanted): void {
	const guard = guardOf(wanted);
	for (const line of troubleLines(guard.configuration())) process.stderr.write(`foregate: ${line}\n`);
	print([guard.explain({ tool: "bash", input: { command } })]);
}

function doctor(wanted: Wanted): void {
	const configuration = guardOf(wanted).configuration();
	const facts = [
		["foregate", version()],
		["Node", `${process.version} on ${process.platform}`],
	] as const;
	print(doctorLines(configuration, facts, shortener(resolve(wanted.cwd ?? "."), homedir())));
	if (configuration.problems.length > 0) process.exitCode = 1;
}

function migrated(file: string): void {
	const read = readText(file);
	if (read === undefined) throw new UsageError(`there is no file ${file}`);
	if ("error" in read) throw new UsageError(`${file}: ${read.error}`);
	const { text, notices } = migrate(read.text);
	for (const notice of notices) process.stderr.write(`foregate: ${visible(notice)}\n`);
	print([text]);
}

async function main(args: string[]): Promise<void> {
	let parsed;
	try {
		parsed = parseArgs({
			args,
			allowPositionals: true,
			options: {
				batch: { type: "boolean" },
				cwd: { type: "string" },
				platform: { type: "string" },
				config: { type: "string" },
				trust: { type: "boolean" },
				help: { type: "boolean", short: "h" },
				version: { type: "boolean" },
			},
		});
	} catch (error) {
		const { message } = error as Error;
		const unquoted = args[0] === "explain" && /Unknown option '-\w'/.test(message);
		throw new UsageError(unquoted ? "explain takes one COMMAND: quote it, as in foregate explain 'rm -rf x'" : message);
	}
	const { values, positionals } = parsed;
	const [verb, ...operands] = positionals;
	const { batch, help, version: wanted, ...options } = values;
	const takes = (names: readonly (keyof Wanted)[], operand: string, count: readonly number[]): void => {
		const odd = Object.keys(options).find((name) => !names.some((known) => known === name));
		if (odd !== undefined || (batch && verb !== "analyze")) throw new UsageError(`${verb} takes no --${odd ?? "batch"}`);
		if (!count.includes(operands.length)) throw new UsageError(`${verb} takes ${operand}`);
	};
	if (help) process.stdout.write(HELP);
	else if (wanted) process.stdout.write(`foregate ${version()}\n`);
	else if (verb === undefined) throw new UsageError("a command is missing: explain, doctor, migrate or analyze");
	else if (verb === "analyze") {
		takes([], "--batch and nothing else", [0]);
		if (!batch) throw new UsageError("analyze takes --batch and nothing else");
		await analyze();
	} else if (verb === "explain") {
		takes(["cwd", "platform", "config", "trust"], "one COMMAND; quote it", [1]);
		explain(operands[0] ?? "", options);
	} else if (verb === "doctor") {
		takes(["cwd", "config", "trust"], "no operand", [0]);
		doctor(options);
	} else if (verb === "migrate") {
		takes([], "one FILE at most", [0, 1]);
		migrated(operands[0] ?? peerFile(agentDirectory()));
	} else throw new UsageError(`there is no command ${verb}: explain, doctor, migrate or analyze`);
}

main(process.argv.slice(2)).catch((error: Error) => {
	const hint = error instanceof UsageError ? "\nTry: foregate --help" : "";
	const field = error instanceof ForegateError && error.field !== null ? `${error.field}: ` : "";
	process.stderr.write(`foregate: ${field}${error.message}${hint}\n`);
	process.exitCode = 2;
});
