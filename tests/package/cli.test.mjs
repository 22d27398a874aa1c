// The command line.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const manifest = JSON.parse(fs.readFileSync(new URL("../../npm/package.json", import.meta.url), "utf8"));
const program = fileURLToPath(new URL(`../../npm/${manifest.bin.foregate}`, import.meta.url));
// A home without anything: the configuration of whoever runs the tests has no say.
const home = fs.mkdtempSync(path.join(os.tmpdir(), "foregate-"));
after(() => fs.rmSync(home, { recursive: true }));
const env = { ...process.env, HOME: home, PI_CODING_AGENT_DIR: path.join(home, "agent") };
const run = (args, input = "") => spawnSync(process.execPath, [program, ...args], { input, encoding: "utf8", env, cwd: home });
const put = (name, text) => {
	fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
	fs.writeFileSync(path.join(home, name), text);
	return path.join(home, name);
};
const batch = (input) => {
	const { status, stdout, stderr } = run(["analyze", "--batch"], input);
	assert.equal(status, 0, stderr);
	assert.ok(stdout === "" || stdout.endsWith("\n"));
	return stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line));
};
const record = (id, command = "true") => JSON.stringify({ id, tool: "bash", input: { command }, cwd: "/p" });

test("one line in, one line out, in the same order", () => {
	assert.deepEqual(batch(`${record(1)}\n${record("two")}\n${record(3)}\n`).map((answer) => answer.id), [1, "two", 3]);
});

test("the last line may lack its line break, and a line may end as on Windows", () => {
	assert.deepEqual(batch(`${record(1)}\r\n${record(2)}`).map((answer) => answer.id), [1, 2]);
});

test("what is no record is answered with an error, and the run goes on", () => {
	const answers = batch(Buffer.concat([Buffer.from('no json\n\n{"id":7}\n'), Buffer.from([0x22, 0xff, 0x22, 10]), Buffer.from(`${record(8)}\n`)]));
	assert.deepEqual(answers.map((answer) => [answer.id, answer.error?.field]), [[null, null], [null, null], [7, "tool"], [null, null], [8, undefined]]);
	for (const { error } of answers.slice(0, 4)) assert.equal(typeof error.message, "string");
});

test("nothing in, nothing out", () => {
	assert.deepEqual(batch(""), []);
});

test("a line is read over many chunks, and spans count UTF-16", () => {
	const [long, wide] = batch(`${record(1, `echo ${"x".repeat(200_000)}`)}\n${record(2, "echo 😀; cat /etc/é")}\n`);
	assert.equal(long.coverage.kind, "full");
	assert.deepEqual(wide.accesses[0].span, [13, 19]);
});

test("an answer comes before the next line is asked for", async () => {
	const child = spawn(process.execPath, [program, "analyze", "--batch"], { stdio: ["pipe", "pipe", "inherit"] });
	for (const id of [1, 2]) {
		child.stdin.write(`${record(id)}\n`);
		const [data] = await once(child.stdout, "data");
		assert.equal(JSON.parse(data).id, id);
	}
	child.stdin.end();
	assert.deepEqual(await once(child, "exit"), [0, null]);
});

test("whoever reads may stop reading", async () => {
	const child = spawn(process.execPath, [program, "analyze", "--batch"], { stdio: ["pipe", "pipe", "inherit"] });
	child.stdin.on("error", () => {});
	child.stdin.write(`${record(1)}\n`.repeat(20_000));
	await once(child.stdout, "data");
	child.stdout.destroy();
	assert.deepEqual(await once(child, "exit"), [0, null]);
});

test("explain says in words what would happen", () => {
	const { status, stdout } = run(["explain", "--cwd", "/tmp", "cat /etc/hosts > out"]);
	assert.equal(status, 0);
	assert.match(stdout, /\/etc\/hosts/);
	assert.match(stdout, /ask/);
	const windows = run(["explain", "--platform", "win32", "--cwd", "C:\\p", 'cat "C:\\x" 2>/dev/null']);
	assert.match(windows.stdout, /C:\\x/);
	assert.doesNotMatch(windows.stdout, /dev/);
});

test("explain goes by Pi's own files, or by the one that is named", () => {
	const verdict = (...options) => /verdict: (\w+)/.exec(run(["explain", ...options, "cat /etc/hosts"]).stdout)[1];
	assert.equal(verdict(), "ask");
	const file = put("loose.json", '{\n\t// outside too\n\t"permission": { "*": "allow", "external_directory": "allow" },\n}');
	assert.equal(verdict("--config", file), "allow");
	put("agent/extensions/foregate.json", '{ "permission": { "external_directory": "deny" } }');
	assert.equal(verdict(), "deny");
	put("project/.pi/extensions/foregate.json", '{ "permission": { "*": "allow", "external_directory": "allow" } }');
	assert.equal(verdict("--cwd", "project"), "deny");
	assert.equal(verdict("--cwd", "project", "--trust"), "allow");
	fs.rmSync(path.join(home, "agent"), { recursive: true });
});

test("doctor says what is in force; what is broken is named with its place, and the status is 1", () => {
	const well = run(["doctor"]);
	assert.equal(well.status, 0, well.stderr);
	assert.match(well.stdout, /No problem was found/);
	const broken = run(["doctor", "--config", put("broken.json", '{\n\t"permission": { "bash": 1 }\n}')]);
	assert.equal(broken.status, 1);
	assert.match(broken.stdout, /broken\.json:2:\d+: permission\.bash /);
	const explained = run(["explain", "--config", path.join(home, "broken.json"), "ls"]);
	assert.match(explained.stderr, /^foregate: error {4}.*broken\.json:2:\d+: /);
});

test("migrate prints a foregate.json, which foregate reads without a problem", () => {
	const peer = put("peer.json", '{ "permission": { "*": "ask", "bash": { "git status": "allow" } }, "yoloMode": true }');
	const { status, stdout, stderr } = run(["migrate", peer]);
	assert.equal(status, 0, stderr);
	assert.match(stdout, /"git status": "allow"/);
	assert.match(stderr, /^foregate: .*yoloMode/);
	assert.match(run(["doctor", "--config", put("migrated.json", stdout)]).stdout, /No problem was found/);
	put("agent/extensions/pi-permission-system/config.json", fs.readFileSync(peer, "utf8"));
	assert.equal(run(["migrate"]).stdout, stdout);
	assert.equal(run(["migrate", put("no.json", "{")]).status, 2);
	fs.rmSync(path.join(home, "agent"), { recursive: true });
});

test("help and version", () => {
	assert.match(run(["--help"]).stdout, /^foregate: /);
	assert.equal(run(["--version"]).stdout, `foregate ${manifest.version}\n`);
});

test("a command line that means nothing: status 2 and a sentence", () => {
	for (const args of [[], ["frobnicate"], ["analyze"], ["analyze", "--batch", "x"], ["explain"], ["explain", "a", "b"], ["--odd"],
		["explain", "--config", "/nowhere/x.json", "ls"], ["explain", "--platform", "plan9", "--cwd", "/", "ls"], ["explain", "--cwd"],
		["explain", "--batch", "ls"], ["doctor", "x"], ["doctor", "--platform", "win32"], ["migrate", "a", "b"], ["migrate", "/nowhere/x.json"], ["migrate"]]) {
		const { status, stdout, stderr } = run(args);
		assert.equal(status, 2, args.join(" "));
		assert.equal(stdout, "");
		assert.match(stderr, /^foregate: \S.*\n/);
	}
});

test("explain says that a command has to be quoted, and that a directory has to be there", () => {
	for (const [args, says] of [
		[["explain", "rm", "-rf", "x"], /quote it/],
		[["explain", "--confg", "x", "ls"], /'--confg'/],
		[["explain", "--cwd", path.join(home, "nowhere"), "ls"], /there is no directory/],
	]) {
		const { status, stderr } = run(args);
		assert.equal(status, 2);
		assert.match(stderr, says);
	}
});
