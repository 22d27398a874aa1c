// A subagent's question on its way to the parent's user, and what must not pass for an answer.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once as event } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { forward, listen, routeFrom } from "../../npm/dist/subagent.js";
import { root, testInPi, withDirectory } from "./pi.mjs";
import { modelArgument } from "./model.mjs";

const prompt = {
	tool: "bash",
	text: "cat /etc/hosts",
	asks: [{ verb: "read", subject: "/etc/hosts", place: "outside the project", span: [4, 14], message: "This command reads /etc/hosts." }],
	approvals: [{ surface: "external_directory", pattern: "/etc/hosts", action: "allow" }],
	lasting: ["paths outside the project:  /etc/hosts"],
	once: null,
};
const route = { parent: "the-parent", child: "the-child", name: "reviewer" };
const once = { kind: "once" };
const nobody = { kind: "deny", by: "nobody" };
const quick = { patience: 0.5 };

const box = (agentDir) => path.join(agentDir, "extensions/foregate/questions");
const files = (agentDir) => fs.readdirSync(box(agentDir));

/** The one file of `kind`, once it is there. */
async function appears(agentDir, kind) {
	for (let tries = 0; tries < 100; tries++) {
		const name = fs.existsSync(box(agentDir)) && files(agentDir).find((name) => name.endsWith(`.${kind}`));
		if (name) return path.join(box(agentDir), name);
		await setTimeout(20);
	}
	assert.fail(`no ${kind}`);
}

/** `body` with an agent directory and a parent that serves with `serve`. */
async function served(serve, body) {
	await withDirectory(async (agentDir) => {
		const stop = listen(agentDir, route.parent, serve);
		try {
			await body(agentDir, stop);
		} finally {
			stop();
		}
	});
}

test("the parent sees the whole question and who asks, the subagent gets the answer, and nothing is left", async () => {
	const seen = [];
	const denied = { kind: "deny", by: "user", reason: "not now" };
	const answers = [once, { kind: "session" }, denied];
	const serve = async (...question) => answers[seen.push(question) - 1];
	await served(serve, async (agentDir) => {
		for (const answer of answers) assert.deepEqual(await forward(agentDir, route, prompt), answer);
		assert.deepEqual(seen[0].slice(0, 2), [prompt, route]);
		assert.deepEqual(files(agentDir), []);
		assert.equal(fs.statSync(box(agentDir)).mode & 0o777, 0o700);
	});
});

test("two subagents at once get each its own answer", async () => {
	const serve = async ({ text }) => (text === "a" ? once : { kind: "deny", by: "user" });
	await served(serve, async (agentDir) => {
		const ask = (text) => forward(agentDir, route, { ...prompt, text });
		assert.deepEqual((await Promise.all([ask("a"), ask("b"), ask("a")])).map(({ kind }) => kind), ["once", "deny", "once"]);
	});
});

test("no parent, a parent that ends, and one that fails are a no", async () => {
	await withDirectory(async (agentDir) => {
		assert.deepEqual(await forward(agentDir, route, prompt, quick), nobody);
		assert.deepEqual(files(agentDir), []);
	});
	await served(() => new Promise(() => {}), async (agentDir, stop) => {
		const asked = forward(agentDir, route, prompt);
		await appears(agentDir, "asked");
		stop();
		assert.deepEqual(await asked, nobody);
	});
	await served(() => Promise.reject(new Error("no dialog")), async (agentDir) => {
		assert.deepEqual(await forward(agentDir, route, prompt), nobody);
	});
});

test("a time limit and an abort are a no, and the parent's question ends too", async () => {
	const ended = [];
	const serve = (_prompt, _route, signal) => new Promise((resolve) => {
		signal.addEventListener("abort", () => resolve({ kind: "deny", by: "abort" }));
		signal.addEventListener("abort", () => ended.push(true));
	});
	await served(serve, async (agentDir) => {
		assert.deepEqual(await forward(agentDir, route, prompt, { timeout: 0.6 }), { kind: "deny", by: "timeout" });
		const controller = new AbortController();
		const asked = forward(agentDir, route, prompt, { signal: controller.signal });
		await appears(agentDir, "asked");
		controller.abort();
		assert.deepEqual(await asked, { kind: "deny", by: "abort" });
		await setTimeout(500);
		assert.equal(ended.length, 2);
		assert.deepEqual(files(agentDir), []);
	});
});

test("the question of a subagent that was killed ends, and is not put again", async () => {
	let count = 0;
	const serve = (_prompt, _route, signal) => (count++, new Promise((resolve) => signal.addEventListener("abort", () => resolve(once))));
	await withDirectory(async (agentDir) => {
		const stop = listen(agentDir, route.parent, serve);
		const module = new URL("../../npm/dist/subagent.js", import.meta.url);
		const script = `import(${JSON.stringify(module)}).then(({ forward }) => forward(...${JSON.stringify([agentDir, route, prompt])}))`;
		const child = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
		const asked = await appears(agentDir, "asked");
		child.kill("SIGKILL");
		await event(child, "close");
		const copy = asked.replace(/asked$/, "question");
		fs.copyFileSync(asked, copy);
		for (const file of [asked, copy]) fs.utimesSync(file, 0, 0);
		await setTimeout(700);
		assert.deepEqual(files(agentDir), []);
		assert.equal(count, 1);
		stop();
	});
});

test("a question to another session is not seen", async () => {
	await served(async () => once, async (agentDir) => {
		assert.deepEqual(await forward(agentDir, { ...route, parent: "another" }, prompt, quick), nobody);
	});
});

test("what is not an answer to this question is a no", async () => {
	const forged = {
		"another question's": ({ answer }) => ({ id: "0".repeat(32), answer }),
		"of no known kind": ({ id }) => ({ id, answer: { kind: "yes" } }),
		"for always": ({ id }) => ({ id, answer: { kind: "always", scope: "global" } }),
		"a text": () => "once",
		"nothing": () => null,
	};
	for (const [name, forge] of Object.entries(forged)) {
		await withDirectory(async (agentDir) => {
			const asked = forward(agentDir, route, prompt);
			const question = await appears(agentDir, "question");
			const { id } = JSON.parse(fs.readFileSync(question, "utf8"));
			fs.writeFileSync(question.replace(/question$/, "answer"), JSON.stringify(forge({ id, answer: once })));
			assert.deepEqual(await asked, nobody, name);
		});
	}
});

test("an answer through a link is a no", async () => {
	await withDirectory(async (agentDir) => {
		const asked = forward(agentDir, route, prompt, quick);
		const question = await appears(agentDir, "question");
		const { id } = JSON.parse(fs.readFileSync(question, "utf8"));
		const elsewhere = path.join(agentDir, "elsewhere");
		fs.writeFileSync(elsewhere, JSON.stringify({ id, answer: once }));
		fs.symlinkSync(elsewhere, question.replace(/question$/, "answer"));
		assert.deepEqual(await asked, nobody);
	});
});

test("a directory that is not this user's alone is not used, by neither side", async () => {
	const serve = async () => once;
	const places = {
		"open to others": (directory) => (fs.mkdirSync(directory), fs.chmodSync(directory, 0o755)),
		"a link": (directory) => (fs.mkdirSync(`${directory}-real`, { mode: 0o700 }), fs.symlinkSync(`${directory}-real`, directory)),
		"a file": (directory) => fs.writeFileSync(directory, ""),
	};
	for (const [name, make] of Object.entries(places)) {
		await served(serve, async (agentDir) => {
			fs.mkdirSync(path.dirname(box(agentDir)), { recursive: true });
			make(box(agentDir));
			assert.deepEqual(await forward(agentDir, route, prompt, quick), nobody, name);
		});
	}
	await served(serve, async (agentDir) => {
		const asked = forward(agentDir, route, prompt, quick);
		fs.chmodSync(box(agentDir), 0o755);
		assert.deepEqual(await asked, nobody, "opened after the question was put");
	});
});

test("what is no question is not put to the user", async () => {
	let count = 0;
	await served(async () => (count++, once), async (agentDir) => {
		const broken = [
			{ ...prompt, asks: "all" },
			{ ...prompt, approvals: [{ surface: "bash", pattern: "*", action: "deny" }] },
			{ ...prompt, tool: 1 },
			{ ...prompt, asks: [{ ...prompt.asks[0], span: [0] }] },
			null,
		];
		for (const question of broken) assert.deepEqual(await forward(agentDir, route, question), nobody);
		assert.deepEqual(await forward(agentDir, route, { ...prompt, text: "x".repeat(5 << 20) }), nobody);
		assert.equal(count, 0);
	});
});

// Extensions that start subagents tell them so: the session that has the user puts its id where they inherit it.
const announce = `
export default (pi) => {
	pi.on("session_start", (_event, ctx) => {
		process.env.PI_SUBAGENT_PARENT_SESSION ??= ctx.sessionManager.getSessionId();
	});
};
`;

testInPi("a subagent in another process: its question is put to the parent's user, named, and the answer is its own alone", async ({ pi, runPi }) => {
	const quoted = [...pi.command, "--no-session", "--model", modelArgument, "-e", path.join(root, "npm"), "-p", "go"].map((word) => `'${word}'`).join(" ");
	const bash = (command) => ({ tool: "bash", input: { command, timeout: 60 } });
	const cat = bash("cat notes.txt");
	const permission = { "*": "allow", external_directory: "allow", bash: { "cat *": "ask" } };
	const agent = { "extensions/foregate.json": { permission }, "extensions/announce.js": announce };
	const child = [cat, cat, cat, bash("cat other.txt"), "the subagent is done"];
	const { calls, questions, stderr } = await runPi({
		agent,
		project: { "notes.txt": "notes", "other.txt": "other" },
		script: [bash(`PI_SUBAGENT_NAME=scout ${quoted}`), ...child, cat],
		answers: ["Allow once", "Allow for this session", "Deny", "Deny"],
	});
	const [subagent, once, session, again, no, own] = calls.map((call) => call.read);
	assert.match(subagent, /the subagent is done/, stderr);
	for (const read of [once, session, again]) assert.equal(read, "notes");
	assert.match(no, /^foregate: The user did not allow it\./);
	assert.match(own, /^foregate: /);
	for (const { title } of questions.slice(0, 3)) assert.match(title, /subagent scout/);
	assert.doesNotMatch(questions[3].title, /scout/);
	assert.equal(questions.length, 4);
});

// An extension that runs its subagents in Pi's own process, as sessions without a user.
const delegate = `
import { createAgentSession, DefaultResourceLoader, getAgentDir, SessionManager } from "@earendil-works/pi-coding-agent";
export default (pi) => {
	pi.registerTool({
		name: "delegate", label: "delegate", description: "has a subagent do it",
		parameters: { type: "object", properties: {} },
		async execute(_id, _input, _signal, _onUpdate, { cwd, model, modelRegistry }) {
			const resourceLoader = new DefaultResourceLoader({
				cwd, agentDir: getAgentDir(), noExtensions: true, additionalExtensionPaths: [${JSON.stringify(path.join(root, "npm"))}],
				systemPromptOverride: () => '<active_agent name="scout"/>',
			});
			await resourceLoader.reload();
			const { session } = await createAgentSession({ cwd, model, modelRegistry, resourceLoader, sessionManager: SessionManager.inMemory(cwd) });
			await session.bindExtensions({});
			await session.prompt("go");
			session.dispose();
			return { content: [{ type: "text", text: "the subagent is done" }], details: undefined };
		},
	});
};
`;

testInPi("a subagent in the same process: the same, though nothing names its parent", async ({ runPi }) => {
	const cat = { tool: "bash", input: { command: "cat notes.txt" } };
	const permission = { "*": "allow", external_directory: "allow", bash: { "cat *": "ask" } };
	const { calls, questions, stderr } = await runPi({
		agent: { "extensions/foregate.json": { permission }, "extensions/delegate.js": delegate },
		project: { "notes.txt": "notes" },
		script: [{ tool: "delegate", input: {} }, cat, cat, "bye", cat],
		answers: ["Allow once", "Deny", "Allow once"],
	});
	const [subagent, yes, no, own] = calls.map((call) => call.read);
	assert.equal(subagent, "the subagent is done", stderr);
	for (const read of [yes, own]) assert.equal(read, "notes");
	assert.match(no, /^foregate: The user did not allow it\./);
	assert.deepEqual(questions.map(({ title }) => /subagent scout/.test(title)), [true, true, false]);
});

test("the parent is the session with a user in this process, or the one that the environment names", async () => {
	assert.equal(routeFrom("child", {}), undefined);
	assert.equal(routeFrom("parent", { PI_SUBAGENT_PARENT_SESSION: "parent" }), undefined, "it says so to others");
	assert.deepEqual(routeFrom("child", { PI_SUBAGENT_PARENT_SESSION: " parent ", PI_SUBAGENT_NAME: "scout" }), { parent: "parent", child: "child", name: "scout" });
	assert.equal(routeFrom("child", { PI_AGENT_ROUTER_PARENT_SESSION_ID: "parent" }, "scout").name, "scout");
	await served(async () => once, () => assert.equal(routeFrom("child", { PI_SUBAGENT_PARENT_SESSION: "parent" }).parent, route.parent));
	assert.equal(routeFrom("child", {}), undefined);
});
