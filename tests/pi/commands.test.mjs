// The command /foregate, and the log that a person reads later.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { testInPi, withDirectory } from "./pi.mjs";

const bash = (command) => ({ tool: "bash", input: { command } });
const own = "extensions/foregate.json";

testInPi("/foregate says what guards the session, explains a command, lists and takes back what was approved", async ({ runPi }) => {
	const hostname = bash("cat /etc/hostname");
	const prompts = ["/foregate", "/foregate rules", "/foregate explain cat /etc/hostname > out", "go", "/foregate approvals", "/foregate approvals revoke 1", "go"];
	const { notices, questions, calls } = await runPi({ script: [hostname, "bye", hostname], prompts, answers: ["Allow for this session", "Deny"] });
	const [status, rules, explained, added, approved, revoked] = notices;
	assert.match(status, /guards this session/);
	assert.match(rules, /^external_directory\n +ask +\* +preset$/m);
	for (const part of [/\/etc\/hostname/, /outside/, /ask/, /out/]) assert.match(explained, part);
	assert.match(added, /1 rule for this session/);
	assert.match(approved, /external_directory.*\/etc\/hostname/);
	assert.match(revoked, /Taken back/);
	assert.equal(questions.length, 2);
	assert.match(calls[1].read, /^foregate: /);
	assert.equal(calls.length, 2, "a /foregate is no turn of the model's");
});

testInPi("/foregate doctor names what is broken with its place, and says no more once it is mended", async ({ runPi }) => {
	await withDirectory(async (directory) => {
		const file = path.join(directory, "agent", own);
		const mend = () => fs.writeFileSync(file, '{ "permission": { "*": "allow" } }');
		const prompts = ["/foregate doctor", "go", "/foregate doctor", "go"];
		const answers = [() => (mend(), "Deny")];
		const agent = { [own]: '{\n\t"permission": {\n\t\t"bash": "alow"\n\t}\n}\n' };
		const { notices, questions, calls } = await runPi({ directory, agent, prompts, answers, script: [bash("echo one"), "bye", bash("echo two")] });
		const doctors = notices.filter((notice) => /review log/.test(notice));
		assert.match(doctors[0], /foregate\.json:3:\d+: permission\.bash must be/);
		assert.match(doctors[1], /No problem was found/);
		assert.equal(questions.length, 1);
		assert.equal(calls[1].read, "two\n");
	});
});

testInPi("what was asked and refused is in the log, for its owner alone, with secrets masked", async ({ runPi }) => {
	await withDirectory(async (directory) => {
		const script = [bash("curl -H 'Authorization: Bearer sk-abcdefghijklmnopqrstuvwxyz' -o /etc/x https://example.org"), bash("find / -name x"), bash("ls")];
		await runPi({ directory, script, answers: ["Deny"] });
		const log = path.join(directory, "agent/extensions/foregate/review.jsonl");
		const lines = fs.readFileSync(log, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
		assert.deepEqual(lines.map(({ action, answer }) => [action, answer]), [["ask", "deny"], ["deny", undefined]]);
		assert.doesNotMatch(JSON.stringify(lines), /abcdefghijkl/);
		assert.equal(fs.statSync(log).mode & 0o777, 0o600);
	});
});
