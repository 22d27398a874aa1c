// Reads what strace wrote and tells which paths the processes touched.
//
// Owns system calls, working directories and process images. It knows nothing of commands or of what counts:
// it yields every touch, with the process image that made it; `classify.mjs` judges.
import path from "node:path";

/** What each call does to which of its arguments: [index of the directory's descriptor or null, index of the path, effect]. */
const CALLS = {
	open: [[null, 0, "open"]],
	creat: [[null, 0, "write"]],
	openat: [[0, 1, "open"]],
	openat2: [[0, 1, "open"]],
	...each("stat lstat access readlink statfs getxattr lgetxattr listxattr llistxattr", [[null, 0, "stat"]]),
	...each("newfstatat faccessat faccessat2 readlinkat statx", [[0, 1, "stat"]]),
	inotify_add_watch: [[null, 1, "stat"]],
	...each("unlink rmdir", [[null, 0, "unlink"]]),
	unlinkat: [[0, 1, "unlink"]],
	rename: [[null, 0, "unlink"], [null, 1, "write"]],
	...each("renameat renameat2", [[0, 1, "unlink"], [2, 3, "write"]]),
	link: [[null, 0, "read"], [null, 1, "write"]],
	linkat: [[0, 1, "read"], [2, 3, "write"]],
	symlink: [[null, 1, "write"]],
	symlinkat: [[1, 2, "write"]],
	...each("mkdir mknod chmod chown lchown truncate utime utimes setxattr lsetxattr removexattr lremovexattr", [[null, 0, "write"]]),
	...each("mkdirat mknodat fchmodat fchmodat2 fchownat utimensat futimesat", [[0, 1, "write"]]),
	...each("chdir chroot", [[null, 0, "chdir"]]),
	execve: [[null, 0, "exec"]],
	execveat: [[0, 1, "exec"]],
};
/** Calls that act on a link itself, as all do that are given NOFOLLOW. */
const ON_LINKS = /^(l\w+|readlink\w*|unlink\w*|rmdir|rename\w*|symlink\w*|mkdir\w*|mknod\w*)$/;
const FORKS = new Set(["clone", "clone3", "fork", "vfork"]);

function each(names, value) {
	return Object.fromEntries(names.split(" ").map((name) => [name, value]));
}

const ESCAPES = { n: "\n", t: "\t", r: "\r", v: "\v", f: "\f", b: "\b", a: "\x07", e: "\x1b" };

/** The text of a string as strace quotes it, or null for what is no string. */
function unquote(text) {
	if (text?.[0] !== '"') return null;
	const body = text.slice(1, text.lastIndexOf('"')).replace(/\\(x[0-9a-f]{2}|[0-7]{1,3}|.)/g, (_, code) => {
		if (code[0] === "x") return String.fromCharCode(parseInt(code.slice(1), 16));
		if (/^[0-7]/.test(code)) return String.fromCharCode(parseInt(code, 8));
		return ESCAPES[code] ?? code;
	});
	return Buffer.from(body, "latin1").toString("utf8");
}

/** The arguments of a call: what stands between commas that are in no string, bracket or descriptor's name. */
function split(text) {
	const parts = [];
	let depth = 0;
	let start = 0;
	for (let i = 0; i < text.length; i++) {
		const c = text[i];
		if (c === '"') {
			for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === "\\") i++;
		} else if (c === "<" && /[\dD]/.test(text[i - 1] ?? "")) {
			while (i < text.length && text[i] !== ">") i++;
		} else if ("[{(".includes(c)) depth++;
		else if ("]})".includes(c)) depth--;
		else if (c === "," && depth === 0) {
			parts.push(text.slice(start, i).trim());
			start = i + 1;
		}
	}
	parts.push(text.slice(start).trim());
	return parts;
}

/** The path that `-y` shows for a descriptor. */
const shown = (descriptor) => unquote(`"${/<(\/.*?)>(?:\(deleted\))?$/.exec(descriptor ?? "")?.[1] ?? ""}"`) || null;

/** The finished calls of a trace, in the order in which they ended, with unfinished and resumed halves joined. */
function* calls(trace) {
	const begun = new Map();
	for (const line of trace.split("\n")) {
		const at = /^(\d+) +(.*)$/.exec(line);
		if (!at) continue;
		const pid = Number(at[1]);
		let text = at[2];
		if (text.endsWith("<unfinished ...>")) {
			begun.set(pid, text.slice(0, -"<unfinished ...>".length));
			continue;
		}
		const resumed = /^<\.\.\. \w+ resumed>/.exec(text);
		if (resumed) {
			text = (begun.get(pid) ?? "") + text.slice(resumed[0].length);
			begun.delete(pid);
		}
		const call = /^(\w+)\((.*)\)\s+= (-?\d+|\?)(.*)$/s.exec(text);
		if (call) yield { pid, name: call[1], args: split(call[2]), result: call[3] === "?" ? 0 : Number(call[3]), rest: call[4] };
	}
}

const opened = (flags) => (/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(flags) ? "write" : /O_PATH/.test(flags) ? "stat" : "read");

/**
 * Every touch of a path: `{op, typed, lexical, real, link, cwd, failed, exists, onLink, list, image}`.
 *
 * An image is what a process runs between two `execve`s: `{argv, cwd, by}`, `by` being the image that started it.
 * Children of a fork share their parent's image.
 */
export function touches(trace, cwd) {
	const all = [...calls(trace)];
	const parents = new Map();
	for (const { pid, name, result } of all) if (FORKS.has(name) && result > 0) parents.set(result, pid);
	const processes = new Map();
	const process = (pid) => {
		if (!processes.has(pid)) {
			const parent = processes.get(parents.get(pid));
			processes.set(pid, parent ? { ...parent } : { cwd, image: null });
		}
		return processes.get(pid);
	};
	const found = [];
	for (const { pid, name, args, result, rest } of all) {
		const self = process(pid);
		if (FORKS.has(name) && result > 0) process(result);
		if (name === "getdents64") {
			const directory = shown(args[0]);
			for (const touch of found) if (touch.real === directory && touch.op === "read") touch.list = true;
		}
		if (name === "fchdir" && result === 0) {
			const lexical = shown(args[0]);
			if (lexical) self.cwd = lexical;
			continue;
		}
		for (const [at, index, effect] of CALLS[name] ?? []) {
			const typed = unquote(args[index]);
			if (!typed) continue;
			const base = at === null || args[at]?.startsWith("AT_FDCWD") ? self.cwd : (shown(args[at]) ?? self.cwd);
			const lexical = path.resolve(base, typed);
			const op = effect === "open" ? opened(args.slice(index + 1).join()) : effect;
			const failed = result < 0;
			if (op === "exec" && failed) continue;
			const real = name.startsWith("open") && !failed ? shown(rest === "" ? "" : `0${rest}`) : null;
			const link = name.startsWith("symlink") && !failed ? unquote(args[0]) : null;
			if (op === "exec") self.image = { argv: split((args[index + 1] ?? "").replace(/^\[|\]$/g, "")).map((text) => unquote(text) ?? ""), cwd: self.cwd, by: self.image };
			const exists = failed && name.startsWith("mkdir") && rest.includes("EEXIST");
			const onLink = ON_LINKS.test(name) || args.some((arg) => /^[^"]*NOFOLLOW/.test(arg));
			found.push({ op, typed, lexical, real, link, cwd: self.cwd, failed, exists, onLink, image: self.image });
			if (op === "chdir" && !failed) self.cwd = lexical;
		}
	}
	return found;
}
