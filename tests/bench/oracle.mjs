// What the package predicts, held against what real commands touched, beside a naive baseline and the leading peer:
//
//     npm run bench:oracle -- [FOLDER] [--files] [--strict] [--misses N] [--source NAME]
//
// FOLDER holds cases*.jsonl in the format of tests/oracle/recorded.jsonl; without one it is that file. --files also
// gives foregate the tree that stands beside the cases (tree.txt or fixture-tree.txt); otherwise nobody is told of
// files. FOREGATE_BATCH names a program to run in place of `foregate analyze --batch`.
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { RECORDED, readRecords } from "../oracle/corpus.mjs";
import { predict, readTree } from "../oracle/predict.mjs";
import { missesByProgram, missLines, MODES, score } from "../oracle/score.mjs";
import { naive } from "./oracle-baseline.mjs";
import { peer } from "./oracle-peer.mjs";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { files: { type: "boolean" }, strict: { type: "boolean" }, misses: { type: "string", default: "15" }, source: { type: "string" } },
});
const folder = positionals[0];
const sources = folder ? fs.readdirSync(folder).filter((name) => /^cases.*\.jsonl$/.test(name)).sort().map((name) => path.join(folder, name)) : [RECORDED];
if (sources.length === 0) throw new Error(`no cases*.jsonl in ${folder}`);
const cases = sources.flatMap(readRecords).filter(({ source }) => !values.source || source.startsWith(values.source));
const tree = values.files ? ["tree.txt", "fixture-tree.txt"].map((name) => path.join(folder ?? path.dirname(RECORDED), name)).find((file) => fs.existsSync(file)) : undefined;
if (values.files && !tree) throw new Error("--files, but no tree.txt beside the cases");

const guards = { foregate: predict(cases, { files: tree && readTree(tree) }) };
const rival = await peer();
if (rival) {
	guards["peer 20.7.3"] = new Map();
	for (const record of cases) guards["peer 20.7.3"].set(record.id, await rival(record));
} else console.log("The peer is not installed: npm ci --prefix tests/bench/peer --ignore-scripts --legacy-peer-deps\n");
guards.naive = new Map(cases.map((record) => [record.id, naive(record)]));
const results = Object.fromEntries(Object.entries(guards).map(([name, predictions]) => [name, score(cases, predictions, values)]));

const row = (what, cells) => console.log(`| ${what.padEnd(44)} | ${cells.map((cell) => String(cell).padEnd(20)).join(" | ")} |`);
const rows = {
	"cases with every path covered": ({ figures }) => figures.cases,
	"path recall": ({ figures }) => figures.paths,
	"  literal": ({ figures }) => figures.literal,
	"  derived": ({ figures }) => figures.derived,
	...Object.fromEntries(MODES.map((mode) => [`  ${mode}`, ({ modes }) => modes[mode]])),
	"write recall": ({ figures }) => figures.writes,
	"silent: touched outside, not asked": ({ figures }) => figures.silent,
	"  of them that write or delete": ({ figures }) => figures.silentWrites,
	"touched outside, no path outside named": ({ figures }) => figures.unnamed,
	"precision, runs that ended with 0": ({ figures }) => figures.precision,
	"false: nothing outside, asked; ended with 0": ({ figures }) => figures.false,
	"  whatever they ended with": ({ figures }) => figures.falseAll,
	"reached through a link alone": ({ figures }) => figures.symlink,
	"find roots, exact": ({ figures }) => figures.roots,
};
const outside = results.foregate.figures.silent.whole;
console.log(`${cases.length} commands, ${outside} of which touched something outside; file system ${tree ? "given to foregate" : "not given"}${values.strict ? "; strict" : ""}\n`);
row("", Object.keys(results));
row("-".repeat(44), Object.keys(results).map(() => "-".repeat(20)));
for (const [what, cell] of Object.entries(rows)) row(what, Object.values(results).map(cell));
console.log("\nMissed paths by program:");
for (const [name, { wrong }] of Object.entries(results)) console.log(`  ${name.padEnd(12)}${missesByProgram(wrong).slice(0, 12).map(([program, count]) => `${program} ${count}`).join(", ") || "none"}`);
console.log("\nWhat foregate got wrong, worst first:");
for (const line of missLines(results.foregate.wrong, Number(values.misses))) console.log(`  ${line}`);
