// What the question looks like, and what a key does: without Pi, without a screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Dialog, PAUSE } from "../../npm/dist/dialog.js";
import { compose, composeAll, excerpt, fit, marked, plain, visible, wrap } from "../../npm/dist/layout.js";

const write = { verb: "write", subject: "/etc/hosts", place: "outside the project", span: [7, 17], message: "This command writes /etc/hosts." };
const rule = { surface: "external_directory_write", pattern: "/etc/hosts", action: "allow" };
const prompt = (rest = {}) => ({ tool: "bash", text: "date > /etc/hosts", asks: [write], approvals: [rule], lasting: ["writing outside the project:  /etc/hosts"], once: null, ...rest });
const rows = (many) => many.map((text) => [{ text }]);
const numbers = (count) => rows(Array.from({ length: count }, (_, index) => `${index}`));

for (const [text, shown] of [
	["plain text, a\nbreak", "plain text, a\nbreak"],
	["\u001b[2J\u0007\r\t", "\\x1b[2J\\x07\\x0d\\t"],
	["a\u202eb\u2066c\u200bd", "a\\u{202e}b\\u{2066}c\\u{200b}d"],
	["rm\u00a0x\u2003y", "rm\\xa0x\\u{2003}y"],
	["\ud800", "\\u{d800}"],
	["\u{e0041}\u3164", "\\u{e0041}\\u{3164}"],
	["日本\u3000語 ❤\ufe0f", "日本\u3000語 ❤\ufe0f"],
]) {
	test(`shown: ${JSON.stringify(text)}`, () => assert.equal(visible(text), shown));
}

test("a long text is cut in the middle, and never wider than its row", () => {
	assert.equal(fit("/etc/hosts", 20), "/etc/hosts");
	assert.equal(fit("0123456789", 5), "01…89");
	assert.equal(fit("日本語日本語", 7), "日…語");
	assert.equal(fit("a\nb", 9), "a\\nb");
});

test("rows break between words, at line breaks, and in a word that is longer than a row", () => {
	assert.equal(plain(wrap([{ text: "one two three\nfour" }], 8)), "one two \nthree\nfour");
	assert.equal(plain(wrap([{ text: "0123456789" }], 4)), "0123\n4567\n89");
});

test("parts are marked where they are, in any order, one in another", () => {
	assert.equal(plain([marked("cat /a /b", [[7, 9], [4, 6]])]), "cat »/a« »/b«");
	assert.equal(plain([marked("sh -c 'rm x'", [[6, 12], [7, 11]])]), "sh -c »'rm x'«");
	assert.equal(plain(wrap(marked("a 😀 /b", [[5, 7]]), 20)), "a 😀 »/b«");
	assert.equal(plain([marked("ab", [[1, 9]])]), "a»b«");
});

test("what is cut is counted, and what is wanted stays", () => {
	assert.equal(plain(excerpt(numbers(5), 5)), "0\n1\n2\n3\n4");
	assert.equal(plain(excerpt(numbers(60), 5)), "0\n1\n2\n… 56 more rows\n59");
	assert.equal(plain(excerpt(numbers(60), 6, [30])), "0\n… 29 more rows\n30\n31\n… 27 more rows\n59");
	assert.equal(plain(excerpt(numbers(9), 1, [4])), "… 9 more rows");
	for (let limit = 1; limit < 12; limit++) for (const wanted of [[], [0], [7], [59], [3, 40, 41]]) assert.ok(excerpt(numbers(60), limit, wanted).length <= limit);
});

test("the question names the access in words, and marks it in the command", () => {
	assert.equal(plain(compose(prompt(), 76, 9)), "foregate: may bash do this?\n  write  /etc/hosts  (outside the project)\n\n  date > »/etc/hosts«");
	const read = { verb: "read", subject: "/etc/passwd", place: null, span: null, message: "x" };
	assert.equal(plain(compose(prompt({ tool: "read", text: "/etc/passwd", asks: [read] }), 76, 9)), "foregate: may read do this?\n  read  /etc/passwd");
	assert.match(plain(compose(prompt({ from: "the subagent scout" }), 76, 9)), /^foregate: may bash of the subagent scout do this\?/);
});

test("where a path leads has a row of its own if there is room", () => {
	const link = { verb: "read", subject: `/home/ana/shop/${"deep/".repeat(6)}notes.txt`, place: "leads to /etc/passwd, outside the project", span: null, message: "x" };
	const composed = (limit) => plain(compose(prompt({ tool: "read", text: "notes.txt", asks: [link] }), 76, limit));
	assert.equal(composed(9), `foregate: may read do this?\n  read  ${link.subject}\n        (${link.place})\n\n  notes.txt`);
	assert.equal(composed(3).split("\n").length, 3);
});

test("what is asked for and not shown is counted", () => {
	const asks = Array.from({ length: 9 }, (_, i) => ({ ...write, subject: `/etc/${i}`, span: null }));
	assert.match(plain(compose(prompt({ text: "x\n".repeat(20), asks }), 76, 9)), /\/etc\/1 .*\n {2}… 7 more\n/);
});

test("sixty long lines and sixty accesses fit", () => {
	const text = Array.from({ length: 60 }, (_, i) => `cat /etc/${"x".repeat(300)}${i}`).join("\n");
	const asks = Array.from({ length: 60 }, () => ({ ...write, subject: "/etc/".padEnd(300, "x"), span: null }));
	for (const limit of [4, 9, 20]) {
		const composed = compose(prompt({ text, asks }), 76, limit);
		assert.ok(composed.length <= limit);
		for (const row of composed) assert.ok(plain([row]).length <= 76);
	}
	assert.ok(composeAll(prompt({ text, asks }), 76).length > 120);
});

/** A dialog at a clock of its own. */
function dialog(what = prompt(), places = [{ scope: "project", file: "/p/.pi/f.json" }, { scope: "global", file: "/h/f.json" }], height = 24) {
	const choices = [];
	let now = 0;
	const terminal = { rows: () => height, pressed: (data, key) => data === key, paint: (row) => plain([row]), redraw() {}, now: () => now };
	const shown = new Dialog(what, places, terminal, (choice) => choices.push(choice));
	return {
		press(...keys) {
			for (const key of keys) {
				now += PAUSE;
				shown.handleInput(key);
			}
			return choices;
		},
		type(...keys) {
			for (const key of keys) {
				now += PAUSE / 2;
				shown.handleInput(key);
			}
			return choices;
		},
		draw: () => (shown.render(80), shown.render(80).join("\n")),
		end: () => shown.dispose(),
	};
}

for (const [keys, choice] of [
	[["enter"], { kind: "deny" }],
	[["n"], { kind: "deny" }],
	[["escape"], { kind: "deny" }],
	[["ctrl+c"], { kind: "deny" }],
	[["y"], { kind: "once" }],
	[["s"], { kind: "session" }],
	[["r"], { kind: "reason" }],
	[["a", "p"], { kind: "always", scope: "project" }],
	[["a", "g"], { kind: "always", scope: "global" }],
	[["a", "enter"], { kind: "deny" }],
	[["a", "escape", "y"], { kind: "once" }],
	[["v", "y"], { kind: "once" }],
	[["v", "escape", "n"], { kind: "deny" }],
	[["p"], undefined],
	[["x", "Y", "yes"], undefined],
]) {
	test(`the keys ${keys.join(", ")}: ${JSON.stringify(choice)}`, () => {
		const it = dialog();
		it.draw();
		assert.deepEqual(it.press(...keys)[0], choice);
		it.end();
	});
}

test("who is typing when the question comes up does not answer it", () => {
	const it = dialog();
	assert.deepEqual(it.press("y"), [], "nothing was drawn");
	it.draw();
	assert.deepEqual(it.type("s", "a", "y", "enter"), []);
	assert.deepEqual(it.press("y"), [{ kind: "once" }]);
	it.end();
});

test("a no is never too early", () => {
	const it = dialog();
	it.draw();
	assert.deepEqual(it.type("escape"), [{ kind: "deny" }]);
	it.end();
});

test("what is approved for longer was seen: many rules take a second key", () => {
	const approvals = Array.from({ length: 9 }, (_, i) => ({ ...rule, pattern: `/etc/${i}` }));
	const lasting = [`writing outside the project:  ${approvals.map(({ pattern }) => pattern).join("  ")}`];
	const it = dialog(prompt({ approvals, lasting }));
	assert.match(it.draw(), /s and a first show what is allowed from now on \(9 rules\)\./);
	assert.deepEqual(it.press("s"), []);
	assert.match(it.draw(), /from now on:\n {3}writing outside the project: {2}.*\/etc\/8/s);
	assert.deepEqual(it.press("s"), [{ kind: "session" }]);
	it.end();
});

test("the keys are said in words, and what an answer for longer allows", () => {
	const it = dialog();
	it.draw();
	it.press("x");
	assert.equal(
		it.draw().split("\n").slice(1, -1).map((row) => row.slice(1)).join("\n"),
		[
			"foregate: may bash do this?",
			"  write  /etc/hosts  (outside the project)",
			"",
			"  date > »/etc/hosts«",
			"",
			"With s or a, this is allowed from now on:",
			"  writing outside the project:  /etc/hosts",
			"y allow once   s allow for this session   a allow always",
			"n deny (Enter)   r deny and say why   v view everything",
		].join("\n"),
	);
	it.end();
});

test("without a rule to add there is neither session nor always, and it is said why", () => {
	const once = "It can only be allowed once, because no rule would cover just this.";
	const it = dialog(prompt({ approvals: [], lasting: [], once }));
	assert.ok(it.draw().includes(once));
	assert.doesNotMatch(it.draw(), /session|always/);
	assert.deepEqual(it.press("s", "a", "p"), []);
	it.end();
});

test("at most twelve rows of twenty-four, and no more than there are", () => {
	const text = Array.from({ length: 60 }, (_, i) => `cat /etc/${"x".repeat(200)}${i}`).join("\n");
	const long = prompt({ text, asks: Array.from({ length: 60 }, () => write) });
	const it = dialog(long);
	assert.ok(it.draw().split("\n").length <= 12);
	it.press("v");
	assert.ok(it.draw().split("\n").length <= 20);
	assert.match(it.draw(), /rows 1 to 14 of \d+/);
	it.press("space");
	assert.match(it.draw(), /rows 15 to 28 of/);
	it.press(...Array(99).fill("space"));
	assert.match(it.draw(), /rows (\d+) to (\d+) of \2/);
	for (const line of it.draw().split("\n")) assert.ok(line.length <= 80);
	it.end();
});
