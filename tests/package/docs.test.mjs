// The programs in the documents: every block of TypeScript compiles, runs, and gives what its comments say.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Guard } from "../../npm/dist/index.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The blocks of a language in a document, in order. */
const blocks = (file, language) => [...fs.readFileSync(path.join(root, file), "utf8").matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, text]) => text);

/** `expression; // value` becomes a call of `is`, if the value is JSON. */
const checked = (program) =>
	program.replace(/^(\s*)(\S.*); \/\/ (.*)$/gm, (line, space, expression, value) => {
		try {
			JSON.parse(value);
		} catch {
			return line;
		}
		return /^(const|return|import)\b/.test(expression) ? line : `${space}is(${expression}, ${value});`;
	});

for (const file of ["README.md", "npm/README.md", "docs/library.md"]) {
	test(`${file}: the program compiles and does what it says`, () => {
		const directory = fs.mkdtempSync(path.join(os.tmpdir(), "foregate-"));
		fs.mkdirSync(path.join(directory, "node_modules"));
		fs.symlinkSync(path.join(root, "npm"), path.join(directory, "node_modules/foregate"));
		fs.symlinkSync(path.join(root, "node_modules/@types"), path.join(directory, "node_modules/@types"));
		fs.writeFileSync(path.join(directory, "package.json"), '{"type":"module"}');
		const program = checked(blocks(file, "ts").join("\n"));
		const claims = program.match(/^\s*is\(/gm)?.length ?? 0;
		assert(claims > 0, "the document claims nothing that can be checked");
		const judge = 'import { deepStrictEqual } from "node:assert";\nlet seen = 0;\nconst is = (found: unknown, wanted: unknown): void => { deepStrictEqual(found, wanted); seen++; };\n';
		fs.writeFileSync(path.join(directory, "program.ts"), `${judge}${program}\nconsole.log(seen);\n`);
		const compilerOptions = { target: "ES2022", module: "NodeNext", strict: true, exactOptionalPropertyTypes: true, types: ["node"] };
		fs.writeFileSync(path.join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["program.ts"] }));
		const run = (...args) => spawnSync(process.execPath, args, { cwd: directory, encoding: "utf8" });
		const compiled = run(path.join(root, "node_modules/typescript/bin/tsc"), "-p", directory);
		assert.equal(compiled.status, 0, compiled.stdout);
		const { stdout, stderr } = run("program.js");
		assert.equal(stdout.trim(), String(claims), stderr);
		fs.rmSync(directory, { recursive: true });
	});
}

for (const file of ["README.md", "npm/README.md", "docs/configuration.md"]) {
	test(`${file}: its configurations are whole, without a notice, and open nothing outside`, () => {
		const configurations = blocks(file, "json");
		assert(configurations.length > 0, "the document shows no configuration");
		for (const text of configurations) {
			const sources = { trusted: true, agentDir: "/home/ana/.pi/agent", files: [{ scope: "global", kind: "foregate", path: file, text }] };
			const guard = new Guard({ platform: "linux", cwd: "/home/ana/shop", home: "/home/ana", sources });
			const { problems, notices } = guard.configuration();
			assert.deepEqual({ problems, notices }, { problems: [], notices: [] }, text);
			for (const command of ["cat /etc/shadow", "echo x > ~/.bashrc", "rm -r /srv/x"]) {
				assert.notEqual(guard.check({ tool: "bash", input: { command } }).action, "allow", `${text}\n${command}`);
			}
		}
	});
}

test("docs/configuration.md: every key of the configuration has a line, and every line is a key", () => {
	const schema = JSON.parse(fs.readFileSync(path.join(root, "npm/foregate.schema.json"), "utf8"));
	const keys = Object.keys(schema.properties).filter((key) => key !== "$schema" && key !== "permission");
	const text = fs.readFileSync(path.join(root, "docs/configuration.md"), "utf8");
	const table = text.slice(text.indexOf("| key |"), text.indexOf("\n\n", text.indexOf("| key |")));
	const named = [...table.matchAll(/^\| `(\w+)/gm)].map(([, key]) => key).filter((key) => key !== "permission");
	assert.deepEqual([...new Set(named)].sort(), keys.sort());
});
