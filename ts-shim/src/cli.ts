#!/usr/bin/env node
// The command line.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { readJson, readPreset } from "./config.js";
import { answerRecord, ForegateError, Guard, nodeFileSystem } from "./index.js";

const HELP = `foregate: says which files a command would touch, and whether a policy lets it.

Usage:
  foregate explain [options] [--] COMMAND   say in words what COMMAND would do, and the verdict
  foregate analyze --batch                  one JSON record a line on standard input, one answer a line
                                            on standard output, in the same order

Options of explain:
  --cwd DIRECTORY        where COMMAND would run (default: here)
  --platform PLATFORM    linux, darwin or win32 (default: this machine's); for another machine's
                         platform no file is looked at
  --config FILE          a configuration as in Pi's extensions/foregate.json (default: the preset:
                         inside the directory all is allowed, outside is asked about)

  --help, --version
`;

/** A command line that means nothing. */
class UsageError extends Error {}

const version = (): string =>
	(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }).version;

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

function explain(command: string, values: { cwd?: string; platform?: string; config?: string }): void {
	const platform = values.platform ?? process.platform;
	const here = platform === process.platform;
	if (!here && values.cwd === undefined) throw new UsageError("--cwd is needed with another machine's --platform");
	const config = values.config === undefined ? readPreset() : readJson(values.config);
	if (config === undefined) throw new UsageError(`there is no file ${values.config}`);
	const guard = new Guard({
		platform,
		cwd: here ? resolve(values.cwd ?? ".") : (values.cwd ?? ""),
		config,
		...(here ? { home: homedir(), env: process.env, fs: nodeFileSystem } : {}),
	});
	for (const notice of guard.notices()) process.stderr.write(`foregate: ${notice}\n`);
	process.stdout.write(`${guard.explain({ tool: "bash", input: { command } }).trimEnd()}\n`);
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
				help: { type: "boolean", short: "h" },
				version: { type: "boolean" },
			},
		});
	} catch (error) {
		throw new UsageError((error as Error).message);
	}
	const { values, positionals } = parsed;
	const [verb, ...operands] = positionals;
	const { batch, help, version: wanted, ...options } = values;
	if (help) process.stdout.write(HELP);
	else if (wanted) process.stdout.write(`foregate ${version()}\n`);
	else if (verb === undefined) throw new UsageError("a command is missing: explain or analyze");
	else if (verb === "analyze") {
		if (!batch || operands.length > 0 || Object.keys(options).length > 0) {
			throw new UsageError("analyze takes --batch and nothing else");
		}
		await analyze();
	} else if (verb === "explain") {
		const [command, ...more] = operands;
		if (command === undefined || more.length > 0 || batch) throw new UsageError("explain takes one COMMAND; quote it");
		explain(command, options);
	} else throw new UsageError(`there is no command ${verb}: explain or analyze`);
}

main(process.argv.slice(2)).catch((error: Error) => {
	const hint = error instanceof UsageError ? "\nTry: foregate --help" : "";
	const field = error instanceof ForegateError && error.field !== null ? `${error.field}: ` : "";
	process.stderr.write(`foregate: ${field}${error.message}${hint}\n`);
	process.exitCode = 2;
});
