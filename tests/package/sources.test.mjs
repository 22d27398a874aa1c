// What stands where a configuration file should is read as text, or said to be unreadable; nothing makes it wait or throw.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { readSources, readText } from "../../npm/dist/config.js";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "foregate-"));
after(() => fs.rmSync(directory, { recursive: true }));
const at = (name) => path.join(directory, name);

test("a file that is not there is none, and neither is one below a file", () => {
	fs.writeFileSync(at("file"), "{}");
	assert.equal(readText(at("missing")), undefined);
	assert.equal(readText(at("file/below")), undefined);
	assert.deepEqual(readText(at("file")), { text: "{}" });
});

for (const [what, make, error] of [
	["a directory", (file) => fs.mkdirSync(file), /no regular file/],
	["a pipe", (file) => execFileSync("mkfifo", [file]), /no regular file/],
	["a loop of links", (file) => fs.symlinkSync(file, file), /ELOOP/],
	["a link that leads nowhere", (file) => fs.symlinkSync("/nowhere", file), /leads nowhere/],
	["ten megabytes", (file) => fs.writeFileSync(file, " ".repeat(10 << 20)), /larger than/],
	["bytes that are no text", (file) => fs.writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d])), /not UTF-8/],
]) {
	test(`${what} is said to be unreadable`, { skip: process.platform === "win32" }, () => {
		const file = at(what.replaceAll(" ", "-"));
		make(file);
		assert.match(readText(file).error, error);
	});
}

test("all that is there is handed over, with whose and what it is; an agent's name leads nowhere else", () => {
	const put = (name) => {
		fs.mkdirSync(path.dirname(at(name)), { recursive: true });
		fs.writeFileSync(at(name), "x");
	};
	for (const name of ["agent/settings.json", "agent/extensions/foregate.json", "agent/agents/scout.md", "secret.md"]) put(name);
	for (const name of ["p/.pi/extensions/foregate.json", "p/.pi/extensions/pi-permission-system/config.json"]) put(name);
	const read = (agent) => readSources({ agentDir: at("agent"), cwd: at("p"), trusted: false, agent });
	const found = (agent) => read(agent).files.map(({ scope, kind, text }) => `${scope} ${kind} ${text}`);
	const files = ["global settings x", "global foregate x", "project peer x", "project foregate x"];
	assert.deepEqual(found(undefined), files);
	assert.deepEqual(found("scout"), files.toSpliced(2, 0, "global agent x"));
	assert.deepEqual(found("../../secret"), files);
	assert.equal(read(undefined).trusted, false);
});
