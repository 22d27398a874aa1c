// Holds predictions against what was recorded.
//
//     node tests/oracle/score.mjs RECORDED.jsonl PREDICTIONS.jsonl [--strict] [--misses N] [GATES]
//
// A prediction is `{id, external: [path], findRoots: [path], asks: bool}`. Gates fail the run (exit 1):
// --min-recall, --min-write-recall, --min-precision, --min-roots, --max-silent, --max-false, each a fraction.
//
//   recall      of the literal and derived touches, those that a prediction covers: the same path, a glob that
//               matches, or a directory above that the run touched itself or the command names. --strict: the same path or a matching glob
//   silent      of the cases that touched something outside, those that would have been allowed
//   false       of the cases that touched nothing outside and ended with 0, those that would have been asked about
//   precision   of the paths predicted for runs that ended with 0, those that the run touched
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readRecords } from "./corpus.mjs";

export const MODES = ["read", "write", "unlink", "exec", "chdir", "stat"];
const COUNTED = new Set(["literal", "derived"]);
const MERGED = [["/var/run", "/run"], ...["bin", "sbin", "lib", "lib64"].map((name) => [`/${name}`, `/usr/${name}`])];

const below = (name, directory) => name === directory || name.startsWith(directory === "/" ? "/" : `${directory}/`);

/** One spelling for each path: absolute, without `.` and `..`, and with /bin as /usr/bin. */
function normal(name, home) {
	let full = name.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, home);
	if (full.startsWith("/")) full = path.posix.normalize(full).replace(/(.)\/$/, "$1");
	const link = MERGED.find(([from]) => below(full, from));
	return link ? link[1] + full.slice(link[0].length) : full;
}

const GLOB = /[*?[{]/;

/** The expression that a glob means: `*` stays in its directory, `**` does not. What lies below a match is matched. */
function expression(glob) {
	const source = glob.replace(/\\(.)|\*\*|\*|\?|\[([^\]]*)\]|\{([^}]*)\}|[.+^$()|\\[\]{}]/g, (token, escaped, set, list) => {
		if (escaped !== undefined) return escaped.replace(/\W/g, "\\$&");
		if (token === "**") return ".*";
		if (token === "*") return "[^/]*";
		if (token === "?") return "[^/]";
		if (set) return `[${set.replace(/^!/, "^").replace(/[\\\]]/g, "\\$&")}]`;
		if (list !== undefined) return `(?:${list.split(",").map((item) => item.replace(/[.+^$()|\\[\]{}?]/g, "\\$&").replaceAll("*", "[^/]*")).join("|")})`;
		return `\\${token}`;
	});
	try {
		return new RegExp(`^${source}(/.*)?$`, "s");
	} catch {
		return null;
	}
}

/** The directory that a glob cannot leave. */
function fixedPart(glob) {
	const head = glob.slice(0, glob.search(GLOB));
	return head.slice(0, Math.max(head.lastIndexOf("/"), head.startsWith("/") ? 1 : 0)) || "/";
}

/** Whether the prediction of `predicted` warned of `touch`. */
function covers(predicted, touch, { touched, command, home }, strict) {
	const forms = [touch.path, ...(touch.lex ?? [])].map((form) => normal(form, home));
	const glob = GLOB.test(predicted);
	const matcher = glob ? expression(predicted) : null;
	const fixed = glob ? fixedPart(predicted) : null;
	return forms.some((form) => {
		if (form === predicted) return true;
		if (matcher?.test(form) || (glob && form === fixed)) return true;
		if (strict) return false;
		if (glob && fixed !== "/" && touched.has(fixed) && below(form, fixed)) return true;
		if (below(form, predicted) && (touched.has(predicted) || (predicted !== "/" && command.includes(path.basename(predicted))))) return true;
		return (touch.random_child || (touch.list && form !== "/")) && path.dirname(predicted) === form;
	});
}

/** Counts as `part` of `whole`. */
class Ratio {
	part = 0;
	whole = 0;
	add(hit) {
		this.whole++;
		if (hit) this.part++;
	}
	get value() {
		return this.whole ? this.part / this.whole : null;
	}
	toString() {
		return this.whole ? `${((100 * this.part) / this.whole).toFixed(1)} % (${this.part}/${this.whole})` : "-";
	}
}

const equal = (a, b) => a.size === b.size && [...a].every((item) => b.has(item));

/** All figures, and the cases that went wrong: `{case, missed | extra | asked}`. */
export function score(cases, predictions, { strict = false } = {}) {
	const names = ["paths", "literal", "derived", "writes", "cases", "silent", "silentWrites", "unnamed", "false", "falseAll", "precision", "symlink", "roots"];
	const figures = Object.fromEntries(names.map((name) => [name, new Ratio()]));
	const modes = Object.fromEntries(MODES.map((mode) => [mode, new Ratio()]));
	const wrong = { missed: [], extra: [], asked: [], roots: [], absent: [] };
	for (const record of cases) {
		const prediction = predictions.get(record.id);
		if (!prediction) wrong.absent.push(record);
		const { external = [], findRoots, asks = external.length > 0 } = prediction ?? {};
		const { home } = record;
		const predicted = [...new Set(external.filter((name) => name && !name.startsWith("*")).map((name) => normal(name, home)))];
		const touched = new Set([...record.touched_all, ...record.touched_external.map((touch) => touch.path)].map((name) => normal(name, home)));
		const context = { touched, command: record.command, home };
		const covered = (touch) => predicted.some((name) => covers(name, touch, context, strict));
		const counted = record.touched_external.filter(({ kind }) => COUNTED.has(kind));
		const missed = [];
		for (const touch of counted) {
			const hit = covered(touch);
			if (!hit) missed.push(touch);
			figures.paths.add(hit);
			figures[touch.kind].add(hit);
			modes[touch.op]?.add(hit);
			if (touch.ops.includes("write") || touch.ops.includes("unlink")) figures.writes.add(hit);
		}
		for (const touch of record.touched_external) if (touch.kind === "symlink") figures.symlink.add(covered(touch));
		if (counted.length > 0) {
			figures.cases.add(missed.length === 0);
			figures.silent.add(!asks);
			figures.unnamed.add(predicted.length === 0);
			if (counted.some(({ ops }) => ops.includes("write") || ops.includes("unlink"))) figures.silentWrites.add(!asks);
			if (missed.length > 0 || !asks) wrong.missed.push({ record, missed, predicted, silent: !asks });
		} else if (record.touched_external.every(({ kind }) => kind !== "symlink")) {
			// Where a link led out of the directory, being asked is right.
			figures.falseAll.add(asks);
			if (record.exit === 0) figures.false.add(asks);
			if (asks) wrong.asked.push({ record, predicted });
		}
		for (const name of predicted) {
			const hit = touched.has(name) || record.touched_external.some((touch) => covers(name, touch, context, strict));
			if (record.exit === 0) figures.precision.add(hit);
			if (!hit) wrong.extra.push({ record, predicted: name });
		}
		if (findRoots && record.find_roots.length > 0) {
			const same = equal(new Set(findRoots.map((name) => normal(name, home))), new Set(record.find_roots.map((name) => normal(name, home))));
			figures.roots.add(same);
			if (!same) wrong.roots.push({ record, findRoots });
		}
	}
	return { figures, modes, wrong };
}

const RANK = ["unlink", "write", "exec", "read", "chdir", "stat"];
const worst = ({ missed }) => Math.min(RANK.length, ...missed.map(({ op }) => RANK.indexOf(op)));

/** The misses, silent ones first, then what destroys, then short ones, one line each. */
export function missLines(wrong, limit = Infinity) {
	const brief = (command) => command.replaceAll("\n", "\\n").slice(0, 150);
	const clean = (record) => Number(record.exit !== 0);
	const misses = wrong.missed.toSorted((a, b) => Number(b.silent) - Number(a.silent) || worst(a) - worst(b) || a.record.command.length - b.record.command.length);
	const short = (list) => list.toSorted((a, b) => clean(a.record) - clean(b.record) || a.record.command.length - b.record.command.length);
	return [
		...misses.slice(0, limit).map(({ record, missed, silent }) => `${silent ? "silent" : "missed"}  ${brief(record.command)}  ->  ${missed.slice(0, 3).map((touch) => `${touch.op} ${touch.path}`).join(", ")}`),
		...short(wrong.asked).slice(0, limit).map(({ record, predicted }) => `false   ${brief(record.command)}  ->  ${predicted.slice(0, 3).join(", ") || "asked, no path named"}${record.exit ? ` (exit ${record.exit})` : ""}`),
		...short(wrong.extra).slice(0, limit).map(({ record, predicted }) => `extra   ${brief(record.command)}  ->  ${predicted}${record.exit ? ` (exit ${record.exit})` : ""}`),
		...wrong.roots.slice(0, limit).map(({ record, findRoots }) => `roots   ${brief(record.command)}  ->  ${findRoots.join(" ") || "none"}, not ${record.find_roots.join(" ")}`),
	];
}

/** How many missed paths each program has, most first. */
export function missesByProgram(wrong) {
	const count = new Map();
	for (const { missed } of wrong.missed) for (const touch of missed) for (const by of new Set(touch.by)) count.set(by, (count.get(by) ?? 0) + 1);
	return [...count].sort((a, b) => b[1] - a[1]);
}

export const GATES = {
	"min-recall": ({ paths }) => paths.value,
	"min-write-recall": ({ writes }) => writes.value,
	"min-precision": ({ precision }) => precision.value,
	"min-roots": ({ roots }) => roots.value,
	"max-silent": ({ silent }) => silent.value,
	"max-false": (figures) => figures.false.value,
};

/** What of `limits` (`{"max-silent": 0.01}`) the figures do not hold, one sentence each. */
export function broken(figures, limits) {
	return Object.entries(limits).flatMap(([gate, limit]) => {
		const value = GATES[gate](figures) ?? (gate.startsWith("min") ? 1 : 0);
		const fails = gate.startsWith("min") ? value < limit : value > limit;
		return fails ? [`${gate.slice(4)} is ${(100 * value).toFixed(2)} %, ${gate.startsWith("min") ? "below" : "above"} ${100 * limit} %`] : [];
	});
}

function main() {
	const gateOptions = Object.fromEntries(Object.keys(GATES).map((gate) => [gate, { type: "string" }]));
	const { values, positionals } = parseArgs({ allowPositionals: true, options: { strict: { type: "boolean" }, misses: { type: "string", default: "20" }, ...gateOptions } });
	const [recorded, predicted] = positionals;
	const predictions = new Map(readRecords(predicted).map((prediction) => [prediction.id, prediction]));
	const { figures, modes, wrong } = score(readRecords(recorded), predictions, values);
	for (const [name, ratio] of [...Object.entries(figures), ...Object.entries(modes).map(([mode, ratio]) => [`  ${mode}`, ratio])]) console.log(`${name.padEnd(14)}${ratio}`);
	if (wrong.absent.length > 0) console.log(`no prediction for ${wrong.absent.length} cases`);
	for (const line of missLines(wrong, Number(values.misses))) console.log(line);
	const failures = broken(figures, Object.fromEntries(Object.keys(GATES).filter((gate) => values[gate]).map((gate) => [gate, Number(values[gate])])));
	for (const failure of failures) console.error(failure);
	process.exitCode = failures.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
