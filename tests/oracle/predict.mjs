// What the package says of recorded commands: runs `foregate analyze --batch` over them.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

const manifest = JSON.parse(fs.readFileSync(new URL("../../npm/package.json", import.meta.url), "utf8"));
const bin = fileURLToPath(new URL(`../../npm/${manifest.bin.foregate}`, import.meta.url));

/** The environment in which every command was recorded. */
const environment = ({ cwd, home }) => ({ PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", HOME: home, PWD: cwd, USER: "user", LANG: "C", TMPDIR: "/tmp", SHELL: "/bin/bash" });

/** A tree as `files`: a line is a path from the root, `dir/`, `file` or `link -> target`. */
export function readTree(file) {
	const files = {};
	for (const line of fs.readFileSync(file, "utf8").split("\n").filter(Boolean)) {
		const [name, target] = line.split(" -> ");
		const full = `/${name.replace(/^\.?\/|\/$/g, "")}`;
		files[full] = target !== undefined ? { link: target } : name.endsWith("/") ? "directory" : "file";
	}
	return files;
}

/**
 * The predictions for `cases`, by id.
 *
 * files  a virtual file system; without one nothing is known of files
 *
 * FOREGATE_BATCH names a program of the same record format that runs in place of the package's.
 */
export function predict(cases, { files } = {}) {
	const lines = cases.map((record) =>
		JSON.stringify({ id: record.id, tool: "bash", input: { command: record.command }, cwd: record.cwd, home: record.home, env: environment(record), ...(files ? { files } : {}) }),
	);
	const program = process.env.FOREGATE_BATCH;
	const [command, ...args] = program ? [program] : [process.execPath, bin, "analyze", "--batch"];
	const run = spawnSync(command, args, { input: `${lines.join("\n")}\n`, encoding: "utf8", maxBuffer: 1 << 30, stdio: ["pipe", "pipe", "inherit"] });
	if (run.status !== 0) throw new Error(`${command} ended with ${run.status ?? run.error?.message}`);
	return new Map(
		run.stdout.split("\n").filter(Boolean).map((line) => {
			const answer = JSON.parse(line);
			if (answer.error) throw new Error(`${answer.id}: ${answer.error.message}`);
			return [answer.id, { id: answer.id, external: [...new Set(answer.accesses.filter(({ external, mode, path }) => external && mode !== "link" && path).map(({ path }) => path))], findRoots: answer.findRoots.flat(), asks: answer.verdict.action !== "allow" }];
		}),
	);
}
