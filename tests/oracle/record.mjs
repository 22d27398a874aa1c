// Runs every command of commands.txt for real and records which paths outside the working directory it touched:
//
//     node tests/oracle/record.mjs [--only TEXT] [--print]     writes recorded.jsonl and tree.txt beside it
//
// Needs strace, unshare (util-linux) and leave to make namespaces. Each worker has mount, network and process
// namespaces of its own: /tmp is an empty memory file system with the tree at /tmp/w, all else is read-only, and there
// is no network. Each command runs twice, in a fresh tree, and ten seconds long at most.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { classify, merge } from "./classify.mjs";
import { readCommands } from "./corpus.mjs";
import { touches } from "./trace.mjs";

const ROOT = "/tmp/w";
const HOME = `${ROOT}/home`;
const CWD = `${HOME}/app`;
const STORE = "/mnt";
const ENV = { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", HOME, PWD: CWD, USER: "user", LANG: "C", TMPDIR: "/tmp", SHELL: "/bin/bash" };
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Every name below `directory`, and where the links of it lead. */
function* walk(directory) {
	for (const entry of fs.readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
		const name = path.join(directory, entry.name);
		if (entry.isSymbolicLink()) yield { name, target: fs.readlinkSync(name) };
		else yield { name, directory: entry.isDirectory() };
		if (entry.isDirectory() && entry.name !== ".git") yield* walk(name);
	}
}

/** Makes the namespace a place where nothing can be harmed. Runs first in each worker, before any command. */
function seal(tree) {
	const mount = (...args) => execFileSync("mount", args);
	const points = fs.readFileSync("/proc/self/mountinfo", "utf8").trim().split("\n").map((line) => {
		const [left, right] = line.split(" - ");
		return { point: left.split(" ")[4].replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8))), type: right.split(" ")[0] };
	});
	mount("-t", "proc", "proc", "/proc");
	mount("-t", "tmpfs", "-o", "mode=1777", "tmpfs", STORE);
	mount("-t", "tmpfs", "-o", "mode=1777", "tmpfs", "/tmp");
	for (const { point, type } of points) {
		if (/^(proc|sysfs|cgroup2?|devpts|mqueue|devtmpfs)$/.test(type) || ["/tmp", STORE].some((hidden) => point === hidden || point.startsWith(`${hidden}/`))) continue;
		const done = spawnSync("mount", ["-o", "remount,bind,ro", point]);
		if (point === "/" && done.status !== 0) throw new Error(`cannot make / read-only: ${done.stderr}`);
	}
	fs.mkdirSync(ROOT);
	execFileSync("bash", ["-c", tree], { cwd: ROOT, env: ENV, stdio: ["ignore", "ignore", "inherit"] });
	execFileSync("cp", ["-a", ROOT, `${STORE}/tree`]);
}

function fresh() {
	for (const name of fs.readdirSync("/tmp")) {
		execFileSync("chmod", ["-R", "u+rwX", `/tmp/${name}`]);
		fs.rmSync(`/tmp/${name}`, { recursive: true, force: true });
	}
	execFileSync("cp", ["-a", `${STORE}/tree`, ROOT]);
}

/** One run: the exit status and the trace. */
function run(command) {
	fresh();
	const [trace, out, err] = ["trace", "out", "err"].map((name) => `${STORE}/${name}`);
	const strace = ["-f", "-qq", "-y", "-s", "8192", "-e", "trace=%file,%process,fchdir,getdents64", "-e", "signal=none", "-o", trace];
	// Files, no pipes: Node's are sockets, and /dev/stdout cannot be opened then.
	const files = [out, err].map((name) => fs.openSync(name, "w"));
	const done = spawnSync("timeout", ["-k", "1", "10", "strace", ...strace, "/bin/bash", "-c", command], { cwd: CWD, env: ENV, stdio: ["ignore", ...files] });
	files.forEach((file) => fs.closeSync(file));
	return { exit: done.status, stderr: fs.readFileSync(err, "utf8"), trace: fs.readFileSync(trace, "utf8") };
}

/** A command word that was not found. */
const missing = (stderr) => /(?:bash|sh|env|timeout|nice|xargs|sudo|find): (?:line \d+: |\d+: |failed to run command |.?)*['‘]?([\w.+-]+)['’]?: (?:command not found|not found|No such file or directory\n$)/.exec(stderr)?.[1];

function record({ id, command }, links) {
	const context = { command, cwd: CWD, home: HOME, links };
	const [first, second] = [run(command), run(command)];
	const judged = [first, second].map(({ trace }) => classify(touches(trace, CWD), context));
	const timeout = first.exit === 124 || first.exit === 137;
	return {
		missing: first.exit === 127 && /command not found/.test(first.stderr) ? (missing(first.stderr) ?? "?") : undefined,
		stderr: first.stderr.slice(0, 300),
		record: {
			id, source: "own", license: "MIT", cwd: CWD, home: HOME, command,
			touched_external: merge(...judged),
			find_roots: judged[0].findRoots,
			exit: first.exit ?? 1,
			notes: timeout ? ["timeout"] : [],
			touched_all: [...judged[0].all].filter((name) => judged[1].all.has(name)).sort(),
		},
	};
}

/** The worker: jobs on standard input, one a line; answers on standard output. */
async function worker(tree) {
	seal(tree);
	const links = new Map([...walk(ROOT)].filter(({ target }) => target !== undefined).map(({ name, target }) => [name, target]));
	for (const { name, target } of [...walk("/etc")]) if (target !== undefined) links.set(name, target);
	const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
	say({ tree: [...walk(ROOT)].map(({ name, target, directory }) => name.slice(1) + (target === undefined ? (directory ? "/" : "") : ` -> ${target}`)) });
	for await (const line of createInterface({ input: process.stdin })) say(record(JSON.parse(line), links));
}

async function main() {
	const { values } = parseArgs({ options: { only: { type: "string" }, print: { type: "boolean" } } });
	const commands = readCommands().filter(({ command }) => !values.only || command.includes(values.only));
	const tree = fs.readFileSync(here("tree.sh"), "utf8");
	const answers = new Map();
	let listing = [];
	let next = 0;
	const start = async () => {
		const flags = ["--mount", "--net", "--pid", "--fork", "--kill-child", ...(process.getuid() === 0 ? [] : ["--map-root-user"])];
		const child = spawn("unshare", [...flags, process.execPath, fileURLToPath(import.meta.url), "--sealed"], { env: { ...process.env, ORACLE_TREE: tree }, stdio: ["pipe", "pipe", "inherit"] });
		const give = () => (next < commands.length ? child.stdin.write(`${JSON.stringify(commands[next++])}\n`) : child.stdin.end());
		for await (const line of createInterface({ input: child.stdout })) {
			const answer = JSON.parse(line);
			if (answer.tree) listing = answer.tree;
			else answers.set(answer.record.id, answer);
			give();
		}
	};
	await Promise.all(Array.from({ length: Math.min(os.availableParallelism(), 4) }, start));
	const done = commands.map(({ id }) => answers.get(id)).filter(Boolean);
	if (done.length < commands.length) throw new Error(`${commands.length - done.length} commands were not recorded`);
	const skipped = done.filter(({ missing }) => missing);
	for (const { missing, record } of skipped) console.error(`skipped, ${missing} is not installed: ${record.command}`);
	for (const { record, missing, stderr } of done) if (record.exit !== 0 && !missing) console.error(`exit ${record.exit}: ${record.command}\n    ${stderr.trim().split("\n").at(-1)}`);
	const kept = done.filter(({ missing }) => !missing).map(({ record }) => `${JSON.stringify(record)}\n`);
	if (values.print) process.stdout.write(kept.join(""));
	else {
		fs.writeFileSync(here("recorded.jsonl"), kept.join(""));
		fs.writeFileSync(here("tree.txt"), `${listing.join("\n")}\n`);
	}
	console.error(`${kept.length} recorded, ${skipped.length} skipped`);
}

await (process.argv[2] === "--sealed" ? worker(process.env.ORACLE_TREE) : main());
