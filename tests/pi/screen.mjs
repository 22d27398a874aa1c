// A screen of 80 columns and 24 rows with a program on it: a private tmux.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";

/** Why there is no screen here, or false: what node:test takes for `skip`. */
export const noScreen = spawnSync("tmux", ["-V"]).error ? "there is no tmux" : false;

let screens = 0;

/** Runs what `prepare` (pi.mjs) gave on a screen for as long as `body` takes. */
export async function onScreen({ command, cwd, env }, body) {
	const socket = `foregate-${process.pid}-${screens++}`;
	const tmux = (...args) => execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { encoding: "utf8", env: { ...env, TERM: "xterm-256color" } });
	const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
	const shown = () => tmux("capture-pane", "-p");
	const screen = {
		shown,
		/** The keys of tmux: `"Enter"`, `"Escape"`, `"C-c"`, `"y"`. */
		press: (...keys) => void tmux("send-keys", ...keys),
		type: (text) => void tmux("send-keys", "-l", text),
		/** What is on the screen, once `expected` is. */
		async see(expected) {
			for (let tries = 0; tries < 300; tries++) {
				const now = shown();
				if (expected.test(now)) return now;
				await setTimeout(100);
			}
			assert.fail(`never on the screen: ${expected}\n${shown()}`);
		},
	};
	try {
		tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", cwd, quoted);
		await screen.see(/scripted/);
		return await body(screen);
	} finally {
		spawnSync("tmux", ["-L", socket, "kill-server"]);
	}
}
