// Where the configuration comes from, in a real Pi, and what happens when it is broken.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runPi } from "./pi.mjs";

const bash = (command) => ({ tool: "bash", input: { command } });
const texts = ({ calls }) => calls.map((call) => call.read);
const own = "extensions/foregate.json";

test("a broken file is named with its place, and every call is asked about", async () => {
	const agent = { [own]: '{\n\t"permission": {\n\t\t"*": "allow",\n\t}\n}\n' };
	const result = await runPi({ script: [bash("echo one"), bash("echo two")], answers: ["Allow once", "Deny"], agent });
	assert.match(result.notices.join("\n"), /foregate\.json:4:\d+: /);
	assert.match(result.questions[0].title.replace(/\s+/g, ""), /foregate\.json:4:/);
	const [one, two] = texts(result);
	assert.equal(one, "one\n");
	assert.match(two, /^foregate: /);
});

test("a value that means nothing is named with its file and its key", async () => {
	const agent = { [own]: { permission: { bash: 1 } } };
	const result = await runPi({ script: [bash("echo one")], answers: ["Deny"], agent });
	assert.match(result.notices.join("\n"), /foregate\.json: permission\.bash: /);
	assert.equal(result.questions.length, 1);
});

test("a broken file without a user blocks, and Pi goes on", async () => {
	const result = await runPi({ mode: "print", script: [bash("echo one"), "bye"], agent: { [own]: "{" } });
	assert.match(texts(result)[0], /^foregate: the configuration is broken/);
	assert.match(result.text, /bye/);
	assert.equal(result.exitCode, 0);
});

test("rules of the user's own", async () => {
	const agent = { [own]: { permission: { "*": "allow", external_directory: { "*": "ask", "/etc/*": "allow" }, bash: { "rm *": "deny" } } } };
	const result = await runPi({ script: [bash("cat /etc/hostname"), bash("rm -f x")], agent });
	const [cat, rm] = texts(result);
	assert.doesNotMatch(cat, /foregate/);
	assert.match(rm, /^foregate: /);
	assert.deepEqual(result.questions, []);
});

test("a project that Pi trusts has its say, one that it does not has none", async () => {
	const project = { [`.pi/${own}`]: { permission: { "*": "allow", external_directory: "allow" } } };
	const script = [bash("cat /etc/hostname")];
	const trusted = await runPi({ script, project, args: ["--approve"] });
	assert.deepEqual(trusted.questions, []);
	const untrusted = await runPi({ script, project, args: ["--no-approve"], answers: ["Deny"] });
	assert.equal(untrusted.questions.length, 1);
});

test("blockFindRoot and defaultTimeout come from Pi's settings, the project's keys first", async () => {
	const agent = { "settings.json": { blockFindRoot: { forbiddenPaths: ["/usr"], blockBash: true }, defaultTimeout: 60 } };
	const project = { ".pi/settings.json": { defaultTimeout: 1 } };
	const result = await runPi({ script: [bash("find /usr/share"), bash("sleep 5")], agent, project, args: ["--approve"] });
	const [find, sleep] = texts(result);
	assert.match(find, /^foregate: /);
	assert.match(sleep, /timed out after 1 seconds/);
});

test("a key without effect is named at start", async () => {
	const result = await runPi({ script: ["hello"], agent: { [own]: { permission: { "*": "allow" }, odd: true } } });
	assert.match(result.notices.join("\n"), /odd/);
});
