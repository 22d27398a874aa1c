// The peer, @gotgenes/pi-permission-system: its own parser, its own list of external paths of a
// command, and what it asks about under `{"*": "allow", "external_directory": "ask"}`.
//
// Its sources are loaded as Pi loads them, with jiti. It reads the home directory of the process.
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

const home = fileURLToPath(new URL("peer/", import.meta.url));
const name = "@gotgenes/pi-permission-system";

/** A function that gives the prediction for a record, or null if the peer is not installed. */
export async function peer() {
	let createJiti;
	try {
		({ createJiti } = await import(pathToFileURL(createRequire(path.join(home, "package.json")).resolve("jiti")).href));
	} catch {
		return null;
	}
	const source = (file) => createJiti(import.meta.url).import(path.join(home, "node_modules", name, "src", file));
	const [{ BashProgram }, { PathNormalizer }, { posixPathFlavor }] = [await source("access-intent/bash/program.ts"), await source("path-normalizer.ts"), await source("path/path-flavor.ts")];
	return async (record) => {
		process.env.HOME = record.home;
		const program = await BashProgram.parse(record.command, new PathNormalizer(posixPathFlavor, record.cwd));
		const external = program.externalPaths().map((found) => found.value());
		// As in its gate of commands: a wrapper that it does not see through is asked about, and so is what it cannot parse.
		const commands = program.commands();
		const floored = commands.some(({ wrapperKind }) => wrapperKind) || commands.length === 0;
		return { id: record.id, external, asks: external.length > 0 || floored };
	};
}
