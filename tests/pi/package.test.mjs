// The package as it is published, unpacked or installed where nothing of this repository is near, in a real Pi; and with its core damaged.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { environment, root, runPi, testInPi, withDirectory } from "./pi.mjs";
import { startRegistry } from "./registry.mjs";

const bash = (command) => ({ tool: "bash", input: { command } });
const script = [bash("find / -name x"), bash("cat /etc/hostname"), bash("echo inside"), "bye"];

const place = fs.mkdtempSync(path.join(os.tmpdir(), "foregate-package-"));
after(() => fs.rmSync(place, { recursive: true, force: true }));
const packing = { cwd: path.join(root, "npm"), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
const [{ filename, files }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", place], packing));
const tarball = path.join(place, filename);

function unpack(directory) {
	execFileSync("tar", ["-xzf", tarball, "-C", directory]);
	return path.join(directory, "package");
}

function assertGuarded(result) {
	const [find, cat, echo] = result.calls.map((call) => call.read);
	assert.match(find, /^foregate: /);
	assert.match(cat, /^foregate: .*\/etc\/hostname/s);
	assert.equal(echo, "inside\n");
	assert.equal(result.exitCode, 0, result.stderr);
}

test("the tarball holds what is needed and nothing else", async () => {
	await withDirectory((directory) => {
		const extension = unpack(directory);
		for (const { path: file } of files) assert.match(file, /^(dist\/.*\.(js|d\.ts|wasm)|docs\/\w[\w-]*\.md|package\.json|preset\.json|foregate\.schema\.json|README\.md|LICENSE)$/);
		const manifest = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));
		const exported = Object.values(manifest.exports).flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry)));
		for (const file of [manifest.bin.foregate, ...manifest.pi.extensions, ...exported]) assert.ok(fs.existsSync(path.join(extension, file)), file);
		assert.deepEqual(Object.keys(manifest.dependencies ?? {}), []);
	});
});

testInPi("pi install npm:foregate, and from then on Pi is guarded", async ({ pi, runPi }) => {
	await withDirectory(async (directory) => {
		const registry = await startRegistry(tarball);
		const offline = { PI_OFFLINE: "", npm_config_registry: registry.url, npm_config_cache: path.join(directory, "cache") };
		const options = { env: environment(directory, offline), cwd: directory };
		const [program, ...cli] = pi.command;
		const run = async (...args) => (await promisify(execFile)(program, [...cli, ...args], options)).stdout;
		try {
			await run("install", "npm:foregate");
			assert.match(await run("list"), /npm:foregate/);
		} finally {
			await registry.stop();
		}
		const settings = JSON.parse(fs.readFileSync(path.join(directory, "agent/settings.json"), "utf8"));
		assertGuarded(await runPi({ directory, script, extension: [], agent: { "settings.json": settings }, answers: ["Deny"] }));
	});
});

for (const [damage, how] of Object.entries({
	missing: (wasm) => fs.rmSync(wasm),
	"cut short": (wasm) => fs.truncateSync(wasm, 1000),
	empty: (wasm) => fs.truncateSync(wasm, 0),
})) {
	test(`with the core ${damage} every call is blocked with a reason, and Pi goes on`, async () => {
		await withDirectory(async (directory) => {
			const extension = unpack(directory);
			how(path.join(extension, "dist/core/foregate_bg.wasm"));
			const result = await runPi({ script, extension });
			for (const call of result.calls) assert.match(call.read, /^foregate: this call was blocked.*install the package foregate again/s);
			assert.match(result.notices.join("\n"), /every call is blocked/);
			assert.equal(result.exitCode, 0);
		});
	});
}
