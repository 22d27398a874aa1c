// The package as it is published, unpacked where nothing of this repository is near, in a real Pi; and with its core damaged.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root, runPi, withDirectory } from "./pi.mjs";

const bash = (command) => ({ tool: "bash", input: { command } });
const script = [bash("find / -name x"), bash("cat /etc/hostname"), bash("echo inside"), "bye"];

function unpack(directory) {
	const options = { cwd: path.join(root, "npm"), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
	const [{ filename, files }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", directory], options));
	execFileSync("tar", ["-xzf", path.join(directory, filename), "-C", directory]);
	return { extension: path.join(directory, "package"), files: files.map((file) => file.path) };
}

test("the tarball holds what is needed and nothing else", async () => {
	await withDirectory((directory) => {
		const { files, extension } = unpack(directory);
		for (const file of files) assert.match(file, /^(dist\/.*\.(js|d\.ts|wasm)|package\.json|preset\.json|README\.md|LICENSE)$/);
		const manifest = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));
		const exported = Object.values(manifest.exports).flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry)));
		for (const file of [manifest.bin.foregate, ...manifest.pi.extensions, ...exported]) assert.ok(fs.existsSync(path.join(extension, file)), file);
		assert.deepEqual(Object.keys(manifest.dependencies ?? {}), []);
	});
});

test("the tarball works in Pi", async () => {
	await withDirectory(async (directory) => {
		const result = await runPi({ script, extension: unpack(directory).extension, answers: ["Deny"] });
		const [find, cat, echo] = result.calls.map((call) => call.read);
		assert.match(find, /^foregate: /);
		assert.match(cat, /^foregate: .*\/etc\/hostname/s);
		assert.equal(echo, "inside\n");
	});
});

for (const [damage, how] of Object.entries({
	missing: (wasm) => fs.rmSync(wasm),
	"cut short": (wasm) => fs.truncateSync(wasm, 1000),
	empty: (wasm) => fs.truncateSync(wasm, 0),
})) {
	test(`with the core ${damage} every call is blocked with a reason, and Pi goes on`, async () => {
		await withDirectory(async (directory) => {
			const { extension } = unpack(directory);
			how(path.join(extension, "dist/core/foregate_bg.wasm"));
			const result = await runPi({ script, extension });
			for (const call of result.calls) assert.match(call.read, /^foregate: this call was blocked.*install the package foregate again/s);
			assert.match(result.notices.join("\n"), /every call is blocked/);
			assert.equal(result.exitCode, 0);
		});
	});
}
