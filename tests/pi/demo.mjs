// What foregate does in a real Pi, offline: one call after another by a scripted model, and what became of each.
import fs from "node:fs";
import { runPi } from "./pi.mjs";

const bash = (command, timeout) => ({ tool: "bash", input: { command, ...(timeout && { timeout }) } });
const read = (path) => ({ tool: "read", input: { path } });

// outcome: what must have happened; answers: what the user enters; note: what to look at.
const steps = [
	{ call: bash("find / -name aaa"), outcome: "refused", note: "a search of the whole disk" },
	{ call: bash("cat /etc/hosts"), outcome: "asked", answers: ["Allow once"], note: "the user says yes" },
	{ call: bash("cat /etc/hosts"), outcome: "asked", answers: ["Deny"], note: "the user says no" },
	{ call: bash("D=/etc; cat $D/hostname"), outcome: "asked", answers: ["Allow for this session"], note: "yes, for the session" },
	{ call: bash("wc -l < /etc/hostname"), outcome: "free", note: "which covers the same file" },
	{ call: bash("npm test 2>/dev/null", 30), outcome: "free", note: "nothing to ask about /dev/null" },
	{ call: bash("head -c8 /dev/zero|wc -c"), outcome: "free", note: "nor about /dev/zero" },
	{ call: bash("echo /etc/shadow | tr / _"), outcome: "free", note: "a path in a text is no access" },
	{ call: bash("sleep 5"), outcome: "cut", note: "by the default timeout, here 1 s" },
	{ call: read("file:///etc/passwd"), outcome: "asked", answers: ["Deny"], note: "Pi reads a file: URL as a path" },
	{ call: read("@/etc/passwd"), outcome: "asked", answers: ["Deny with a reason", "Use test/passwd."], note: "and drops a leading @" },
	{ call: read("notes.txt"), outcome: "asked", answers: ["Deny"], note: "a link to /etc/passwd" },
	{ call: read("package.json"), outcome: "free", note: "a file of the project" },
];

const width = 78;
const rule = "─".repeat(width);

/** `text` in lines that fit behind `prefix`. */
function prefixed(prefix, text) {
	const room = new RegExp(`.{1,${width - prefix.length}}(?=\\s|$)|.{1,${width - prefix.length}}`, "g");
	const lines = text.trim().split("\n").filter((line) => line.trim() !== "");
	return lines.flatMap((line) => line.match(room)).map((line, i) => (i === 0 ? prefix : " ".repeat(prefix.length)) + line.trim()).join("\n");
}

const started = Date.now();
console.log("Starting Pi 1.6.0 with foregate, without a configuration, in an empty project …\n");
const result = await runPi({
	script: [...steps.map(({ call }) => call), "done"],
	answers: steps.flatMap(({ answers = [] }) => answers),
	agent: { "settings.json": { defaultTimeout: 1 } },
	project: { "package.json": { name: "demo", version: "1.0.0", scripts: { test: "echo all tests passed" } } },
	links: { "notes.txt": "/etc/passwd" },
});

const counts = { asked: 0, refused: 0, free: 0, cut: 0 };
const wrong = [];
const questions = result.questions.filter(({ method }) => method === "select");
console.log(rule);
for (const [i, { call, outcome, answers, note }] of steps.entries()) {
	const text = result.calls[i]?.read ?? "(Pi did not make the call)";
	const subject = call.input.command ?? call.input.path;
	const asked = questions[0]?.title.replaceAll(/[»«]/g, "").includes(subject) ? questions.shift() : undefined;
	const happened = asked ? "asked" : text.startsWith("foregate:") ? "refused" : /timed out after/.test(text) ? "cut" : "free";
	counts[happened]++;
	if (happened !== outcome) wrong.push(`${call.tool} ${subject}: expected ${outcome}, was ${happened}`);
	console.log(`${happened.padEnd(8)} ${call.tool.padEnd(5)} ${subject.padEnd(26)} ${note}`);
	if (asked) console.log(`  │ ${asked.title.replace(/\n+/g, "\n  │ ")}\n  └ ${answers?.join(": ")}`);
	console.log(`${prefixed("  the model reads: ", text)}\n${rule}`);
}
const passwd = fs.readFileSync("/etc/passwd", "utf8").split("\n")[0];
if (result.calls.some(({ read }) => read?.includes(passwd))) wrong.push("the model read /etc/passwd");
const seconds = ((Date.now() - started) / 1000).toFixed(1);
console.log(`${counts.asked} asked, ${counts.refused} refused, ${counts.free} free, ${counts.cut} cut by the timeout; ${steps.length} calls in ${seconds} s.`);
if (wrong.length > 0 || result.exitCode !== 0) {
	console.error(`\nNot as it should be:\n  ${[...wrong, result.stderr.trim()].filter(Boolean).join("\n  ")}`);
	process.exitCode = 1;
}
