// Writes the rules of an answer "always" into a configuration file: as the core lays them out, whole or not at all.
import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { readText } from "./config.js";
import type { SessionRule } from "./generated.js";
import type { Guard } from "./index.js";

/** Adds `rules` to `file`, which is made if there is none, under what `guard` goes by. Throws where it cannot; the file is then as it was. */
export function writeRules(guard: Guard, file: string, rules: readonly SessionRule[]): void {
	const read = readText(file);
	if (read && "error" in read) throw new Error(`${file}: ${read.error}`);
	const text = guard.addRules(read?.text ?? null, rules);
	mkdirSync(dirname(file), { recursive: true });
	const target = read ? realpathSync(file) : file; // A link stays one.
	const draft = `${target}.${process.pid}.new`;
	try {
		writeFileSync(draft, text, { flag: "wx", mode: read ? statSync(target).mode & 0o777 : 0o600 });
		renameSync(draft, target);
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}
