// Writes paths and what Node makes of them, one JSON array a line:
//   [flavor, base, path, isAbsolute, normalize, join, resolve, relative, dirname, basename]
// `base` is absolute. null: Node's answer is left out, because it depends on Node's own process (the working directory of
// another drive) or because two shares are compared letter by letter. Reserved device names (CON, NUL) do not occur.
//
//   node node-vectors.mjs [COUNT [SEED]]
import { posix, win32 } from "node:path";

const count = Number(process.argv[2] ?? 100_000);
let state = Number(process.argv[3] ?? 1) >>> 0;

// xorshift32: the same inputs everywhere.
function below(n) {
  state ^= state << 13;
  state >>>= 0;
  state ^= state >>> 17;
  state ^= state << 5;
  state >>>= 0;
  return state % n;
}
const pick = (list) => list[below(list.length)];

const names = ["a", "b", "B", "ab", ".", ".", "..", "..", "..", "...", ".a", "a.", "a b", "é", "É", "a\nb", "~", "-x", "*", "a\\b"];
const windowsNames = [...names, "C:", "x:y", "xy:", "c:z"];
const roots = {
  posix: ["", "", "", "/", "/", "//", "///"],
  win32: ["", "", "", "\\", "/", "C:\\", "c:/", "C:", "D:", "D:\\", "\\\\srv\\share\\", "//srv/share", "//srv//share/", "\\\\", "//srv", "\\\\.\\", "\\\\?\\C:\\"],
};
const bases = { posix: ["/"], win32: ["C:\\", "c:/", "D:\\", "\\\\srv\\share\\", "//SRV/share/"] };

function body(flavor, most) {
  let out = "";
  for (let left = below(most + 1); left > 0; left--) {
    out += pick(flavor === "posix" ? names : windowsNames);
    if (left > 1 || below(4) === 0) out += pick(flavor === "posix" ? ["/", "/", "/", "//"] : ["\\", "\\", "/", "/\\"]);
  }
  return out;
}

const drive = (path) => /^[a-z]:/i.exec(path)?.[0].toLowerCase();

const lines = [];
for (const [flavor, api] of [["posix", posix], ["win32", win32]]) {
  for (let i = 0; i < count; i++) {
    const base = pick(bases[flavor]) + body(flavor, 5);
    const path = pick(roots[flavor]) + body(flavor, 6);
    const elsewhere = flavor === "win32" && drive(path) && !api.isAbsolute(path) && drive(path) !== drive(base);
    const resolved = elsewhere ? null : api.resolve(base, path);
    const from = api.resolve(base);
    const comparable = resolved !== null && (flavor === "posix" || (drive(from) && drive(from) === drive(resolved)));
    lines.push(JSON.stringify([
      flavor, base, path, api.isAbsolute(path), api.normalize(path), api.join(base, path), resolved,
      comparable ? api.relative(from, resolved) : null, api.dirname(path), api.basename(path),
    ]));
  }
}
process.stdout.write(lines.join("\n") + "\n");
