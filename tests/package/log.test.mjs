// The review log, and what is hidden in it.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { logFile, logLine, record } from "../../npm/dist/log.js";
import { mask } from "../../npm/dist/mask.js";

const reason = { surface: "external_directory", rule: "*", action: "ask", subject: "/etc/hosts", message: "…" };
const entry = (rest = {}) => ({ session: "s1", tool: "bash", subject: "cat /etc/hosts", action: "ask", reasons: [reason], ...rest });
const time = new Date(0);

for (const [text, masked] of [
	["API_KEY=abc123 npm publish", "API_KEY=*** npm publish"],
	["env FOO='a b' make", "env FOO=*** make"],
	["export HOME_DIR=/srv; ls", "export HOME_DIR=***; ls"],
	["curl -H 'Authorization: Bearer abc.def-ghi' https://example.org", "curl -H 'Authorization: Bearer ***' https://example.org"],
	["curl -H \"authorization: Basic dXNlcjpwYXNz\" x", "curl -H \"authorization: Basic ***\" x"],
	["git clone https://ana:hunter2@example.org/r.git", "git clone https://ana:***@example.org/r.git"],
	["psql postgresql://ana:hunter2@db/x", "psql postgresql://ana:***@db/x"],
	["curl -u ana:hunter2 x", "curl -u ana:*** x"],
	["tool --token abc --verbose", "tool --token *** --verbose"],
	["tool --password=abc", "tool --password=***"],
	["curl 'x?access_token=abc&page=2'", "curl 'x?access_token=***&page=2'"],
	["echo ghp_0123456789abcdefghijABCDEFGHIJ", "echo ***"],
	['{"apiKey": "abc", "n": 1}', '{"apiKey": ***, "n": 1}'],
	["cat /etc/hosts > out", "cat /etc/hosts > out"],
	["git commit -m 'one=two'", "git commit -m 'one=two'"],
]) {
	test(`masked: ${text}`, () => assert.equal(mask(text), masked));
}

test("a line says who answered what, and when", () => {
	const line = JSON.parse(logLine(entry({ answer: { kind: "deny", by: "user", reason: "use token=abc" } }), time));
	assert.deepEqual(line, {
		time: "1970-01-01T00:00:00.000Z",
		session: "s1",
		tool: "bash",
		subject: "cat /etc/hosts",
		action: "ask",
		reasons: [{ surface: "external_directory", rule: "*", action: "ask", subject: "/etc/hosts" }],
		answer: "deny",
		by: "user",
		why: "use token=***",
	});
	const always = JSON.parse(logLine(entry({ answer: { kind: "always", scope: "project" }, added: [] }), time));
	assert.deepEqual([always.answer, always.by, always.scope, always.added], ["always", "user", "project", []]);
});

test("a long subject is cut, and no half of a secret is left of it", () => {
	const { subject } = JSON.parse(logLine(entry({ subject: `echo ${"x ".repeat(990)} TOKEN=${"s".repeat(5000)}` }), time));
	assert.ok(subject.length < 600);
	const masked = JSON.parse(logLine(entry({ subject: `${"A=1 ".repeat(490)} ghp_${"s".repeat(5000)}` }), time)).subject;
	assert.doesNotMatch(masked, /ghp_/);
	const started = performance.now();
	logLine(entry({ subject: "a".repeat(1 << 20) }), time);
	assert.ok(performance.now() - started < 500);
});

test("only its owner reads it, and it is set aside when it is large", () => {
	const directory = fs.mkdtempSync(path.join(os.tmpdir(), "foregate-"));
	const file = logFile(directory);
	assert.equal(record(file, entry()), undefined);
	assert.equal(fs.statSync(file).mode & 0o777, 0o600);
	fs.chmodSync(file, 0o644);
	record(file, entry());
	assert.equal(fs.statSync(file).mode & 0o777, 0o600);
	assert.equal(fs.readFileSync(file, "utf8").split("\n").length, 3);
	fs.truncateSync(file, 5 * 2 ** 20);
	record(file, entry());
	assert.deepEqual(fs.readdirSync(path.dirname(file)).toSorted(), ["review.jsonl", "review.old.jsonl"]);
	assert.equal(fs.readFileSync(file, "utf8").split("\n").length, 2);
	fs.rmSync(directory, { recursive: true });
});

test("a log that cannot be written says so, and throws nothing", () => {
	const directory = fs.mkdtempSync(path.join(os.tmpdir(), "foregate-"));
	fs.mkdirSync(logFile(directory), { recursive: true });
	assert.match(record(logFile(directory), entry()), /no regular file/);
	fs.writeFileSync(path.join(directory, "file"), "");
	assert.equal(typeof record(logFile(path.join(directory, "file")), entry()), "string");
	fs.rmSync(directory, { recursive: true });
});
