// The question on a real screen of 80 columns and 24 rows: Pi's own terminal interface, in tmux.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { prepare, withDirectory } from "./pi.mjs";

const skip = spawnSync("tmux", ["-V"]).error ? "there is no tmux" : false;
const long = Array.from({ length: 60 }, (_, i) => `cat /etc/${"long-".repeat(40)}${i} # \u001b[2J\u202e`).join("\n");

test("a long command with control characters leaves title and options on the screen", { skip }, async () => {
	await withDirectory(async (directory) => {
		const { model, command, cwd, env } = await prepare(directory, { script: [{ tool: "bash", input: { command: long } }] });
		const socket = `foregate-${process.pid}`;
		const tmux = (...args) => execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { encoding: "utf8", env: { ...env, TERM: "xterm-256color" } });
		const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
		/** The screen, once `expected` is on it. */
		const screen = async (expected) => {
			for (let tries = 0; tries < 300; tries++) {
				const shown = tmux("capture-pane", "-p");
				if (expected.test(shown)) return shown;
				await setTimeout(100);
			}
			assert.fail(`never on the screen: ${expected}\n${tmux("capture-pane", "-p")}`);
		};
		try {
			tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", cwd, quoted);
			await screen(/scripted/);
			tmux("send-keys", "go", "Enter");
			const shown = await screen(/Deny/);
			if (process.env.FOREGATE_SHOW) console.log(shown);
			for (const part of [/foregate: may bash do this\?/, /cat \/etc\/long-/, /more lines/, /Allow once/, /Deny/]) assert.match(shown, part);
			tmux("send-keys", "Escape");
			await screen(/ done/);
		} finally {
			spawnSync("tmux", ["-L", socket, "kill-server"]);
			await model.stop();
		}
		assert.match(model.calls()[0].read, /^foregate: /);
	});
});
