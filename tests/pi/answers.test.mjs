// What each answer does, in a real Pi: to this call, to the next, to the configuration, and to what the model reads.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { testInPi, withDirectory } from "./pi.mjs";

const bash = (command) => ({ tool: "bash", input: { command } });
const hostname = bash("cat /etc/hostname");
const texts = ({ calls }) => calls.map((call) => call.read);
const own = "extensions/foregate.json";
const commented = `{
	// Ours.
	"permission": {
		"*": "allow",
		"external_directory": {
			"*": "ask", // Everywhere else.
		},
	},
}
`;

testInPi("yes, no, and a yes for the session, which ends with it", async ({ runPi }) => {
	const { calls, questions } = await runPi({
		script: [bash("find / -name x"), hostname, hostname, hostname, hostname, "bye", hostname],
		prompts: ["go", { type: "new_session" }, "go"],
		answers: ["Allow once", "Deny", "Allow for this session", "Deny"],
	});
	const [find, yes, no, session, again, after] = calls.map((call) => call.read);
	assert.match(find, /^foregate: /);
	for (const read of [yes, session, again]) assert.doesNotMatch(read, /foregate/);
	for (const read of [no, after]) assert.match(read, /^foregate: The user did not allow it\. .*\/etc\/hostname/s);
	assert.equal(questions.length, 4, "the fifth call is covered by the session's approval, the new session by none");
});

testInPi("always, in every project: the user's file has the rule, its comments stay, and the next session asks no more", async ({ runPi }) => {
	await withDirectory(async (directory) => {
		const file = path.join(directory, "agent", own);
		const { questions, calls } = await runPi({
			directory,
			agent: { [own]: commented },
			script: [hostname, hostname, "bye", hostname],
			prompts: ["go", { type: "new_session" }, "go"],
			answers: ["Always allow in every project"],
		});
		assert.equal(questions.length, 1);
		for (const { read } of calls) assert.doesNotMatch(read, /foregate/);
		const text = fs.readFileSync(file, "utf8");
		for (const part of [/\/\/ Ours\./, /\/\/ Everywhere else\./, /\/etc\/hostname/]) assert.match(text, part);
	});
});

testInPi("always, in this project: only a trusted project is offered it", async ({ runPi }) => {
	await withDirectory(async (directory) => {
		const options = { directory, project: { ".pi/settings.json": {} }, script: [hostname, hostname], answers: ["Always allow in this project"] };
		const trusted = await runPi({ ...options, args: ["--approve"] });
		assert.equal(trusted.questions.length, 1);
		const text = fs.readFileSync(path.join(directory, "project/.pi", own), "utf8");
		assert.match(text, /\/etc\/hostname/);
		assert.ok(!fs.existsSync(path.join(directory, "agent", own)));
		const untrusted = await runPi({ ...options, args: ["--no-approve"] });
		assert.equal(untrusted.questions.length, 2, "the rule in the project's file does not count, and cannot be written");
		for (const { options } of untrusted.questions) assert.ok(!options.includes("Always allow in this project"));
	});
});

testInPi("the reason of a no is what the model reads", async ({ runPi }) => {
	const result = await runPi({ script: [hostname], answers: ["Deny with a reason", "Use the name in config.toml."] });
	assert.deepEqual(result.questions.map(({ method }) => method), ["select", "input"]);
	assert.match(texts(result)[0], /^foregate: .*Use the name in config\.toml\./s);
});

testInPi("nobody answers: after promptTimeout that is a no, and an abort ends the question", async ({ runPi }) => {
	const agent = { [own]: { permission: { "*": "allow", external_directory: "ask" }, promptTimeout: 1 } };
	const answers = [() => undefined, ({ send }) => void send({ type: "abort" }), "Allow once"];
	const result = await runPi({ agent, answers, script: [hostname, hostname, hostname], prompts: ["go", "go"] });
	const [late, aborted, after] = texts(result);
	assert.match(late, /^foregate: .*Nobody answered within 1 second/s);
	assert.doesNotMatch(aborted ?? "", /^\S+\n$/, "an aborted call has not run");
	assert.equal(result.questions.length, 3);
	assert.doesNotMatch(after, /foregate/);
	assert.equal(result.exitCode, 0);
});
