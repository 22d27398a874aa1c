// The core, loaded when it is first needed: synchronously, from the file beside this module.
import { readFileSync } from "node:fs";
import * as bindings from "./core/foregate.js";
import { ForegateError } from "./error.js";

const wasm = new URL("./core/foregate_bg.wasm", import.meta.url);
let loaded = false;
let generation = 0;

/** Counts the instances there have been. What was made in an earlier one is dead. */
export const instance = (): number => generation;

function load(): typeof bindings {
	if (!loaded) {
		try {
			bindings.initSync({ module: readFileSync(wasm) });
		} catch (cause) {
			const why = cause instanceof Error ? cause.message : String(cause);
			throw new ForegateError(`the core could not be loaded (${why}); install the package foregate again`, null, { cause });
		}
		loaded = true;
	}
	return bindings;
}

const isFault = (error: unknown): error is { field: string | null; message: string } =>
	typeof error === "object" && error !== null && "field" in error && "message" in error;

/**
 * Calls into the core. What the core refuses is thrown as a {@link ForegateError}; after a trap the instance's memory is in no
 * known state, so it is thrown away and the next call gets a fresh one.
 */
export function core<Result>(use: (core: typeof bindings) => Result): Result {
	const loadedCore = load();
	try {
		return use(loadedCore);
	} catch (error) {
		if (isFault(error)) throw new ForegateError(error.message, error.field);
		generation++;
		bindings.__wbg_reset_state();
		const why = error instanceof Error ? error.message : String(error);
		throw new ForegateError(`the core stopped unexpectedly (${why})`, null, { cause: error });
	}
}
