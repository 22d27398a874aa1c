// Reads what may say something about the policy, as text, and hands all of it over. What counts, what goes before what, and what is
// broken is the core's to say.
import { closeSync, fstatSync, lstatSync, openSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile, Sources } from "./generated.js";

/** A configuration is no larger: what is, was put there by mistake. */
const MAX_BYTES = 1 << 20;

export interface Places {
	/** Pi's directory of its own files. */
	readonly agentDir: string;
	readonly cwd: string;
	/** Whether Pi trusts the project. */
	readonly trusted: boolean;
	/** Where Pi itself is installed. */
	readonly packageDir?: string | undefined;
	/** The agent that is active, where another extension says so. */
	readonly agent?: string | undefined;
}

/** A file's text, or why it cannot be had; `undefined` if there is none. */
export function readText(path: string): { text: string } | { error: string } | undefined {
	try {
		// Opening a pipe would wait for whoever writes to it.
		if (!statSync(path).isFile()) return { error: "it is no regular file" };
		const file = openSync(path, "r");
		try {
			if (fstatSync(file).size > MAX_BYTES) return { error: `it is larger than ${MAX_BYTES} bytes` };
			return { text: new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file)) };
		} finally {
			closeSync(file);
		}
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" && leadsNowhere(path)) return { error: "it is a link that leads nowhere" };
		if (code === "ENOENT" || code === "ENOTDIR") return undefined;
		return { error: code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "it is not UTF-8" : message };
	}
}

const leadsNowhere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** The file of ours below Pi's directory of a scope. */
export const ownFile = (directory: string): string => join(directory, "extensions", "foregate.json");

/** The file of pi-permission-system there. */
export const peerFile = (directory: string): string => join(directory, "extensions", "pi-permission-system", "config.json");

export const projectDirectory = (cwd: string): string => join(cwd, ".pi");

/** Reads what there is, the user's files and the project's. Never throws: what cannot be read is said in its place. */
export function readSources({ agentDir, cwd, trusted, packageDir, agent }: Places): Sources {
	// A name is a name: one that leads elsewhere is none.
	const named = agent !== undefined && /^[^/\\\0]+$/.test(agent) ? agent : undefined;
	const scopes = [
		["global", agentDir],
		["project", projectDirectory(cwd)],
	] as const;
	const files = scopes.flatMap(([scope, directory]) => {
		const paths: [SourceFile["kind"], string][] = [
			["settings", join(directory, "settings.json")],
			["peer", peerFile(directory)],
			["foregate", ownFile(directory)],
		];
		if (named !== undefined) paths.push(["agent", join(directory, "agents", `${named}.md`)]);
		return paths.flatMap(([kind, path]): SourceFile[] => {
			const read = readText(path);
			return read ? [{ scope, kind, path, ...read }] : [];
		});
	});
	return { trusted, agentDir, files, ...(packageDir === undefined ? {} : { packageDir }) };
}
