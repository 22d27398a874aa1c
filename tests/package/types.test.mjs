// The types as a strict project reads them: an old library of JavaScript's, every declaration checked, and none of Node's.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

const PROGRAM = `
import { addRules, extractFindPaths, ForegateError, Guard, migrate, nodeFileSystem, type Checked, type Config, type FileSystem, type Sources } from "foregate";
const fs: FileSystem = { entry: () => "missing", list: () => "unknown" };
const sources: Sources = { trusted: false, files: [{ scope: "global", kind: "foregate", path: "/f", text: "{}" }] };
export const config: Config = { permission: { "*": "allow", bash: { "rm *": { action: "deny", reason: "x" } }, my_tool: "ask" } };
// @ts-expect-error a slip is found before it runs
export const slip: Config = { premission: {} };
const guard = new Guard({ platform: "linux", cwd: "/p", fs, sources });
const checked: Checked = guard.check({ tool: "bash", input: { command: "ls" } });
export const asks: readonly string[] = (checked.question?.asks ?? []).map(({ verb, subject }) => verb + subject);
export const rules: string[] = guard.configuration().rules.map(({ pattern }) => pattern);
export const field: string | null = new ForegateError("x", "y").field;
export const all: unknown[] = [addRules(null, checked.approvals), migrate("{}").notices, extractFindPaths("find"), nodeFileSystem];
`;

test("import { Guard } from \"foregate\" compiles with lib ES2022, skipLibCheck false and no other types", () => {
	const directory = fs.mkdtempSync(path.join(os.tmpdir(), "foregate-"));
	fs.mkdirSync(path.join(directory, "node_modules"));
	fs.symlinkSync(path.join(root, "npm"), path.join(directory, "node_modules/foregate"));
	fs.writeFileSync(path.join(directory, "package.json"), '{"type":"module"}');
	fs.writeFileSync(path.join(directory, "program.ts"), PROGRAM);
	const compilerOptions = { target: "ES2022", lib: ["ES2022"], module: "NodeNext", strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, types: [], noEmit: true };
	fs.writeFileSync(path.join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["program.ts"] }));
	const { status, stdout } = spawnSync(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-p", directory], { encoding: "utf8" });
	assert.equal(status, 0, stdout);
	fs.rmSync(directory, { recursive: true });
});
