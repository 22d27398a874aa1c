// Reads the corpus: commands to record, and what was recorded.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
export const RECORDED = here("recorded.jsonl");

/**
 * The commands of commands.txt. One is a line, or, where it has several, the lines between `<<<` and `>>>` that stand
 * alone. A line that begins with `## ` is a heading.
 */
export function readCommands() {
	const commands = [];
	let block = null;
	for (const line of fs.readFileSync(here("commands.txt"), "utf8").split("\n")) {
		if (block) {
			if (line === ">>>") {
				commands.push(block.join("\n"));
				block = null;
			} else block.push(line);
		} else if (line === "<<<") block = [];
		else if (line && !line.startsWith("## ")) commands.push(line);
	}
	const seen = new Set();
	return commands.map((command) => {
		const id = createHash("sha256").update(command).digest("hex").slice(0, 10);
		if (seen.has(id)) throw new Error(`twice in commands.txt: ${command}`);
		seen.add(id);
		return { id, command };
	});
}

/** The records of a file, one a line. */
export const readRecords = (file) => fs.readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
