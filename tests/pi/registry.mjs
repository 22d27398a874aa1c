// A registry of npm on loopback with one package in it, for `pi install`.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import http from "node:http";

/** Serves the package in the tarball `file`. */
export async function startRegistry(file) {
	const tarball = fs.readFileSync(file);
	const manifest = JSON.parse(execFileSync("tar", ["-xzOf", file, "package/package.json"], { encoding: "utf8" }));
	const { name, version } = manifest;
	const server = http.createServer(({ url, headers }, response) => {
		if (url === "/package.tgz") return void response.end(tarball);
		if (decodeURIComponent(url) !== `/${name}`) return void response.writeHead(404).end("{}");
		const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
		const dist = { tarball: `http://${headers.host}/package.tgz`, integrity };
		const document = { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify(document));
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}/`,
		stop: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}
