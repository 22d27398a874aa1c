// Holds what the shim believes of Pi (ts-shim/src/pi.d.ts) against Pi's own types: this file is compiled, never run.
import { getAgentDir, type ExtensionFactory } from "@earendil-works/pi-coding-agent";
import foregate from "../../ts-shim/src/extension.js";

export const extension: ExtensionFactory = foregate;
export const directory: string = getAgentDir();
