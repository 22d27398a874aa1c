// Writes what Pi's own tools make of a path in their input, one JSON object a line. The first line names the version and the
// sessions; every other line is {session, input, path | error, tried?}: `tried` are the further spellings that Pi's `read`
// looks for when nothing is at the path, in its order.
//
//   node pi-resolve.mjs PI/dist > pi-resolve-VERSION.jsonl        (Node 22.15 or newer)
//
// Pi's modules are loaded as they are. A loader hook lends them the path rules, the home directory and the platform of each
// session, and a file system in which nothing exists.
import fs from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const dist = path.resolve(process.argv[2]);
const distUrl = pathToFileURL(dist + path.sep).href;
const { version } = JSON.parse(fs.readFileSync(path.join(dist, "..", "package.json"), "utf8"));

const sessions = {
  linux: { platform: "linux", home: "/home/ada", cwd: "/home/ada/code/site" },
  darwin: { platform: "darwin", home: "/Users/ada", cwd: "/Volumes/code/site" },
  win32: { platform: "win32", home: "C:\\Users\\ada", cwd: "C:\\code\\site" },
  "win32-d": { platform: "win32", home: "C:\\Users\\ada", cwd: "D:\\Ünï code" },
};

let session;
const tried = [];
globalThis.pi = {
  posix: path.posix,
  win32: path.win32,
  path: () => (session.platform === "win32" ? path.win32 : path.posix),
  home: () => session.home,
  fileURLToPath: (url) => fileURLToPath(url, { windows: session.platform === "win32" }),
  access: (file) => {
    tried.push(file);
    throw new Error("nothing is there");
  },
};
const stand = (source) => "data:text/javascript," + encodeURIComponent(source);
const lent = {
  // `sep` is exported for other functions of the module; resolving does not use it.
  "node:path": stand(`const forward = (name) => (...args) => pi.path()[name](...args);
    export const isAbsolute = forward("isAbsolute"), join = forward("join"), resolve = forward("resolve"), relative = forward("relative"), dirname = forward("dirname"), basename = forward("basename");
    export const { posix, win32 } = pi, sep = "/";`),
  "node:os": stand("export const homedir = () => pi.home();"),
  "node:url": stand("export const fileURLToPath = (url) => pi.fileURLToPath(url);"),
  "node:fs": stand(
    "export const constants = {}; export const accessSync = pi.access; export const realpathSync = (p) => p; export const statSync = pi.access; export const existsSync = () => false;",
  ),
  "node:fs/promises": stand("export const access = async (file) => pi.access(file);"),
  "./child-process.js": stand("export const spawnProcessSync = () => {};"),
};
registerHooks({
  resolve(specifier, context, next) {
    const url = context.parentURL?.startsWith(distUrl) && lent[specifier];
    return url ? { url, shortCircuit: true } : next(specifier, context);
  },
});
const { resolveToCwd, resolveReadPath } = await import(new URL("core/tools/path-utils.js", distUrl));

const inputs = [
  // Relative, absolute, and what normalising takes out.
  "", ".", "..", "../../../../..", "src", "src/", "./src", "src/./lib", "src/../lib", "src//lib", "src/lib/../..", "...", ".hidden", "a b", "-x", "#", "a?b",
  "/", "//", "///", "/opt", "/opt/", "/opt/../srv", "/opt/./x", "//opt//x", "/../..", "/dev/null", "/dev/stdin", "/OPT/x", "a*", "[x]", "{a,b}", "$HOME/x", "a\\b", "a:b",
  // A leading @ is dropped once.
  "@", "@src", "@@src", "@/opt/x", "@./src", "@../x", "@~", "@~/x", "@ src", " @src", "\u00a0@src", "@\u00a0src", "src@2", "@scope/name",
  // Unicode spaces become spaces; other white space does not.
  "a\u00a0b", "a\u1680b", "a\u2000b", "a\u2003b", "a\u200ab", "a\u200bb", "a\u202fb", "a\u205fb", "a\u3000b", "a\ufeffb", "\u3000/opt", " /opt", "/opt ", "\t/opt", "/opt\n", "a\nb",
  // The home directory.
  "~", "~/", "~/x", "~//x", "~/..", "~/../../x", "~/~", "~ada", "~ada/x", "~\\x", "~\\..\\x", "~x/y", " ~/x", "./~/x", "x/~", "~/C:/x", "~/@x",
  // file: URLs.
  "file://", "file:///", "file:///opt/x", "file:///opt/../x", "file:///opt/%2e%2E/x", "file:///opt/.%2e", "file:///opt/.", "file:///opt//x", "file:////opt/x", "file:///a%20b", "file:///%C3%A9",
  "file:///é", "file:///%ff", "file:///%", "file:///%4", "file:///100%", "file:///a%2Fb", "file:///a%5Cb", "file:///a%00b", "file:///a?q=1", "file:///a#f", "file:///a%3Fb%23c", "file:///a\\b", "file:///a\tb", "file:///a\r\nb ", "file:///a b",
  "file://localhost/opt/x", "file://LocalHost/x", "file://%6Cocalhost/x", "file://localhost", "file://localhost:80/x", "file://box/share/x", "file://BOX/share", "file://box", "file://user@box/x", "file://a b/x", "file://a^b/x", "file://a%20b/x",
  "file://127.0.0.1/x", "file://[::1]/x", "file://ｌocalhost/x", "file://bücher/x", "file://xn--bcher-kva/x",
  "FILE:///opt", "File:///opt", "file:/opt", "file:opt", "@file:///opt/x", " file:///opt", "file:///\u00a0x", "http://box/x",
  "file:///C:/x", "file:///c:/x/../../y", "file:///C|/x", "file://C:/x", "file://C|/x", "file:///C:", "file:///C:/", "file:///C:x", "file:///C%3A/x", "file:///%43:/x", "file:///1:/x", "file:///C:/a%2fb", "file:///C:/a%5cb", "file:///C:/%zz", "file:///x/C|/y", "file:///C:/../D:/x", "file:\\\\\\C:\\x",
  // Windows paths, and drive mounts as Git Bash, WSL and Cygwin write them.
  "C:\\x", "C:/x", "c:\\X\\..\\y", "C:", "c:", "C:x", "C:..\\x", "D:", "D:x", "D:\\x", "\\x", "\\", "..\\x", "x\\..\\..\\y", "x/..\\y", "\\\\box\\share", "\\\\box\\share\\x\\..\\..\\y", "//box/share/x", "\\\\box", "\\\\?\\C:\\x", "\\\\.\\C:\\x", "\\\\.\\pipe\\x", "x.txt:stream",
  "/c", "/c/", "/c/x", "/C/x", "/c//x", "/c/x/../../y", "/d/x", "/cc/x", "/c:/x", "/c\\x", "/c/x\\y", "/c/x\ny", "/c/x\u2028y", "/1/x", "/é/x", "//c/x", "/mnt", "/mnt/", "/mnt/c", "/mnt/c/", "/mnt/c/x", "/MNT/C/x", "/mnt/cc/x", "/mnt/c/../d", "/cygdrive/c", "/cygdrive/c/x", "/Cygdrive/D/x", "/cygdrive/", "/mnt/cygdrive/c/x", "/tmp/x", "/usr/bin", "@/c/x", " /c/x", "/c/a\u00a0b",
  // The spellings that `read` tries.
  "Screenshot 2024-01-01 at 9.41.00 AM.png", "at 9 pm.png", "AM.png", "x AM", "x Am.y pM.z", "x  AM.png", "d'x", "''", "l'été", "l\u2019\u00e9t\u00e9", "e\u0301", "\u00c5ngstr\u00f6m", "\u212b", "\ud55c\uae00", "\u1e9b\u0323", "\u0344", "l'\u00e9t\u00e9 at 9 AM.png", "~/l'\u00e9t\u00e9", "\ufb01", "\u2126's",
];

const lines = [{ pi: version, node: process.versions.node, sessions }];
for (const [name, described] of Object.entries(sessions)) {
  session = described;
  Object.defineProperty(process, "platform", { value: session.platform });
  process.cwd = () => session.cwd;
  for (const input of inputs) {
    const row = { session: name, input };
    try {
      row.path = resolveToCwd(input, session.cwd);
      tried.length = 0;
      resolveReadPath(input, session.cwd);
      const others = [...new Set(tried)].filter((file) => file !== row.path);
      if (others.length > 0) row.tried = others;
    } catch (error) {
      row.error = error.code ?? error.name;
    }
    lines.push(row);
  }
}
fs.writeSync(1, lines.map((line) => JSON.stringify(line) + "\n").join(""));
