// The naive baseline: words that look like paths.
//
// It knows quotes, blanks and operators, no more: what begins with `/`, `~` or `.` or holds a `/` is a path, and is
// external if it does not lie in the working directory.
import path from "node:path";

const WORD = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|[^\s'"\\;&|<>()`$]+|\$\w+|\$\{\w+\}/gs;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/(?!\/)/i;

/** Words, with what stands without a blank between joined. */
function* words(command) {
	let word = "";
	let end = 0;
	for (const token of command.matchAll(WORD)) {
		if (token.index > end && word) {
			yield word;
			word = "";
		}
		word += token[1] ?? token[2] ?? token[3] ?? token[0];
		end = token.index + token[0].length;
	}
	if (word) yield word;
}

function pathOf(word, home) {
	const text = word.replace(/^-[A-Za-z-]*=?(?=[/~.])/, "").replace(/^[\w-]+=/, "");
	if (ADDRESS.test(text) || /\n/.test(text) || !/^[/~]|^\.\.?(\/|$)|\//.test(text)) return null;
	return text.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, home);
}

/** The prediction for one record. */
export function naive({ id, command, cwd, home }) {
	const external = [];
	for (const word of words(command)) {
		const name = pathOf(word, home);
		if (name === null || name === "/dev/null") continue;
		const full = path.posix.resolve(cwd, name);
		if (full !== cwd && !full.startsWith(`${cwd}/`)) external.push(full);
	}
	const findRoots = [...command.matchAll(/(?:^|[\s;|&(])find((?:\s+[^\s;|&()-][^\s;|&()]*)*)/g)].flatMap(([, list]) => {
		const roots = list.trim().split(/\s+/).filter(Boolean);
		return (roots.length ? roots : ["."]).map((root) => path.posix.resolve(cwd, root.replace(/^~(?=\/|$)/, home)));
	});
	return { id, external: [...new Set(external)], findRoots, asks: external.length > 0 };
}
