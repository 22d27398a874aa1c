// What the package predicts for the recorded commands, held against what they really touched.
import assert from "node:assert/strict";
import { test } from "node:test";
import { RECORDED, readCommands, readRecords } from "./corpus.mjs";
import { predict } from "./predict.mjs";
import { broken, missLines, score } from "./score.mjs";

const cases = readRecords(RECORDED);

/** Each a little beside what is reached: raise them with it. */
const GATES = { "min-recall": 0.988, "min-write-recall": 0.99, "min-precision": 0.977, "min-roots": 1, "max-silent": 0, "max-false": 0.031 };

test("every recorded command is one of commands.txt, and nearly all of these are recorded", () => {
	const commands = new Map(readCommands().map(({ id, command }) => [id, command]));
	for (const { id, command } of cases) assert.equal(commands.get(id), command);
	assert.ok(cases.length >= 0.97 * commands.size, `${cases.length} of ${commands.size}`);
});

test("predictions hold the gates on every recorded command", () => {
	const { figures, wrong } = score(cases, predict(cases));
	assert.deepEqual(wrong.absent, []);
	const failures = broken(figures, GATES);
	assert.deepEqual(failures, [], `${failures.join("; ")}\n${missLines(wrong).join("\n")}`);
});

const touch = (path, op, kind = "literal") => ({ path, op, ops: [op], kind, by: ["x"] });
const recorded = (id, command, touched_external, exit = 0) => ({ id, command, cwd: "/p", home: "/h", touched_external, touched_all: touched_external.map(({ path }) => path), find_roots: [], exit });
const scored = (records, predictions, options) => score(records, new Map(predictions.map((prediction) => [prediction.id, prediction])), options).figures;

test("the scorer counts what is missed, silent, false and imprecise", () => {
	const figures = scored(
		[recorded(1, "cat /a", [touch("/a", "read")]), recorded(2, "rm /b", [touch("/b", "unlink")]), recorded(3, "echo /c", []), recorded(4, "x", [touch("/d", "read", "implicit")])],
		[{ id: 1, external: ["/a"], asks: true }, { id: 2, external: [], asks: false }, { id: 3, external: ["/c"], asks: true }, { id: 4, external: [], asks: false }],
	);
	assert.deepEqual(Object.fromEntries(["paths", "writes", "silent", "false", "precision"].map((name) => [name, [figures[name].part, figures[name].whole]])), {
		paths: [1, 2],
		writes: [0, 1],
		silent: [1, 2],
		false: [1, 2],
		precision: [1, 2],
	});
	assert.deepEqual(broken(figures, { "min-recall": 0.5, "max-silent": 0.4 }), ["silent is 50.00 %, above 40 %"]);
});

test("a glob covers what it matches, a directory what lies below it, and strictly only the former", () => {
	const records = [recorded(1, "cat /a/*.c", [touch("/a/x.c", "read", "derived")]), recorded(2, "rm -r /b", [touch("/b", "unlink"), touch("/b/y/z", "unlink", "derived")])];
	const predictions = [{ id: 1, external: ["/a/*.c"] }, { id: 2, external: ["/b"] }];
	assert.equal(scored(records, predictions).paths.part, 3);
	assert.equal(scored(records, predictions, { strict: true }).paths.part, 2);
});
