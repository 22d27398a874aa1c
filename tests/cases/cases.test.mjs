// The case files of this directory, through the published package: `foregate analyze --batch`.
// README.md says what a case file's keys mean; check.rs is the same for the runners in Rust.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = new URL("./", import.meta.url);
const home = new URL("../../npm/", here);
const { parse } = createRequire(existsSync(new URL("node_modules/smol-toml", home)) ? home : here)("smol-toml");

const CALL = "name command tool input line platform cwd home env files config sources peer".split(" ");
const EXPECT = ("action accesses contains external either noticed commands via findRoots coverage codes reasons reasonsLack " +
  "surfaces patch spans error").split(" ");

// As plain objects: the parser's own have no prototype, and would be equal to nothing.
const load = (name) => JSON.parse(JSON.stringify(parse(readFileSync(new URL(name, here), "utf8"))));
const shared = load("shared.toml");
const cases = readdirSync(here)
  .filter((name) => name.endsWith(".toml") && name !== "shared.toml")
  .sort()
  .flatMap((name) => read(name.slice(0, -".toml".length), load(name)));

function read(file, { defaults = {}, case: all }) {
  return all.map((own) => {
    for (const key of Object.keys(own)) assert.ok(CALL.includes(key) || EXPECT.includes(key), `${file}: ${own.name}: no such key: ${key}`);
    const record = { id: `${file}: ${own.name}`, tool: own.tool ?? null, input: own.input ?? null };
    if ("command" in own) Object.assign(record, { tool: "bash", input: { command: own.command } });
    for (const key of ["platform", "cwd", "home", "env", "files", "config", "sources"]) {
      let value = own[key] ?? defaults[key];
      if (value === undefined || value === "none") continue;
      if (typeof value === "string" && (key === "files" || key === "config")) value = shared[key][value];
      assert.notEqual(value, undefined, `${record.id}: shared.toml has no such ${key}`);
      record[key] = value;
    }
    return { own, record, line: own.line ?? JSON.stringify(record) };
  });
}

const shown = (access) => access.path ?? "(unknown)";
const entry = (access) => `${access.mode}${access.certainty === "possible" ? "?" : ""} ${shown(access)}`;
const sorted = (texts) => [...new Set(texts)].sort();

/** What is expected under `key` and what there is, in a form in which they are equal if the case holds. */
function compare(key, want, answer, cwd = "") {
  // A path of a case is seen from the working directory.
  const path = (text) =>
    text === "." ? cwd : /^([/\\~(]|.:)/.test(text) ? text : `${cwd}${cwd.includes("\\") ? "\\" : "/"}${text}`;
  const absolute = (text) => text.replace(/^(\S+) ([^]*)$/, (_, mode, rest) => `${mode} ${path(rest)}`);
  const { accesses = [], commands = [], coverage = {}, verdict = {} } = answer;
  const reasons = verdict.reasons ?? [];
  const standing = (boundary) => sorted(accesses.filter((a) => a.boundary === boundary).map(shown));
  const named = (part) => JSON.stringify(reasons).includes(JSON.stringify(part).slice(1, -1));
  switch (key) {
    case "accesses": return [sorted(want.map(absolute)), sorted(accesses.map(entry))];
    case "contains": {
      const there = accesses.map(entry);
      return [sorted(want.map(absolute)), want.map(absolute).every((e) => there.includes(e)) ? sorted(want.map(absolute)) : there];
    }
    case "external": return [sorted(want.map(path)), standing("outside")];
    case "either": return [sorted(want.map(path)), standing("either")];
    case "noticed": return [want, accesses.some((a) => a.boundary !== "inside") || coverage.kind !== "full"];
    case "commands": return [want, commands.map((c) => c.canonical)];
    case "via": return [want, commands.map((c) => c.via.join(" > "))];
    case "findRoots": return [want, answer.findRoots];
    case "action": return [want, verdict.action];
    case "coverage": return [want, coverage.kind];
    case "codes": return [sorted(want), sorted(coverage.codes)];
    case "surfaces": return [sorted(want), sorted(reasons.map((r) => r.surface))];
    case "reasons": return [want, want.every(named) ? want : reasons];
    case "reasonsLack": return [want, want.some(named) ? reasons : want];
    case "patch": return [{ ...want }, verdict.input ?? {}]; // the parser's tables have no prototype
    case "spans": {
      const wanted = Object.fromEntries(Object.entries(want).map(([text, span]) => [path(text), span]));
      return [wanted, Object.fromEntries(accesses.filter((a) => shown(a) in wanted).map((a) => [shown(a), a.span]))];
    }
    case "error": return [want, answer.error ? (answer.error.field ?? "") : "no error"];
  }
}

// The program's place is the package's own word.
const { bin } = JSON.parse(readFileSync(new URL("package.json", home), "utf8"));
const program = fileURLToPath(new URL(typeof bin === "string" ? bin : bin.foregate, home));
const run = spawnSync(process.execPath, [program, "analyze", "--batch"], {
  input: cases.map((c) => c.line + "\n").join(""),
  encoding: "utf8",
  maxBuffer: 1 << 28,
});
const answers = run.stdout?.split("\n").filter(Boolean) ?? [];

test("one answer for each record, and status 0", () => {
  assert.equal(run.status, 0, run.stderr);
  assert.equal(answers.length, cases.length);
  assert.ok(cases.length > 400);
});

cases.forEach(({ own, record, line }, index) => {
  test(record.id, () => {
    const answer = JSON.parse(answers[index]);
    if (!("error" in own)) assert.ok(answer.verdict, JSON.stringify(answer));
    for (const key of EXPECT.filter((k) => k in own)) {
      const [want, got] = compare(key, own[key], answer, record.cwd);
      assert.deepEqual(got, want, `${key}\n  ${own.command ?? line}`);
    }
  });
});
