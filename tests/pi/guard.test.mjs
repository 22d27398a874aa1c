// The extension in a real Pi: what is blocked, asked, let through, and what the model and the user read.
import assert from "node:assert/strict";
import { testInPi } from "./pi.mjs";

const bash = (command, rest = {}) => ({ tool: "bash", input: { command, ...rest } });
const read = (path) => ({ tool: "read", input: { path } });
const DENY = "Deny";
const REASON = "Deny with a reason";
const ONCE = "Allow once";
const SESSION = "Allow for this session";
const ALWAYS = ["Always allow in this project", "Always allow in every project"];

/** What the model read for each call. */
const texts = ({ calls }) => calls.map((call) => call.read);

testInPi("a search of the whole disk is refused, by find and by bash, and nobody is asked", async ({ runPi }) => {
	const script = [bash("sudo find / -name aaa"), { tool: "find", input: { pattern: "x", path: "/" } }];
	const result = await runPi({ script, args: ["--tools", "bash,find"] });
	for (const text of texts(result)) assert.match(text, /^foregate: /);
	assert.deepEqual(result.questions, []);
	assert.equal(result.exitCode, 0);
});

testInPi("yes lets the call through, no blocks it, and the model reads why", async ({ runPi }) => {
	const result = await runPi({ script: [bash("cat /etc/hostname"), bash("cat /etc/hostname")], answers: [ONCE, DENY] });
	const [yes, no] = texts(result);
	assert.doesNotMatch(yes, /foregate/);
	assert.match(no, /^foregate: .*\/etc\/hostname/s);
	assert.equal(result.questions.length, 2);
	assert.deepEqual(result.questions[0].options, [DENY, REASON, ONCE, SESSION, ...ALWAYS]);
	assert.match(result.questions[0].title, /^foregate: may bash do this\?\n {2}read {2}\/etc\/hostname {2}\(outside the project\)/);
	assert.match(result.questions[0].title, /cat »\/etc\/hostname«/);
});

testInPi("yes for the session is asked once, and covers no other file", async ({ runPi }) => {
	const script = [bash("cat /etc/hostname"), bash("cat /etc/hostname"), bash("cat /etc/passwd")];
	const result = await runPi({ script, answers: [SESSION, DENY] });
	assert.equal(result.questions.length, 2);
	const [first, second, other] = texts(result);
	assert.equal(first, second);
	assert.match(other, /^foregate: /);
});

testInPi("an answer that is no option, and a closed question, are a no", async ({ runPi }) => {
	const result = await runPi({ script: [bash("cat /etc/hostname"), bash("cat /etc/hostname")], answers: ["allow once", null] });
	assert.equal(result.questions.length, 2);
	for (const text of texts(result)) assert.match(text, /^foregate: /);
});

testInPi("an abort during the question ends the run", async ({ runPi }) => {
	const answers = [({ send }) => void send({ type: "abort" })];
	const result = await runPi({ script: [bash("cat /etc/hostname > out")], answers });
	assert.equal(result.questions.length, 1);
	assert.equal(result.exitCode, 0);
});

testInPi("without a user there is no yes", async ({ runPi }) => {
	const result = await runPi({ mode: "print", script: [bash("cat /etc/hostname"), bash("echo inside")] });
	const [outside, inside] = texts(result);
	assert.match(outside, /^foregate: .*Nobody can be asked/s);
	assert.equal(inside, "inside\n");
	assert.equal(result.exitCode, 0);
});

testInPi("a missing timeout is put in, one that is there stays", async ({ runPi }) => {
	const agent = { "settings.json": { defaultTimeout: 1 } };
	const result = await runPi({ script: [bash("echo a; sleep 4; echo b"), bash("echo a; sleep 2; echo b", { timeout: 20 })], agent });
	const [cut, whole] = texts(result);
	assert.match(cut, /timed out after 1 seconds/);
	assert.equal(whole, "a\nb\n");
});

testInPi("the seven tools do their work inside the project unasked", async ({ runPi }) => {
	const script = [
		{ tool: "write", input: { path: "new.txt", content: "one" } },
		{ tool: "edit", input: { path: "new.txt", edits: [{ oldText: "one", newText: "two" }] } },
		read("new.txt"),
		{ tool: "ls", input: {} },
		bash("cat new.txt 2>/dev/null"),
	];
	const result = await runPi({ script, args: ["--tools", "bash,read,write,edit,find,grep,ls"] });
	assert.deepEqual(result.questions, []);
	const [, , file, list, cat] = texts(result);
	assert.equal(file, "two");
	assert.match(list, /new\.txt/);
	assert.equal(cat, "two");
});

testInPi("a path is judged as Pi resolves it", async ({ runPi }) => {
	const paths = ["file:///etc/hostname", "@/etc/hostname", "link.txt", "~/../../../etc/hostname"];
	const result = await runPi({ script: paths.map(read), answers: paths.map(() => DENY), links: { "link.txt": "/etc/hostname" } });
	assert.equal(result.questions.length, paths.length);
	for (const text of texts(result)) assert.match(text, /^foregate: .*(\/etc\/hostname|link\.txt)/s);
});

testInPi("what a terminal would act on is shown, not sent to it", async ({ runPi }) => {
	const result = await runPi({ script: [bash("cat /etc/hostname # \u001b[2J\u202egnp.exe\u0007")], answers: [DENY] });
	const [{ title }] = result.questions;
	assert.match(title, /\\x1b\[2J\\u\{202e\}gnp\.exe\\x07/);
	assert.doesNotMatch(title, /[\u0000-\u0009\u000b-\u001f\u202e]/);
});

testInPi("a long command leaves the options on a screen of 24 rows", async ({ runPi }) => {
	const command = `cat /etc/hostname\n${Array.from({ length: 60 }, (_, i) => `echo ${"x".repeat(200)}${i}`).join("\n")}`;
	const result = await runPi({ script: [bash(command)], answers: [DENY] });
	const lines = result.questions[0].title.split("\n");
	assert.ok(lines.length <= 10, `${lines.length} rows`);
	assert.ok(lines.every((line) => line.length <= 78));
	assert.match(result.questions[0].title, /»\/etc\/hostname«[\s\S]* more rows\n/);
});

testInPi("Pi's shellCommandPrefix is evaluated with each command", async ({ runPi }) => {
	const agent = { "settings.json": { shellCommandPrefix: "cd /etc" } };
	const result = await runPi({ script: [bash("cat hostname")], answers: [DENY], agent });
	assert.match(texts(result)[0], /^foregate: .*\/etc\/hostname/s);
});
