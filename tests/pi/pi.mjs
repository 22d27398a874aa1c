// Runs a real Pi, offline, against a scripted model, in a home and a project of its own, and tells what happened.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { modelArgument, modelsJson, startModel } from "./model.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const installed = (file) => path.join(root, "tests/pi", file);
const node = installed("host/node_modules/node/bin/node");
const cli = (host, file) => installed(`${host}/node_modules/@earendil-works/pi-coding-agent/dist/${file}`);

/** The Pis that are driven: the newest that foregate knows, and the oldest that it is for. FOREGATE_PI names one of them. */
export const pis = [
	{ version: "1.6.0", command: [node, cli("host", "bundle/cli.js")] },
	{ version: "0.79.10", command: [node, cli("host-0.79", "cli.js")] },
].filter(({ version }) => version === (process.env.FOREGATE_PI ?? version));

/** A test in each Pi. `body` gets `runPi` and `prepare` with that Pi, its version, and node:test's own context. */
export function testInPi(title, body, settings = {}) {
	for (const pi of pis) {
		const bound = {
			version: pi.version,
			pi,
			runPi: (options) => runPi({ pi, ...options }),
			prepare: (directory, options) => prepare(directory, { pi, ...options }),
		};
		test(`${title} (Pi ${pi.version})`, settings, (context) => body(bound, context));
	}
}

/** A directory that is gone when `body` is done. */
export async function withDirectory(body) {
	const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "foregate-")));
	try {
		return await body(directory);
	} finally {
		fs.rmSync(directory, { recursive: true, force: true });
	}
}

export function writeFiles(directory, files) {
	for (const [name, content] of Object.entries(files)) {
		const file = path.join(directory, name);
		fs.mkdirSync(path.dirname(file), { recursive: true });
		fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
	}
}

/** The environment of a Pi that has its home in `directory` and inherits nothing of another Pi. */
export function environment(directory, more = {}) {
	const inherited = Object.entries(process.env).filter(([name]) => !/^PI_|^NODE_TEST|_API_KEY$/.test(name));
	const own = { HOME: directory, PI_CODING_AGENT_DIR: path.join(directory, "agent"), PI_OFFLINE: "1", PI_TELEMETRY: "0" };
	return { ...Object.fromEntries(inherited), ...own, ...more };
}

/** A model, an agent directory and a project in `directory`, and the command that starts Pi with them. */
export async function prepare(directory, options) {
	const { pi = pis[0], script, extension = path.join(root, "npm"), agent = {}, project = {}, links = {} } = options;
	const agentDir = path.join(directory, "agent");
	const cwd = path.join(directory, "project");
	fs.mkdirSync(cwd, { recursive: true });
	const model = await startModel(script);
	const quiet = {
		quietStartup: true,
		enableInstallTelemetry: false,
		lastChangelogVersion: "99.0.0",
		retry: { enabled: false },
		compaction: { enabled: false },
	};
	const { "settings.json": settings = {}, ...agentFiles } = agent;
	writeFiles(agentDir, {
		"models.json": modelsJson(model.url),
		"settings.json": typeof settings === "string" ? settings : { ...quiet, ...settings },
		...agentFiles,
	});
	writeFiles(cwd, project);
	for (const [name, target] of Object.entries(links)) fs.symlinkSync(target, path.join(cwd, name));
	const extensions = [extension].flat().flatMap((file) => ["-e", file]);
	return {
		model,
		command: [...pi.command, "--no-session", "--model", modelArgument, ...extensions, ...(options.args ?? [])],
		agentDir,
		cwd,
		env: environment(directory, options.env),
	};
}

/** What is said to a Pi in RPC mode, and what it says. `onEvent` gets every message that answers no request. */
class Rpc {
	#child;
	#pending = new Map();
	#requests = 0;

	constructor(child, onEvent) {
		this.#child = child;
		child.stdin.on("error", () => {});
		child.on("close", () => this.#pending.forEach((answer) => answer({ success: false, error: "Pi has ended" })));
		readline.createInterface({ input: child.stdout }).on("line", (line) => {
			const event = JSON.parse(line);
			if (event.type === "response" && this.#pending.has(event.id)) this.#pending.get(event.id)(event);
			else onEvent(event);
		});
	}

	send(message) {
		this.#child.stdin.write(`${JSON.stringify(message)}\n`);
	}

	request(message) {
		const id = `request-${this.#requests++}`;
		return new Promise((resolve) => {
			this.#pending.set(id, resolve);
			this.send({ id, ...message });
		});
	}

	/** Does what `message` wants, to the end. A string is a prompt. The versions end a run with different events: the state is asked. */
	async perform(message) {
		if (typeof message === "function") return message();
		const response = await this.request(typeof message === "string" ? { type: "prompt", message } : message);
		for (let busy = response.success; busy; ) {
			const { success, data } = await this.request({ type: "get_state" });
			busy = success && (data.isStreaming || data.pendingMessageCount > 0);
			if (busy) await setTimeout(20);
		}
		return response;
	}
}

const DIALOGS = new Set(["select", "confirm", "input", "editor"]);

/**
 * One run of Pi.
 *
 * pi         one of `pis`; the newest if left out
 * script     the model's turns (model.mjs)
 * prompts    what the user says, one after the other: a text, or in RPC mode a command of Pi's protocol, or a function that is called
 *            between the others. "go" if left out
 * answers    for each question in turn: the option to choose or the text to enter, `null` to close it, a function of the question
 * mode       "rpc" (has dialogs), "json" or "print" (have none)
 * extension  what `-e` names, or a list of that; the built package if left out
 * agent      files of the agent directory, project: files of the project; a value that is no string is written as JSON
 * links      { name: target }: links in the project
 * directory  where home and project are made; one that is gone afterwards if left out
 *
 * Gives { calls: [{ tool, input, read }], questions: [{ method, title, options }], notices, responses, tools, system, text,
 * exitCode, stderr }. `tools` are those that the model was offered, `system` the prompt that it read.
 */
export async function runPi(options) {
	if (options.directory === undefined) return withDirectory((directory) => runPi({ ...options, directory }));
	const { answers = [], mode = "rpc", prompts = ["go"] } = options;
	const { model, command, cwd, env } = await prepare(options.directory, options);
	const modeArguments = { rpc: ["--mode", "rpc"], json: ["--mode", "json", ...prompts], print: ["-p", ...prompts] }[mode];
	const [program, ...args] = [...command, ...modeArguments];
	const limit = { timeout: 1000 * (options.patience ?? 120), killSignal: "SIGKILL" };
	const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], ...limit });
	const result = { calls: [], questions: [], notices: [], responses: [], text: "", stderr: "", exitCode: null };
	child.stderr.on("data", (data) => (result.stderr += data));
	const ended = new Promise((resolve) => child.on("close", resolve));

	if (mode === "rpc") {
		const rpc = new Rpc(child, (event) => {
			if (event.type === "extension_error") result.stderr += `${event.error}\n`;
			if (event.type !== "extension_ui_request") return;
			const { id, method, title, message, options } = event;
			if (method === "notify") result.notices.push(message);
			if (!DIALOGS.has(method)) return;
			const question = { method, title, options, send: (message) => rpc.send(message) };
			const next = answers[result.questions.length] ?? null;
			result.questions.push({ method, title, options });
			const value = typeof next === "function" ? next(question) : next;
			if (value === undefined) return;
			rpc.send({ type: "extension_ui_response", id, ...(value === null ? { cancelled: true } : { value }) });
		});
		for (const prompt of prompts) result.responses.push(await rpc.perform(prompt));
	} else child.stdout.on("data", (data) => (result.text += data));
	child.stdin.end();
	result.exitCode = await ended;
	await model.stop();
	Object.assign(result, { calls: model.calls(), ...model.offered() });
	return result;
}
