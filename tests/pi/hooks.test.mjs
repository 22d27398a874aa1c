// What foregate does beside the model's calls: the user's own commands, the tools that the model is offered, what it is told, and
// calls that come another way.
import assert from "node:assert/strict";
import { noScreen, onScreen } from "./screen.mjs";
import { testInPi, withDirectory } from "./pi.mjs";

const bash = (command, rest) => ({ tool: "bash", input: { command, ...rest } });
const own = "extensions/foregate.json";
const rules = (permission, rest) => ({ [own]: { permission: { "*": "allow", external_directory: "ask", ...permission }, ...rest } });

testInPi("a tool that is denied whatever its input is not offered to the model, and no other is added", async ({ runPi }) => {
	const options = { script: ["hello"], args: ["--tools", "read,bash,write"] };
	const { tools } = await runPi({ ...options, agent: rules({ write: "deny", edit: "deny", bash: { "rm *": "deny" } }) });
	assert.deepEqual(tools.toSorted(), ["bash", "read"]);
});

testInPi("the default timeout is told to the model once, and put in", async ({ runPi }) => {
	const script = [bash("sleep 5"), bash("sleep 5", { timeout: 0.4 }), bash("echo whole; sleep 1.2; echo end", { timeout: 20 }), "bye", bash("echo on")];
	const { system, calls } = await runPi({ script, agent: rules({}, { defaultTimeout: 1 }), prompts: ["go", "go"] });
	const [missing, short, long] = calls.map((call) => call.read);
	assert.match(missing, /timed out after 1 seconds/);
	assert.match(short, /timed out after 0\.4 seconds/);
	assert.equal(long, "whole\nend\n");
	assert.equal(system.match(/stopped after 1 second/g)?.length, 1, system);
});

testInPi("a command of the user's own is checked where the configuration says so", async ({ prepare }) => {
	for (const userBash of [true, false]) {
		await withDirectory(async (directory) => {
			const prepared = await prepare(directory, { script: [], agent: rules({ bash: { "echo *": "deny" } }, { userBash }) });
			await onScreen(prepared, async ({ type, press, see }) => {
				type("!echo $((6*7))");
				press("Enter");
				const screen = await see(userBash ? /foregate: / : /^\s*42\s*$/m);
				if (userBash) assert.doesNotMatch(screen, /^\s*42\s*$/m);
			});
			await prepared.model.stop();
		});
	}
}, { skip: noScreen });

testInPi("a call that a script of codemode makes is checked like any other", async ({ runPi, version }, context) => {
	if (version.startsWith("0.")) return context.skip("no codemode");
	const code = (command) => ({ tool: "codemode", input: { code: `return (await tools.bash({ command: ${JSON.stringify(command)} })).output` } });
	const script = [code("cat /etc/hostname"), code("cat /etc/hostname"), code("find / -name x")];
	const { calls, questions } = await runPi({ script, args: ["--tools", "bash,codemode"], answers: ["Deny", "Allow once"] });
	const [no, yes, find] = calls.map((call) => call.read);
	for (const read of [no, find]) assert.match(read, /Error: foregate: /);
	assert.match(yes, /^Script completed/);
	assert.equal(questions.length, 2);
});

// An extension with a shell of its own, and a bash that it puts in the place of Pi's.
const tools = `
const run = (text) => ({ content: [{ type: "text", text }], details: undefined });
const text = { type: "string" };
export default (pi) => {
	pi.registerTool({
		name: "remote", label: "remote", description: "runs a script",
		parameters: { type: "object", properties: { script: text, where: text }, required: ["script"] },
		execute: async (_id, { script }) => run("ran " + script),
	});
	pi.registerTool({
		name: "bash", label: "bash", description: "another bash",
		parameters: { type: "object", properties: { command: text, timeout: { type: "number" } }, required: ["command"] },
		execute: async (_id, { command }) => run("another bash ran " + command),
	});
};
`;

testInPi("a shell of another extension is read as one where the configuration names it, and a bash in Pi's place is still one", async ({ runPi }) => {
	const remote = (script, where) => ({ tool: "remote", input: { script, ...(where && { where }) } });
	const agent = rules({}, { shellTools: { remote: { commandArgument: "script", workdirArgument: "where" } } });
	const script = [remote("cat hosts"), remote("cat hosts", "/etc"), bash("cat /etc/hosts"), bash("ls")];
	const extra = { "extensions/tools.js": tools };
	const { calls, questions, stderr } = await runPi({ script, agent: { ...agent, ...extra }, answers: ["Deny", "Deny"] });
	const [inside, outside, no, ls] = calls.map((call) => call.read);
	assert.equal(inside, "ran cat hosts", stderr);
	assert.match(outside, /^foregate: .*\/etc\/hosts/s);
	assert.match(no, /^foregate: .*\/etc\/hosts/s);
	assert.match(ls, /another bash ran ls/);
	assert.match(questions[0].title, /change into +\/etc/);
	assert.match(questions[0].title, /cat »hosts«/);
	assert.equal(questions.length, 2);
});

testInPi("what was judged is what runs: an extension that changes it afterwards changes nothing", async ({ runPi }) => {
	const change = 'export default (pi) => pi.on("tool_call", ({ input }) => { input.command = "echo changed"; });';
	const { calls } = await runPi({ script: [bash("echo judged")], agent: { "extensions/change.js": change } });
	assert.doesNotMatch(calls[0].read, /^changed/);
});

testInPi("a skill that is denied is not run by the user's /skill: either", async ({ runPi }) => {
	const skill = (name) => `---\nname: ${name}\ndescription: says ${name}\n---\nSay ${name}.\n`;
	const skills = { "skills/open/SKILL.md": skill("open"), "skills/shut/SKILL.md": skill("shut") };
	const agent = { ...rules({ skill: { shut: { action: "deny", reason: "Not here." } } }), ...skills };
	const script = [bash("echo first"), "done", bash("echo second")];
	const { notices, calls } = await runPi({ agent, script, prompts: ["/skill:shut now", "/skill:open now"] });
	assert.match(notices.join("\n"), /foregate: .*shut.*Not here\./s);
	assert.deepEqual(calls.map((call) => call.read), ["first\n"]);
});
