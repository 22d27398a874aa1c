// Every way that a configuration can be broken: it is named, what it would allow is asked about, and what it denies stays denied.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { testInPi, withDirectory } from "./pi.mjs";

const own = "agent/extensions/foregate.json";
const allowing = (rest) => `{\n\t"permission": {\n\t\t"*": "allow",\n${rest}\n\t}\n}\n`;
const write = (text) => (file) => fs.writeFileSync(file, text);

// What is wrong, how the file comes to be so, and where the message says that it is: line 4 is where `rest` stands.
const faults = {
	"no JSON": [write(allowing('\t\t"bash": {')), /foregate\.json:\d+:\d+: /],
	"a value of the wrong type": [write(allowing('\t\t"bash": 1')), /foregate\.json:4:\d+: /],
	"a pattern that is a list": [write(allowing('\t\t"bash": [{ "ls *": "allow" }]')), /foregate\.json:4:\d+: /],
	"an unknown action": [write(allowing('\t\t"bash": { "ls *": "alow" }')), /foregate\.json:4:\d+: .*"allow", "ask" or "deny"/],
	"a key twice": [write(allowing('\t\t"bash": "ask",\n\t\t"bash": "allow"')), /foregate\.json:5:\d+: .*bash/],
	"a rule's own example that fails": [write(allowing('\t\t"bash": { "ls *": { "action": "deny", "match": ["cat x"] } }')), /foregate\.json:4:\d+: /],
	"10 MB": [write(`{ "permission": { "*": "allow" } }${" ".repeat(10 << 20)}`), /foregate\.json/],
	"a directory in its place": [(file) => fs.mkdirSync(file), /foregate\.json: .*regular file/],
	"a link that leads to itself": [(file) => fs.symlinkSync(file, file), /foregate\.json/],
};

testInPi("each is named with its place, and every call is asked about until it is mended", async ({ runPi }) => {
	await withDirectory(async (directory) => {
		const file = path.join(directory, own);
		fs.mkdirSync(path.dirname(file), { recursive: true });
		const place = (make) => () => (fs.rmSync(file, { force: true, recursive: true }), make(file));
		const names = Object.keys(faults);
		const call = (n) => ({ tool: "bash", input: { command: `echo ${n}` } });
		const { notices, questions, calls, stderr } = await runPi({
			directory,
			script: [...names.flatMap((_name, n) => [call(n), "bye"]), call("mended"), "bye"],
			prompts: [...names.flatMap((name) => [place(faults[name][0]), "go"]), place(write('{ "permission": { "*": "allow" } }')), "go"],
			answers: names.map(() => "Allow once"),
		});
		names.forEach((name, n) => {
			assert.ok(notices.some((notice) => faults[name][1].test(notice)), `${name}: ${faults[name][1]} is in none of\n${notices.join("\n")}`);
			assert.match(questions[n]?.title ?? "", new RegExp(`echo ${n}`), `${name}\n${stderr}`);
		});
		assert.equal(questions.length, names.length);
		assert.deepEqual(calls.map(({ read }) => read.trim()), [...names.keys(), "mended"].map(String));
	});
});

testInPi("what a broken file denies stays denied", async ({ runPi }) => {
	const broken = '{ "permission": { "*": "allow", "bash": { "echo *": "deny", "ls *": "alow" } } }';
	const { questions, calls } = await runPi({ script: [{ tool: "bash", input: { command: "echo x" } }], agent: { "extensions/foregate.json": broken } });
	assert.deepEqual(questions, []);
	assert.match(calls[0].read, /^foregate: /);
});

testInPi("a project that Pi does not trust can loosen nothing", async ({ runPi }) => {
	const loose = JSON.stringify({ permission: { "*": "allow", external_directory: "allow", bash: "allow" }, defaultTimeout: 9999, promptTimeout: 1 });
	const options = {
		agent: { "extensions/foregate.json": { permission: { "*": "allow", external_directory: "ask" } } },
		project: { ".pi/extensions/foregate.json": loose, ".pi/settings.json": { blockFindRoot: { forbiddenPaths: [] } } },
		script: [{ tool: "bash", input: { command: "cat /etc/hostname" } }, { tool: "find", input: { pattern: "x", path: "/" } }],
	};
	const untrusted = await runPi({ ...options, args: ["--no-approve", "--tools", "bash,find"], answers: ["Deny"] });
	assert.equal(untrusted.questions.length, 1);
	for (const { read } of untrusted.calls) assert.match(read, /^foregate: /);
});
