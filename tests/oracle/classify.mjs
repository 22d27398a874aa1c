// Judges the touches of one run: which are outside the working directory, and how the command came to them.
//
//   literal   the path is spelled in the command
//   derived   it stands in a process's arguments after expansion, lies below such an argument, or the shell itself touched it
//   symlink   it was reached only through a link inside the working directory
//   implicit  the program's own choice (what a Makefile or a script does, a temporary file)
//   device    it lies in /dev
//
// Only literal and derived can be asked of whoever reads the command alone. Noise (the loader, locales, a program's
// libraries and its own configuration) is dropped.
import path from "node:path";

const SYSTEM = /^(\/usr)?(\/local)?\/(lib|lib64|libexec|share|include|src)(\/|$)|^\/usr(\/local)?\/etc(\/|$)|^\/(proc|sys|etc|var|run|dev)(\/|$)|^\/(usr|usr\/local|opt|tmp)?$/;
/** What the loader and the C library read in every program. */
const LOADER = /^\/etc\/(ld\.so\.\w+|locale\.alias|nsswitch\.conf|selinux\/config)$|^(\/usr)?\/lib(\/|$)/;
const BINARIES = /^(\/usr)?(\/local)?\/s?bin(\/[^/]*)?$/;
const SAFE_DEVICES = /^\/dev\/(null|zero|full|u?random|tty|stdin|stdout|stderr|fd(\/\d+)?)$|^\/proc\/(self|\d+)\/fd(\/|$)/;
/** A program's own files in the home directory, whatever the command says. */
const CONFIGURATION = /\/(\.(gitconfig|git-credentials|config|cache|local|npm|npmrc|npm-global|node_repl_history|node_modules|curlrc|netrc|wgetrc|wget-hsts|pythonrc|python_history|pystartup|vimrc|vim|viminfo\w*|exrc|inputrc|terminfo|gnupg|subversion|hgrc|sqliterc|psqlrc|bash_history|bash_profile|bash_login|profile|bashrc|rgignore|ignore|fdignore|gitignore|gitattributes|tree-info|screenrc|cargo|rustup|gdbinit|digrc|lesshst|lesskey|less|editorconfig|rsync-filter|cvsignore|sudo_as_admin_successful|file|magic(\.mgc)?|jq|awkrc|patchrc|hushlogin|popt))(\/|$)|\/(node_modules|__pycache__|pyvenv\.cfg|package\.json|HEAD|objects|refs|commondir|gitdir)$/;
/** Where programs that speak to a network look names up. */
const RESOLVER = /^\/etc\/(hosts|resolv\.conf|host\.conf|gai\.conf|services|protocols)$/;
const NETWORKED = new Set("npm sudo curl wget ssh scp rsync git".split(" "));
const SHELLS = new Set(["bash", "sh", "dash"]);
/** Programs that start the rest of their arguments as a command, whose own arguments then count as well. */
const LAUNCHERS = new Set("env xargs find timeout nice ionice nohup stdbuf setsid flock time sudo watch taskset chrt script parallel entr unshare command".split(" "));

/** The programs and links of a usual Debian: /bin is /usr/bin. */
const merged = (name) => name.replace(/^\/(bin|sbin|lib|lib64)(?=\/|$)/, "/usr/$1");
const below = (name, directory) => name === directory || name.startsWith(directory === "/" ? "/" : `${directory}/`);
const program = (image) => path.basename(image.argv[0] ?? "").replace(/^-/, "");

/** Whether a shell's text is the command's own: `-c`, standard input, no file. */
function readsText(argv) {
	for (const argument of argv.slice(1)) {
		if (/^-[a-z]*[cs]/.test(argument)) return true;
		if (!/^[-+]/.test(argument)) return /^\/(dev\/(stdin|fd)|proc\/self\/fd)/.test(argument);
	}
	return true;
}

/** What an image is: `shell` (runs the command's own text), `launcher`, or `program`; `inner` was started by a program. */
function rank(image) {
	if (image.rank) return image.rank;
	const outer = image.by ? rank(image.by) : "shell";
	if (outer === "program" || outer === "inner") image.rank = "inner";
	else if (SHELLS.has(program(image))) image.rank = readsText(image.argv) ? "shell" : "program";
	else image.rank = LAUNCHERS.has(program(image)) ? "launcher" : "program";
	return image.rank;
}

/** The image whose arguments speak for this one: the program that the command itself started. */
function speaker(image) {
	let at = image;
	while (rank(at) === "inner") at = at.by;
	return at;
}

/** The words of an argument that may be paths: all of it, what follows `=`, a short option's glued value, `@file`, parts of a list. */
function* readings(argument) {
	const parts = new Set([argument, argument.slice(argument.indexOf("=") + 1)]);
	if (/^-[A-Za-z]./.test(argument)) for (let i = 2; i < Math.min(argument.length, 6); i++) parts.add(argument.slice(i));
	for (const part of [...parts]) {
		parts.add(part.replace(/^@/, ""));
		parts.add(part.replace(/^file:\/\/(localhost)?/, ""));
		parts.add(part.replace(/^\w+:/, ""));
		for (const piece of part.split(/[,:]/)) parts.add(piece);
	}
	for (const part of parts) if (part) yield part;
}

/** Whether `text` spells `form` as a whole word, or behind an option's letter or a sign. */
function spelled(form, text) {
	if (form.length < 2) return false;
	for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
		const before = text.slice(Math.max(0, at - 12), at);
		const after = text.slice(at + form.length);
		if (/[\w./~}*?\]-]$/.test(before) && !/(^|[\s"'])-\w+$/.test(before) && !/file:\/\/$/.test(before)) continue;
		if (/^\/?([\w~*?[{$+-]|\.\w|\.\.|\.\/|\/\w)/.test(after)) continue;
		return true;
	}
	return false;
}

function argued(touch, lexical) {
	const image = speaker(touch.image);
	for (const argument of image.argv.slice(1)) {
		for (const word of readings(argument)) {
			const absolute = path.resolve(image.cwd, word);
			if (absolute === "/" ? word === "/" && touch.op === "read" && lexical === "/" : below(lexical, absolute)) return true;
			if (!path.isAbsolute(touch.typed) && touch.cwd !== image.cwd && path.normalize(touch.typed) === path.normalize(word)) return true;
			// `mktemp DIR/job.XXXX`
			const template = /^(.*\/[^/]*?)X{3,}/.exec(absolute);
			if (template && lexical.startsWith(template[1])) return true;
			// `sed -i.bak`, `gzip -k`, `split`: a name made from an argument. A lock is the program's own affair.
			if (word.includes("/") && touch.op === "write" && lexical.startsWith(absolute) && path.dirname(lexical) === path.dirname(absolute) && !/(\.lock|-journal|-wal|-shm)$/.test(lexical)) return true;
		}
		if (/\s/.test(argument) && spelled(lexical, argument)) return true;
	}
	return false;
}

/** Whether an argument, as a whole, is the path. */
const isOperand = (touch, lexical) => speaker(touch.image).argv.slice(1).some((word) => path.resolve(speaker(touch.image).cwd, word) === lexical);

/** Whether an argument, or the value in one, is the path. */
const isValue = (touch, lexical) => speaker(touch.image).argv.slice(1).some((argument) => [...readings(argument)].some((word) => path.resolve(speaker(touch.image).cwd, word) === lexical || path.normalize(word) === path.normalize(touch.typed)));

/** Whether this is the shell's first look at a directory above its own: that one it takes of its own accord, when it starts. */
function atStart(touch, lexical) {
	const { image } = touch;
	image.looked ??= new Set();
	return !image.looked.has(lexical) && Boolean(image.looked.add(lexical));
}

/** Whether the command may have come to `name` through a link of the tree that lies in `cwd`: then it names the link. */
function throughLink(name, { command, cwd, links }) {
	for (const [link, target] of links) {
		if (!below(link, cwd) || !command.includes(path.basename(link))) continue;
		const real = path.resolve(path.dirname(link), target);
		if (!below(real, cwd) && below(name, command.includes(`${path.basename(link)}/..`) ? path.dirname(real) : real)) return true;
	}
	return false;
}

/** The starting points of a `find`, as it was started. */
function startingPoints(image) {
	const words = image.argv.slice(1);
	while (/^-([HLP]|O\d?)$/.test(words[0] ?? "") || words[0] === "-D") words.splice(0, words[0] === "-D" ? 2 : 1);
	if (words[0] === "--") words.shift();
	const end = words.findIndex((word) => /^(-.|[(!),]$)/.test(word));
	const roots = end < 0 ? words : words.slice(0, end);
	return (roots.length ? roots : ["."]).map((root) => path.resolve(image.cwd, root));
}

/** Follows the links that the tree has, component by component. */
function resolver(links) {
	return (name) => {
		let done = "/";
		const left = name.split("/").filter(Boolean);
		for (let budget = 40; left.length; ) {
			const part = left.shift();
			const next = path.join(done, part);
			const target = links.get(next);
			if (target === undefined || budget-- <= 0) done = next;
			else {
				left.unshift(...target.split("/").filter(Boolean));
				if (target.startsWith("/")) done = "/";
				while (left[0] === ".." || left[0] === ".") if (left.shift() === "..") done = path.dirname(done);
			}
		}
		return done;
	};
}

const KINDS = ["literal", "derived", "symlink", "device", "implicit"];

/** What one run of `command` did outside `cwd`: `{touched, findRoots, all}`. */
export function classify(touches, { command, cwd, home, links }) {
	const known = new Map(links);
	const found = new Map();
	const all = new Set();
	const findRoots = new Set();
	for (const touch of touches) {
		const { image, op } = touch;
		if (!image) continue;
		const outer = rank(image);
		const lexical = merged(touch.lexical);
		const resolve = resolver(known);
		const real = merged(touch.onLink ? path.join(resolve(path.dirname(lexical)), path.basename(lexical)) : resolve(lexical));
		if (touch.link !== null && touch.link !== undefined) known.set(touch.lexical, touch.link);
		if (op === "exec") {
			if (program(image) === "find" && outer !== "inner") for (const root of startingPoints(image)) findRoots.add(root);
			if (BINARIES.test(path.dirname(real)) || SYSTEM.test(real)) continue;
		}
		if (below(real, cwd) || SAFE_DEVICES.test(lexical) || SAFE_DEVICES.test(real)) continue;
		const inside = below(lexical, cwd);
		const forms = [lexical, real, touch.lexical];
		for (const form of [lexical, real]) if (below(form, home)) forms.push(`~${form.slice(home.length)}`, `$HOME${form.slice(home.length)}`, `\${HOME}${form.slice(home.length)}`);
		const named = forms.some((form) => spelled(form, command));
		const literal = named || [touch.typed, path.relative(cwd, lexical)].some((form) => spelled(form, command));
		// Shells and programs look at what is above them to learn where they are.
		if (op === "stat" && (below(image.cwd, lexical) || below(touch.cwd, lexical))) {
			if (outer === "shell" ? path.isAbsolute(touch.typed) && (atStart(touch, lexical) || !named) : !isOperand(touch, lexical)) continue;
		}
		// `mkdir -p` goes down step by step, editors come back.
		if (op === "chdir" && outer === "program" && !isValue(touch, lexical)) continue;
		if (touch.exists && !isOperand(touch, lexical)) continue;
		const search = outer !== "program" && BINARIES.test(path.dirname(lexical)) && (op === "stat" || op === "exec" || op === "read");
		let kind = "implicit";
		if (/^\/dev\//.test(real)) kind = "device";
		else if (inside && !spelled(real, command)) kind = "symlink";
		else if (throughLink(real, { command, cwd, links }) && !spelled(real, command)) kind = "symlink";
		else if (RESOLVER.test(lexical) && NETWORKED.has(program(speaker(image)))) kind = "implicit";
		else if (literal) kind = "literal";
		else if (search || LOADER.test(lexical) || CONFIGURATION.test(lexical)) kind = "implicit";
		else if (outer === "shell") kind = SYSTEM.test(lexical) && op !== "chdir" && !globbed(command, lexical) ? "implicit" : op === "stat" && ancestor(lexical, cwd) ? "implicit" : "derived";
		else if (argued(touch, lexical)) kind = "derived";
		else if (!below(speaker(image).cwd, cwd) && below(lexical, speaker(image).cwd) && !path.isAbsolute(touch.typed) && speaker(image).cwd !== "/") kind = "derived";
		if (kind === "implicit" && (SYSTEM.test(lexical) || BINARIES.test(lexical) || CONFIGURATION.test(lexical) || op === "stat")) continue;
		all.add(real);
		if (!inside) all.add(lexical);
		const entry = found.get(real) ?? { path: real, ops: new Set(), kind, lexical: new Set(), list: false, failed: true, by: new Set() };
		found.set(real, entry);
		entry.ops.add(op);
		if (KINDS.indexOf(kind) < KINDS.indexOf(entry.kind)) entry.kind = kind;
		if (lexical !== real && !inside) entry.lexical.add(lexical);
		entry.list ||= touch.list === true;
		entry.failed &&= touch.failed;
		entry.by.add(outer === "inner" ? program(speaker(image)) : program(image));
	}
	return { touched: [...found.values()], findRoots: [...findRoots], all };
}

/** The shell reads a system directory of its own accord, or because a glob or a test of the command says so. */
const globbed = (command, name) => /[*?[]/.test(command) && name !== "/" && !/locale|ld\.so|gconv/.test(name) && /\/(etc|usr\/share)\b/.test(command);
const ancestor = (name, directory) => below(directory, name);

const COUNTED = new Set(["literal", "derived"]);
const ORDER = ["unlink", "write", "exec", "read", "chdir", "stat"];

/** Below a directory that a program walked, this many paths stand for all: else one `git clone` outweighs a hundred commands. */
const BELOW = 4;

function few(entries) {
	const below = new Map();
	return entries.filter(({ path: name, kind }) => {
		if (kind !== "derived") return true;
		const above = entries.find((entry) => COUNTED.has(entry.kind) && name.startsWith(`${entry.path}/`));
		if (!above) return true;
		below.set(above, (below.get(above) ?? 0) + 1);
		return below.get(above) <= BELOW;
	});
}

/**
 * One record of two runs. What both touched stays. Where each touched another file of one directory, the name was
 * random: the directory stands for it.
 */
export function merge(first, second) {
	const other = new Map(second.touched.map((entry) => [entry.path, entry]));
	const kept = new Map();
	for (const entry of first.touched) {
		if (other.has(entry.path)) {
			kept.set(entry.path, entry);
			continue;
		}
		const directory = path.dirname(entry.path);
		const twin = second.touched.some((touched) => path.dirname(touched.path) === directory && !first.all.has(touched.path));
		if (twin && !kept.has(directory)) kept.set(directory, { ...entry, path: directory, lexical: new Set(), random: true });
	}
	return few([...kept.values()].sort((a, b) => (a.path < b.path ? -1 : 1))).map((entry) => ({
		path: entry.path,
		op: ORDER.find((op) => entry.ops.has(op)),
		ops: [...entry.ops].sort(),
		kind: entry.kind,
		...(entry.lexical.size ? { lex: [...entry.lexical] } : {}),
		...(entry.list ? { list: true } : {}),
		...(entry.failed ? { failed: true } : {}),
		...(entry.random ? { random_child: true } : {}),
		by: [...entry.by].sort(),
	}));
}
