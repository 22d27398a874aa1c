// The library as a user of the package imports it.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { extractFindPaths, ForegateError, Guard, nodeFileSystem } from "../../npm/dist/index.js";
import { core } from "../../npm/dist/load.js";

const bash = (command) => ({ tool: "bash", input: { command } });
const options = { platform: "linux", cwd: "/home/u/p", home: "/home/u", env: {} };
const table = (entries) => ({ entry: (path) => entries[path] ?? "missing", list: () => "unknown" });

test("a verdict has an action, reasons, a message and a patch", () => {
	const verdict = new Guard(options).check(bash("cat /etc/hosts > /dev/null"));
	assert.equal(verdict.action, "ask");
	assert.deepEqual(verdict.reasons.map((reason) => reason.subject), ["/etc/hosts"]);
	assert.match(verdict.message, /^foregate: .*\/etc\/hosts/);
	assert.deepEqual(verdict.input, { timeout: 120 });
	assert.equal(verdict.approvals.length, 1);
	assert.deepEqual(Object.getPrototypeOf(verdict), Object.prototype);
});

test("an approval for the session keeps the same question away", () => {
	const { approvals } = new Guard(options).check(bash("cat /etc/hosts"));
	const guard = new Guard({ ...options, config: { permission: { "*": "allow", external_directory: "ask" }, session: approvals } });
	assert.equal(guard.check(bash("cat /etc/hosts")).action, "allow");
	assert.equal(guard.check(bash("cat /etc/passwd")).action, "ask");
});

test("an analysis and an explanation", () => {
	const guard = new Guard(options);
	const { accesses, coverage } = guard.analyze(bash("rm -f a.txt"));
	assert.deepEqual(accesses.map(({ mode, path }) => [mode, path]), [["delete", "/home/u/p/a.txt"]]);
	assert.equal(coverage.kind, "full");
	assert.match(guard.explain(bash("rm -f a.txt")), /a\.txt/);
});

test("the file system is asked, and may fail", () => {
	const linked = table({ "/home": "directory", "/home/u": "directory", "/home/u/p": "directory", "/home/u/p/l": { link: "/etc/passwd" }, "/etc": "directory", "/etc/passwd": "file" });
	assert.equal(new Guard({ ...options, fs: linked }).check(bash("cat l")).action, "ask");
	const failing = { entry: () => { throw new Error("no"); }, list: () => 7 };
	assert.equal(new Guard({ ...options, fs: failing }).check(bash("cat l *.c")).action, "allow");
});

test("nodeFileSystem looks without following", () => {
	const directory = fs.mkdtempSync(path.join(os.tmpdir(), "foregate-"));
	fs.writeFileSync(path.join(directory, "file"), "");
	fs.symlinkSync("nowhere", path.join(directory, "link"));
	assert.equal(nodeFileSystem.entry(directory), "directory");
	assert.equal(nodeFileSystem.entry(path.join(directory, "file")), "file");
	assert.deepEqual(nodeFileSystem.entry(path.join(directory, "link")), { link: "nowhere" });
	assert.equal(nodeFileSystem.entry(path.join(directory, "file/below")), "missing");
	assert.equal(nodeFileSystem.entry("a\0b"), "unknown");
	assert.deepEqual(nodeFileSystem.list(directory).toSorted(), ["file", "link"]);
	assert.equal(nodeFileSystem.list(path.join(directory, "file")), "unknown");
	for (let i = 0; i < 1000; i++) fs.writeFileSync(path.join(directory, `${i}`), "");
	assert.equal(nodeFileSystem.list(directory), "unknown");
	fs.rmSync(directory, { recursive: true });
});

test("errors are typed and name the field", () => {
	const field = (make) => {
		try {
			make();
		} catch (error) {
			assert.ok(error instanceof ForegateError && error instanceof Error, String(error));
			return error.field;
		}
		return "no error";
	};
	assert.equal(field(() => new Guard({ ...options, cwd: "relative" })), "cwd");
	assert.equal(field(() => new Guard({ ...options, config: { permission: { bash: 1 } } })), "config.permission.bash");
	assert.equal(field(() => new Guard({ ...options, fs: {} })), "fs.entry");
	assert.equal(field(() => new Guard(options).analyze({ tool: "bash", input: {} })), "input.command");
	for (const [call, wrong] of [[null, null], ["ls", null], [{ tool: 5, input: {} }, "tool"], [{ tool: "bash" }, "input"], [{ ...bash("ls"), origin: "x" }, "origin"], [{ ...bash("ls"), source: 1 }, "source"]]) {
		assert.equal(field(() => new Guard(options).check(call)), wrong, JSON.stringify(call));
	}
});

test("a call that cannot be understood is not allowed", () => {
	assert.equal(new Guard(options).check({ tool: "bash", input: { command: 1 } }).action, "deny");
});

test("extractFindPaths", () => {
	assert.deepEqual(extractFindPaths("sudo timeout 1 find / -name aaa; find"), [["/"], []]);
});

test("after a trap the next call gets a fresh core", () => {
	const guard = new Guard(options);
	const trap = () => core(() => { throw new WebAssembly.RuntimeError("unreachable"); });
	assert.throws(trap, (error) => error instanceof ForegateError && /stopped unexpectedly/.test(error.message));
	assert.equal(guard.check(bash("cat /etc/hosts")).action, "ask");
});

test("a file system may use a guard of its own", () => {
	const inner = new Guard(options);
	const fs = { entry: (path) => (inner.check({ tool: "read", input: { path } }), "unknown"), list: () => "unknown" };
	assert.equal(new Guard({ ...options, fs }).check(bash("cat /etc/hosts")).action, "ask");
});
