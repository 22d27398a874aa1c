// Speed and size of the package, on commands of our own: `npm run bench`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const library = here("../../npm/dist/index.js");
const commands = fs.readFileSync(here("commands.txt"), "utf8").trimEnd().split("\n");
const options = { platform: "linux", cwd: "/home/u/project", home: "/home/u", env: { PATH: "/usr/bin:/bin", HOME: "/home/u" } };

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const time = (body) => {
	const start = process.hrtime.bigint();
	body();
	return Number(process.hrtime.bigint() - start) / 1000;
};
const row = (what, value, note = "") => console.log(`${what.padEnd(44)}${value.padStart(12)}  ${note}`);
const us = (value) => `${value.toFixed(1)} µs`;

/** The median time of a check, over all commands and many rounds. */
function warm(guard) {
	for (let round = 0; round < 20; round++) for (const command of commands) guard.check({ tool: "bash", input: { command } });
	return median(
		Array.from({ length: 30 }, () => time(() => commands.forEach((command) => guard.check({ tool: "bash", input: { command } }))) / commands.length),
	);
}

/** Milliseconds of a process that does `body`, and of the same process without it. */
function inProcess(body) {
	const run = (code) => median(Array.from({ length: 9 }, () => time(() => execFileSync(process.execPath, ["--input-type=module", "-e", code])) / 1000));
	return { all: run(body), node: run("") };
}

const { Guard, nodeFileSystem } = await import(library);
const memory = process.memoryUsage.rss();
row(`check, ${commands.length} commands, no file system`, us(warm(new Guard(options))), "mean of a command, median of 30 rounds");
row("check, the same, this machine's files", us(warm(new Guard({ ...options, cwd: here("../.."), fs: nodeFileSystem }))));
row("a new Guard", us(median(Array.from({ length: 200 }, () => time(() => new Guard(options))))), "one is made for each call in Pi");
row("memory after these", `${((process.memoryUsage.rss() - memory) / 1e6).toFixed(1)} MB`);
const code = `import { Guard } from ${JSON.stringify(library)}; new Guard(${JSON.stringify(options)}).check({ tool: "bash", input: { command: "cat /etc/hosts" } });`;
const cold = inProcess(code);
row("a fresh process to its first verdict", `${cold.all.toFixed(0)} ms`, `of it Node itself: ${cold.node.toFixed(0)} ms`);
const wasm = fs.readFileSync(here("../../npm/dist/core/foregate_bg.wasm"));
row("the core, foregate_bg.wasm", `${(wasm.length / 1e6).toFixed(2)} MB`, `gzip: ${(gzipSync(wasm, { level: 9 }).length / 1000).toFixed(0)} KB`);
