// Runs the real Pi, offline, against a scripted model, in a home and a project of its own, and tells what happened.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { fileURLToPath } from "node:url";
import { modelArgument, modelsJson, startModel } from "./model.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const host = process.env.FOREGATE_PI_HOST ?? path.join(root, "tests/pi/host");
const node = path.join(host, "node_modules/node/bin/node");
const cli = path.join(host, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");

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

/** A model, an agent directory and a project in `directory`, and the command that starts Pi with them. */
export async function prepare(directory, options) {
	const { script, extension = path.join(root, "npm"), agent = {}, project = {}, links = {} } = options;
	const agentDir = path.join(directory, "agent");
	const cwd = path.join(directory, "project");
	fs.mkdirSync(cwd, { recursive: true });
	const model = await startModel(script);
	const quiet = { quietStartup: true, enableInstallTelemetry: false, retry: { enabled: false }, compaction: { enabled: false } };
	const { "settings.json": settings = {}, ...agentFiles } = agent;
	writeFiles(agentDir, {
		"models.json": modelsJson(model.url),
		"settings.json": typeof settings === "string" ? settings : { ...quiet, ...settings },
		...agentFiles,
	});
	writeFiles(cwd, project);
	for (const [name, target] of Object.entries(links)) fs.symlinkSync(target, path.join(cwd, name));

	const inherited = Object.entries(process.env).filter(([name]) => !/^PI_|^NODE_TEST|_API_KEY$/.test(name));
	const own = { HOME: directory, PI_CODING_AGENT_DIR: agentDir, PI_OFFLINE: "1", PI_TELEMETRY: "0" };
	return {
		model,
		command: [node, cli, "--no-session", "--model", modelArgument, "-e", extension, ...(options.args ?? [])],
		cwd,
		env: { ...Object.fromEntries(inherited), ...own, ...options.env },
	};
}

/**
 * One run of Pi.
 *
 * script     the model's turns (model.mjs)
 * answers    for each question in turn: the option to choose, `null` to close it, a function of the question
 * mode       "rpc" (has dialogs) or "print" (has none)
 * extension  what `-e` names; the built package if left out
 * agent      files of the agent directory, project: files of the project; a value that is no string is written as JSON
 * links      { name: target }: links in the project
 *
 * Gives { calls: [{ tool, input, read }], questions: [{ title, options }], notices, text, exitCode, stderr }.
 */
export async function runPi(options) {
	return withDirectory(async (directory) => {
		const { answers = [], mode = "rpc" } = options;
		const { model, command, cwd, env } = await prepare(directory, options);
		const [program, ...args] = [...command, ...(mode === "rpc" ? ["--mode", "rpc"] : ["-p", "go"])];
		const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
		const result = { calls: [], questions: [], notices: [], text: "", stderr: "", exitCode: null };
		const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
		const patience = setTimeout(() => child.kill("SIGKILL"), 1000 * (options.patience ?? 120));
		child.stdin.on("error", () => {});
		child.stderr.on("data", (data) => (result.stderr += data));

		function answer({ id, title, options }) {
			const next = answers[result.questions.length] ?? null;
			result.questions.push({ title, options });
			const value = typeof next === "function" ? next({ title, options, send }) : next;
			if (value === undefined) return;
			send({ type: "extension_ui_response", id, ...(value === null ? { cancelled: true } : { value }) });
		}
		readline.createInterface({ input: child.stdout }).on("line", (line) => {
			if (mode !== "rpc") {
				result.text += `${line}\n`;
				return;
			}
			const event = JSON.parse(line);
			if (event.type === "agent_settled") child.stdin.end();
			else if (event.type === "extension_ui_request" && event.method === "select") answer(event);
			else if (event.type === "extension_ui_request" && event.method === "notify") result.notices.push(event.message);
			else if (event.type === "extension_error") result.stderr += `${event.error}\n`;
		});
		if (mode === "rpc") send({ id: "go", type: "prompt", message: "go" });
		else child.stdin.end();
		result.exitCode = await new Promise((resolve) => child.on("close", resolve));
		clearTimeout(patience);
		await model.stop();
		result.calls = model.calls();
		return result;
	});
}
