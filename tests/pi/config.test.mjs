// Where the configuration comes from, in a real Pi, and what happens when it is broken.
import assert from "node:assert/strict";
import { testInPi } from "./pi.mjs";

const bash = (command) => ({ tool: "bash", input: { command } });
const texts = ({ calls }) => calls.map((call) => call.read);
const own = "extensions/foregate.json";

testInPi("a broken file is named with its place, and every call is asked about", async ({ runPi }) => {
	const agent = { [own]: '{\n\t"permission": {\n\t\t"*": allow\n\t}\n}\n' };
	const result = await runPi({ script: [bash("echo one"), bash("echo two")], answers: ["Allow once", "Deny"], agent });
	assert.match(result.notices.join("\n"), /foregate\.json:3:\d+: .*what the file would allow is asked about/s);
	const [one, two] = texts(result);
	assert.equal(one, "one\n");
	assert.match(two, /^foregate: /);
});

testInPi("a value that means nothing is named with its file and its key", async ({ runPi }) => {
	const agent = { [own]: { permission: { bash: 1 } } };
	const result = await runPi({ script: [bash("echo one")], answers: ["Deny"], agent });
	assert.match(result.notices.join("\n"), /foregate\.json:1:\d+: permission\.bash /);
	assert.equal(result.questions.length, 1);
});

testInPi("a broken file without a user blocks, and Pi goes on", async ({ runPi }) => {
	const result = await runPi({ mode: "print", script: [bash("echo one"), "bye"], agent: { [own]: "{" } });
	assert.match(texts(result)[0], /^foregate: .*Nobody can be asked/s);
	assert.match(result.stderr, /foregate\.json:1:\d+: /);
	assert.match(result.text, /bye/);
	assert.equal(result.exitCode, 0);
});

testInPi("what stands where a file should is named, and waited for by nobody", async ({ runPi }) => {
	const agent = { [`${own}/x`]: "", "extensions/pi-permission-system/config.json": " ".repeat(2 << 20) };
	const result = await runPi({ script: [bash("echo one")], answers: ["Deny"], agent });
	assert.match(result.notices.join("\n"), /foregate\.json: .*no regular file/);
	assert.match(texts(result)[0], /^foregate: /);
});

testInPi("rules of the user's own", async ({ runPi }) => {
	const agent = { [own]: { permission: { "*": "allow", external_directory: { "*": "ask", "/etc/*": "allow" }, bash: { "rm *": "deny" } } } };
	const result = await runPi({ script: [bash("cat /etc/hostname"), bash("rm -f x")], agent });
	const [cat, rm] = texts(result);
	assert.doesNotMatch(cat, /foregate/);
	assert.match(rm, /^foregate: /);
	assert.deepEqual(result.questions, []);
});

testInPi("a project that Pi trusts has its say, one that it does not has none", async ({ runPi }) => {
	const project = { [`.pi/${own}`]: { permission: { "*": "allow", external_directory: "allow" } } };
	const script = [bash("cat /etc/hostname")];
	const trusted = await runPi({ script, project, args: ["--approve"] });
	assert.deepEqual(trusted.questions, []);
	const untrusted = await runPi({ script, project, args: ["--no-approve"], answers: ["Deny"] });
	assert.equal(untrusted.questions.length, 1);
});

testInPi("blockFindRoot and defaultTimeout come from Pi's settings, the project's keys first", async ({ runPi }) => {
	const agent = { "settings.json": { blockFindRoot: { forbiddenPaths: ["/usr"], blockBash: true }, defaultTimeout: 60 } };
	const project = { ".pi/settings.json": { defaultTimeout: 1 } };
	const result = await runPi({ script: [bash("find /usr/share"), bash("sleep 5")], agent, project, args: ["--approve"] });
	const [find, sleep] = texts(result);
	assert.match(find, /^foregate: /);
	assert.match(sleep, /timed out after 1 seconds/);
});

testInPi("a key without effect is named at start", async ({ runPi }) => {
	const result = await runPi({ script: ["hello"], agent: { [own]: { permission: { "*": "allow" }, odd: true } } });
	assert.match(result.notices.join("\n"), /odd/);
});
