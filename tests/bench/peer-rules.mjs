// The peer's own extension on the cases of tests/cases/peer.toml: does it answer as they say?
//
//   npm run bench:peer
//
// Each case is a session of its own, in which the peer is told of one tool call, as Pi would tell it. It reads the case's
// configuration from a file, and is asked nothing but what it would do: a question is answered with no.
import { readFileSync } from "node:fs";
import fs from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parse } from "smol-toml";

const home = fileURLToPath(new URL("peer/", import.meta.url));
const { createJiti } = await import(pathToFileURL(createRequire(path.join(home, "package.json")).resolve("jiti")).href);
const host = fileURLToPath(new URL("peer-host.mjs", import.meta.url));
const alias = Object.fromEntries(["pi-coding-agent", "pi-tui"].map((name) => [`@earendil-works/${name}`, host]));
const extension = createJiti(import.meta.url, { alias });
const { default: start } = await extension.import(path.join(home, "node_modules/@gotgenes/pi-permission-system/src/index.ts"));

const { defaults, case: cases } = parse(readFileSync(new URL("../cases/peer.toml", import.meta.url), "utf8"));
const agentDir = await fs.mkdtemp(path.join(os.tmpdir(), "peer-"));
process.env.PI_CODING_AGENT_DIR = agentDir;
const file = path.join(agentDir, "extensions/pi-permission-system/config.json");
await fs.mkdir(path.dirname(file), { recursive: true });

async function answer({ tool = "bash", command, input = { command }, config, cwd, home }) {
	process.env.HOME = home;
	const { permission } = config;
	await fs.writeFile(file, JSON.stringify({ permission }));
	const handlers = {};
	const names = ["bash", "read", "write", "edit", "grep", "find", "ls", "mcp", tool];
	let asked = false;
	const no = async () => ((asked = true), undefined);
	const ignored = () => {};
	start({
		on: (name, handler) => (handlers[name] = handler),
		events: { on: () => ignored, emit: ignored },
		getAllTools: () => names.map((name) => ({ name })),
		getActiveTools: () => names,
		setActiveTools: ignored,
		registerCommand: ignored,
		registerFlag: ignored,
		getFlag: ignored,
	});
	const ctx = {
		cwd,
		hasUI: true,
		mode: "rpc",
		ui: { notify: ignored, setStatus: ignored, select: no, confirm: no, input: no, custom: no },
		sessionManager: { getSessionId: () => "s", getSessionFile: ignored, getSessionDir: () => agentDir, getEntries: () => [], getBranch: () => [] },
		getSystemPrompt: () => "",
		isProjectTrusted: () => true,
	};
	await handlers.session_start({ reason: "startup" }, ctx);
	const result = await handlers.tool_call({ toolName: tool, toolCallId: "c", input }, ctx);
	await handlers.session_shutdown?.({}, ctx);
	return asked ? "ask" : result?.block ? "deny" : "allow";
}

let run = 0;
let wrong = 0;
for (const own of cases) {
	const expected = own.peer ?? own.action;
	if (expected === "") continue;
	run++;
	const got = await answer({ ...defaults, ...own });
	if (got !== expected) {
		wrong++;
		console.log(`${own.name}: the case says ${expected}, the peer ${got}`);
	}
}
await fs.rm(agentDir, { recursive: true });
console.log(`${run} of ${cases.length} cases run on the peer, ${wrong} of them otherwise than they say`);
process.exit(wrong === 0 ? 0 : 1);
