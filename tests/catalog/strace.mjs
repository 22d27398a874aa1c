#!/usr/bin/env node
// Runs the lines of lines.txt under strace, each in a directory of its own, and holds what was opened against what is claimed:
// a definite access must be seen, and no file of the scratch directory may be touched that nobody speaks of.
//
//     node tests/catalog/strace.mjs [--write]        --write renews strace.txt, the result that is kept
//
// Lines with `! ` are not run, nor are those whose program is not installed. Linux only.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const source = readFileSync(join(here, "lines.txt"), "utf8").split("\n");
const fixtures = source.find((line) => line.startsWith("fixtures: ")).slice(10).split(" ");
const contents = {
  "m.json": "1\n", "x.py": "pass\n", "x.js": "0\n", "x.c": "int x;\n", "s.sh": "true\n", Makefile: "all:\n", list: "x\n",
  "p.diff": "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n", "a.db": "",
};

/** A directory with the fixtures; the working directory is `w` in it. */
function scratch() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "lines-")));
  const work = join(root, "w");
  mkdirSync(work);
  for (const name of fixtures) {
    const path = normalize(join(work, name));
    if (name.endsWith("/")) mkdirSync(path, { recursive: true });
    else writeFileSync(path, contents[name] ?? `${name.split("/").pop()}\n`);
  }
  const made = spawnSync("bash", ["-c", `
    rm -f a.gz a.zip a.tar; gzip -k a; zip -q a.zip a; tar cf a.tar a; git init -q; git add a
    git commit -qm m; echo b >> a`], { cwd: work, env: environment(root) });
  if (made.status !== 0) throw new Error(String(made.stderr));
  return { root, work };
}

const environment = (root) => ({
  PATH: process.env.PATH, HOME: join(root, "home"), LANG: "C", TERM: "dumb", SHELL: "/bin/bash",
  PYTHONDONTWRITEBYTECODE: "1", GIT_AUTHOR_NAME: "n", GIT_AUTHOR_EMAIL: "e@h", GIT_COMMITTER_NAME: "n", GIT_COMMITTER_EMAIL: "e@h",
});

/** What each system call does to its paths: a mode for each string argument. */
const calls = {
  open: null, openat: null, creat: ["write"], execve: ["execute"], chdir: ["chdir"],
  unlink: ["delete"], unlinkat: ["delete"], rmdir: ["delete"],
  rename: ["delete", "write"], renameat: ["delete", "write"], renameat2: ["delete", "write"],
  link: ["read", "write"], linkat: ["read", "write"], symlink: [null, "write"], symlinkat: [null, "write"],
  mkdir: ["write"], mkdirat: ["write"], mknod: ["write"], mknodat: ["write"], truncate: ["write"],
  chmod: ["write"], fchmodat: ["write"], chown: ["write"], lchown: ["write"], fchownat: ["write"], utimensat: ["write"],
};

/** `[{ path, mode, there }]` from strace's log. */
function touches(log, work) {
  const at = new Map();
  const out = [];
  for (const line of log.split("\n")) {
    const call = /^(\d+) +(\w+)\((.*)/.exec(line);
    if (!call) continue;
    const [, pid, name, rest] = call;
    if (/^(clone|v?fork)/.test(name)) {
      const child = / = (\d+)$/.exec(line);
      if (child) at.set(child[1], at.get(pid) ?? work);
      continue;
    }
    const strings = [...rest.matchAll(/(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g)];
    if (name === "fchdir") {
      at.set(pid, /<([^>]*)>/.exec(rest)?.[1] ?? work);
      continue;
    }
    let modes = calls[name] ?? ["metadata"];
    if (name === "open" || name === "openat") {
      modes = /O_(WRONLY|RDWR|CREAT|TRUNC)/.test(rest) ? ["write"] : [/O_DIRECTORY/.test(rest) ? "list" : "read"];
      if (/O_RDWR/.test(rest)) modes = ["read+write"];
      if (/O_PATH/.test(rest)) modes = ["metadata"];
    }
    strings.slice(0, modes.length).forEach(([, base, text], n) => {
      if (base && rest.startsWith("AT_FDCWD")) at.set(pid, base);
      const mode = modes[n];
      if (!mode || text === "") return;
      const path = normalize(text.startsWith("/") ? text : join(base ?? at.get(pid) ?? work, text)).replace(/(.)\/$/, "$1");
      const there = !/ = -1 (ENOENT|EEXIST)/.test(line);
      for (const one of mode.split("+")) out.push({ path, mode: one, there });
      if (name === "chdir" && / = 0/.test(line)) at.set(pid, path);
    });
  }
  return out;
}

const below = (path, parent) => path === parent || path.startsWith(`${parent}/`);

function parents(path) {
  return path === "/" ? [] : [dirname(path), ...parents(dirname(path))];
}

/** Whether what was seen shows the access. */
function shown(mode, matches, seen) {
  const on = seen.filter(({ path }) => matches(path));
  const did = (...modes) => on.some((touch) => modes.includes(touch.mode));
  switch (mode) {
    // What is renamed needs no reading; between file systems it does.
    case "read": return did("read", "list", "execute", "delete")
      || seen.some(({ path, mode }) => mode === "read" && parents(path).some(matches));
    case "search": case "list": return did("read", "list", "metadata");
    case "write": return did("write", "delete") || seen.some(({ path, mode }) => mode === "write" && parents(path).some(matches));
    case "delete": return did("delete") || (did("metadata") && seen.some(({ path, mode }) => mode === "delete" && matches(dirname(path))));
    case "execute": return did("execute", "read");
    case "link": return true;
    default: return on.length > 0;
  }
}

/** A claim's path as a test of absolute paths; `*` stands for what a name may hold. */
function test(path, work) {
  const absolute = normalize(join(path.startsWith("/") ? "/" : work, path)).replace(/(.)\/$/, "$1");
  if (!absolute.includes("*")) return { absolute, matches: (seen) => seen === absolute, covers: (seen) => below(seen, absolute) };
  const pattern = absolute.replace(/[.+^${}()|[\]\\?]/g, "\\$&").replace(/\*\*?/g, (star) => (star === "**" ? ".*" : "[^/]*"));
  const expression = new RegExp(`^${pattern}$`);
  return { absolute, matches: (seen) => expression.test(seen), covers: (seen) => expression.test(seen) };
}

function run(command, claims) {
  const { root, work } = scratch();
  try {
    const log = join(root, "log");
    const done = spawnSync(
      "strace", ["-f", "-qq", "-y", "-s", "4096", "-e", "trace=%file,clone,clone3,fork,vfork,fchdir", "-o", log, "bash", "-c", command],
      { cwd: work, env: environment(root), input: "", timeout: 20000, encoding: "utf8" },
    );
    if (done.status === 127 || /command not found|No such file or directory$/.test(done.stderr ?? "") && done.status === 127) {
      return "not installed";
    }
    const seen = touches(readFileSync(log, "utf8"), work);
    const named = (path) => (below(path, work) ? path.slice(work.length + 1) || "." : path.replace(root, ".."));
    const faults = [];
    const tests = [];
    const ways = [];
    for (const claim of claims) {
      const [, doubt, mode, path] = /^(may |guess )?(\w+) (.*)$/.exec(claim);
      const { matches, covers } = test(path, work);
      tests.push(covers);
      // Directories on the way to what is made.
      if (mode === "write") ways.push(test(path, work).absolute);
      if (!doubt && !shown(mode, matches, seen)) faults.push(`not seen: ${mode} ${path}`);
    }
    // The working directory, git's own and a program's configuration are nobody's operand.
    const own = [join(work, ".git"), join(root, "home"), log];
    // Files of its own that are gone at the end, and names that are looked up and not there, are noise as well.
    const passing = (path) => ["write", "delete"].every((mode) => seen.some((touch) => touch.path === path && touch.mode === mode));
    const extra = new Set();
    for (const { path, mode, there } of seen) {
      const noise = !there || !below(path, root) || below(work, path) || own.some((place) => below(path, place))
        || passing(path) || mode !== "delete" && ways.some((way) => below(way, path));
      const above = mode === "metadata" || mode === "list" || mode === "read";
      const leads = above && claims.length > 0 && join(root, "o") === path;
      if (!noise && !leads && !tests.some((covers) => covers(path))) extra.add(`also: ${mode} ${named(path)}`);
    }
    return [...faults, ...extra].join("; ") || "as claimed";
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const results = [];
for (const line of source) {
  if (!line || line.startsWith("#") || line.startsWith("fixtures: ") || line.startsWith("! ")) continue;
  const [command, claims] = line.split(/ =>(?: |$)/);
  const result = run(command, claims ? claims.split(", ") : []);
  results.push(`${command} => ${result}`);
  if (result !== "as claimed") console.log(results.at(-1));
}
const count = (end) => results.filter((result) => result.endsWith(end)).length;
const version = execFileSync("strace", ["--version"], { encoding: "utf8" }).split("\n")[0];
const summary = `# ${results.length} lines run under ${version}: ${count("=> as claimed")} as claimed, ${count("=> not installed")} not installed`;
console.log(summary);
if (process.argv.includes("--write")) writeFileSync(join(here, "strace.txt"), `${summary}\n${results.join("\n")}\n`);
