// Without a user: print and JSON mode, and a run that must not start unguarded.
import assert from "node:assert/strict";
import { testInPi } from "./pi.mjs";

const bash = (command) => ({ tool: "bash", input: { command } });
const own = "extensions/foregate.json";
const script = [bash("cat /etc/hostname"), bash("echo inside"), "bye"];

function assertBlocked({ calls: [outside, inside], exitCode, stderr }) {
	assert.match(outside.read, /^foregate: Not allowed\. Nobody can be asked in this mode\. .*\/etc\/hostname/s);
	assert.equal(inside.read, "inside\n");
	assert.equal(exitCode, 0, stderr);
}

testInPi("print mode: what would be asked is blocked, the model reads what to do instead, and Pi goes on", async ({ runPi }) => {
	const result = await runPi({ mode: "print", script });
	assertBlocked(result);
	assert.equal(result.text, "bye\n");
});

testInPi("JSON mode: the same, and standard output stays JSON, with a broken configuration too", async ({ runPi }) => {
	const result = await runPi({ mode: "json", script });
	assertBlocked(result);
	const broken = await runPi({ mode: "json", script: [bash("echo inside")], agent: { [own]: '{\n\t"permission": \n' } });
	assert.match(broken.calls[0].read, /^foregate: /);
	assert.match(broken.stderr, /foregate\.json:\d+:\d+: /);
	for (const line of [result, broken].flatMap(({ text }) => text.trimEnd().split("\n"))) JSON.parse(line);
});

testInPi("--foregate-require: no run without the guard, and none with a broken configuration", async ({ runPi }) => {
	const args = ["--foregate-require"];
	const run = (options) => runPi({ mode: "print", script: ["hello"], args, ...options });
	const guarded = await run({});
	assert.equal(guarded.exitCode, 0, guarded.stderr);
	assert.match(guarded.text, /hello/);
	for (const options of [{ extension: [] }, { agent: { [own]: "{" } }]) {
		const refused = await run(options);
		assert.notEqual(refused.exitCode, 0);
		assert.match(refused.stderr, /foregate/);
		assert.doesNotMatch(refused.text, /hello/);
	}
});
