// Where the configuration comes from: foregate's own file, the two keys and the prefix in Pi's settings.json, or the preset.
// What the values mean, and whether they make sense, is the core's to say.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { core } from "./load.js";

type Json = { [key: string]: unknown };

export interface Sources {
	readonly agentDir: string;
	readonly cwd: string;
	/** A project that Pi does not trust has no say: its files are not read. */
	readonly trusted: boolean;
}

export interface Configuration {
	readonly config: Json;
	/** Pi's `shellCommandPrefix`, which it puts before every command. */
	readonly prefix: string | undefined;
	/** Which files a key of `config` comes from. */
	readonly origins: Readonly<Record<string, readonly string[]>>;
	/** What is broken, each with its file. Not empty means: ask about everything. */
	readonly problems: readonly string[];
	/** What has no effect. */
	readonly notices: readonly string[];
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** The configuration without any: see `preset.json` of the package. */
export const readPreset = (): Json => JSON.parse(readFileSync(new URL("../preset.json", import.meta.url), "utf8")) as Json;

/** A file with one JSON object; `undefined` if there is no such file. Throws an error that names the file and the place. */
export function readJson(file: string): Json | undefined {
	let text: string;
	try {
		text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" || code === "ENOTDIR") return undefined;
		throw new Error(`${file}: ${message}`, { cause: error });
	}
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (cause) {
		// JavaScript's parsers do not always say where; the core's does.
		const fault = core((bindings) => bindings.jsonFault(text));
		throw new Error(fault ? `${file}:${fault}` : `${file}: ${(cause as Error).message}`, { cause });
	}
	if (!isObject(value)) throw new Error(`${file}:1:1: the file must hold one JSON object`);
	return value;
}

/** Objects key by key, anything else as a whole: what `later` says goes before what `earlier` says. */
const over = (earlier: unknown, later: unknown): unknown =>
	isObject(earlier) && isObject(later) ? { ...earlier, ...later } : (later ?? earlier);

const pick = (from: Json, ...keys: string[]): Json =>
	Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));

const rules = (value: unknown): unknown => (typeof value === "string" ? { "*": value } : value);

/** Surface by surface, the rules of `later` after those of `earlier`: the last one that matches wins. */
function overPermission(earlier: unknown, later: unknown): unknown {
	if (!isObject(earlier) || !isObject(later)) return later ?? earlier;
	const result: Json = { ...earlier };
	for (const [surface, value] of Object.entries(later)) {
		const before = rules(earlier[surface]);
		const after = rules(value);
		const both = surface !== "*" && isObject(before) && isObject(after);
		const kept = both ? Object.entries(before).filter(([pattern]) => !(pattern in after)) : [];
		result[surface] = both ? { ...Object.fromEntries(kept), ...after } : value;
	}
	return result;
}

/** Reads what there is: the user's files, then the project's. Never throws: what cannot be read is a problem. */
export function readConfiguration({ agentDir, cwd, trusted }: Sources): Configuration {
	const problems: string[] = [];
	const read = (file: string): Json | undefined => {
		try {
			return readJson(file);
		} catch (error) {
			problems.push((error as Error).message);
			return undefined;
		}
	};
	const config: Json = {};
	const origins: Record<string, string[]> = {};
	let prefix: unknown;
	let configured = false;
	for (const directory of trusted ? [agentDir, join(cwd, ".pi")] : [agentDir]) {
		const files = { settings: join(directory, "settings.json"), own: join(directory, "extensions", "foregate.json") };
		const settings = read(files.settings) ?? {};
		const own = read(files.own);
		configured ||= own !== undefined;
		prefix = settings["shellCommandPrefix"] ?? prefix;
		const layers = [
			[files.settings, pick(settings, "blockFindRoot", "defaultTimeout")],
			[files.own, own ?? {}],
		] as const;
		for (const [file, layer] of layers) {
			for (const [key, value] of Object.entries(layer)) {
				(origins[key] ??= []).push(file);
				config[key] = key === "permission" ? overPermission(config[key], value) : over(config[key], value);
			}
		}
	}
	const preset = readPreset();
	for (const [key, value] of Object.entries(config)) preset[key] = over(preset[key], value);
	return {
		config: configured ? config : preset,
		prefix: typeof prefix === "string" ? prefix : undefined,
		origins,
		problems,
		notices: [],
	};
}
