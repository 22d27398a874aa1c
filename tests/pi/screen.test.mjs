// The question on a real screen of 80 columns and 24 rows: Pi's own terminal interface, in tmux.
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { testInPi, withDirectory } from "./pi.mjs";
import { noScreen, onScreen } from "./screen.mjs";

const bash = (command) => ({ tool: "bash", input: { command } });
const long = Array.from({ length: 60 }, (_, i) => `: '\u001b[2J\u202e'; cat /etc/${"long-".repeat(40)}${i}`).join("\n");
/** A key counts after a pause. */
const pause = () => setTimeout(700);

/** Runs a script on a screen for as long as `body` takes, and gives what the model read. */
async function played(prepare, options, body) {
	return withDirectory(async (directory) => {
		const prepared = await prepare(directory, options);
		try {
			await onScreen(prepared, async (screen) => {
				screen.type("go");
				screen.press("Enter");
				await body(screen);
				await screen.see(/ done/);
			});
		} finally {
			await prepared.model.stop();
		}
		return prepared.model.calls().map((call) => call.read);
	});
}

testInPi("a long command with control characters leaves the question and its keys on the screen", async ({ prepare }) => {
	const [read] = await played(prepare, { script: [bash(long)] }, async (screen) => {
		const shown = await screen.see(/n deny/);
		const question = shown.slice(shown.indexOf("────"), shown.lastIndexOf("────"));
		assert.ok(question.split("\n").length <= 12, shown);
		for (const part of [/foregate: may bash do this\?/, /read {2}\/etc\/long-/, /more rows/, /\\x1b\[2J\\u\{202e\}/, /y allow once/, /v view/]) assert.match(question, part);
		await pause();
		screen.press("v");
		assert.match(await screen.see(/rows 1 to/), /Esc back/);
		screen.press("Space");
		assert.match(await screen.see(/rows 1\d to/), /foregate: may bash do this\?/);
		screen.press("Escape");
		await screen.see(/more rows/);
		screen.press("Escape");
	});
	assert.match(read, /^foregate: /);
}, { skip: noScreen });

testInPi("keys: no is Enter, yes, for the session, and who types when the question comes up does not answer it", async ({ prepare }) => {
	const script = ["/etc/hostname", "/etc/hostname", "/etc/hostname", "/etc/passwd", "/etc/passwd"].map((file) => bash(`head -c 5 ${file}`));
	const reads = await played(prepare, { script }, async (screen) => {
		await screen.see(/n deny/);
		screen.type("yyy"); // Too early.
		await pause();
		assert.match(screen.shown(), /y allow once/);
		screen.press("Enter");
		await setTimeout(300);
		for (const key of ["y", "s", "r"]) {
			await screen.see(/v view/);
			await pause();
			screen.press(key);
			await setTimeout(300);
		}
		await screen.see(/why not\?/);
		screen.type("use the other file");
		screen.press("Enter");
		await setTimeout(300);
		await screen.see(/v view/);
		screen.press("C-c");
	});
	const [no, yes, session, why, cancelled] = reads;
	assert.match(no, /^foregate: The user did not allow it\./);
	for (const read of [yes, session]) assert.doesNotMatch(read, /foregate/);
	assert.match(why, /^foregate: .*use the other file$/);
	assert.match(cancelled, /^foregate: /);
}, { skip: noScreen });

testInPi("what removes a whole disk is seen below a long here-document, and is allowed once or not at all", async ({ prepare }) => {
	const command = `cat > notes <<'E'\n${"line\n".repeat(9)}E\nrm -rf /\ntrue`;
	await played(prepare, { script: [bash(command)] }, async (screen) => {
		const shown = await screen.see(/n deny/);
		for (const part of [/delete {2}\/ {2}\(outside the project; the whole disk\)/, /rm -rf \//, /only be allowed once: .*the whole disk/, /y allow once/]) assert.match(shown, part);
		assert.doesNotMatch(shown, /this session|always/);
		await pause();
		screen.press("s", "a", "n");
	});
}, { skip: noScreen });

testInPi("Escape leads back from the reason, which is typed in sight of the command; what was approved is said", async ({ prepare }) => {
	const [read] = await played(prepare, { script: [bash("head -c 5 /etc/hostname")] }, async (screen) => {
		await screen.see(/n deny/);
		await pause();
		screen.press("r");
		const field = await screen.see(/why not\?/);
		assert.match(field, /read {2}\/etc\/hostname/);
		screen.type("no");
		screen.press("Escape");
		await screen.see(/n deny/);
		await pause();
		screen.press("a");
		assert.match(await screen.see(/g allow always/), /in every project: (~\/|\S*\/)agent\/extensions\/foregate\.json/);
		screen.press("Escape");
		await screen.see(/v view/);
		await pause();
		screen.press("s");
		await screen.see(/1 rule for this session \(\/foregate approvals\)/);
	});
	assert.doesNotMatch(read, /foregate/);
}, { skip: noScreen });

testInPi("a broken file is named in the question, and not offered", async ({ prepare }) => {
	const agent = { "extensions/foregate.json": '{\n\t"permission": { "bash": "alow" }\n}' };
	await played(prepare, { agent, script: [bash("cat package.json")] }, async (screen) => {
		const shown = await screen.see(/n deny/);
		assert.match(shown, /foregate\.json:2:\d+ is broken and allows nothing/);
		await pause();
		screen.press("a");
		assert.doesNotMatch(await screen.see(/p allow always/), /g allow always/);
		screen.press("n");
	});
}, { skip: noScreen });

testInPi("what /foregate says fits a screen", async ({ prepare }) => {
	await withDirectory(async (directory) => {
		const prepared = await prepare(directory, { script: [] });
		try {
			await onScreen(prepared, async (screen) => {
				for (const [command, expected] of [["", /guards this session/], ["rules external_directory_read", /allow {2}\/opt\/\* +preset/], ["explain cat /etc/hosts", /\/etc\/hosts/], ["doctor", /No problem/]]) {
					screen.type(`/foregate ${command}`.trim());
					await setTimeout(300);
					screen.press("Escape"); // The completions.
					screen.press("Enter");
					const shown = await screen.see(expected);
					if (process.env.FOREGATE_SHOW) console.log(shown);
				}
			});
		} finally {
			await prepared.model.stop();
		}
	});
}, { skip: noScreen });
