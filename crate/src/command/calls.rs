//! What functions of other languages do with the texts that they are given.
//!
//! Owns the functions of Python, Node.js, Perl, Ruby, PHP and Lua that open files, run commands or only look at a text, each from its
//! language's manual. It knows nothing of how code is read.

use crate::access::Mode::{self, Chdir, Delete, Execute, Link, List, Metadata, Read, Search, Write};

/// What a function does with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It looks at them, or prints them: no file is opened.
    Text,
    /// The first ones are paths, and this is done to them; the last entry stands for all that follow.
    Paths(&'static [&'static [Mode]]),
    /// The first is a path; how it is opened, the second says.
    Open,
    /// The first is a text that a shell runs; a list, or several texts, are an argument vector.
    Shell,
    /// A program, and a list of its arguments.
    Spawn,
    /// A program's path, and then its argument vector.
    Exec,
    /// It puts a path together.
    Join,
    /// It is run: a file, unless it was installed.
    Module,
    /// Code of the same language.
    Eval,
    /// A path as an object, whose method says what is done to it.
    Object,
}

const ONE: Use = Use::Paths(&[&[Read]]);

/// Receivers, names, and what is done; `*` is any receiver or none, `-` none. The first row that fits counts.
const TABLE: &[(&str, &str, Use)] = &[
    // Commands. `exec` of a pattern looks at a text.
    (
        "*",
        "system popen popen2 popen3 execSync check_output check_call getoutput getstatusoutput Popen shell_exec",
        Use::Shell,
    ),
    ("*", "passthru proc_open create_subprocess_shell capture2 capture2e capture3 pipeline", Use::Shell),
    ("os", "execute startfile", Use::Shell),
    ("- child_process childProcess cp Kernel Process", "exec", Use::Shell),
    ("- subprocess sp Kernel Process", "run call", Use::Shell),
    ("Kernel Process", "spawn", Use::Shell),
    ("*", "spawn spawnSync execFile execFileSync create_subprocess_exec", Use::Spawn),
    (
        "*",
        "execv execve execvp execvpe execl execle execlp execlpe spawnv spawnvp spawnl spawnlp posix_spawn",
        Use::Exec,
    ),
    // Code.
    ("*", "require require_relative require_once include include_once load dofile loadfile run_path fork", Use::Module),
    ("- builtins", "import do", Use::Module),
    ("- builtins vm", "eval instance_eval class_eval Function runInThisContext runInNewContext", Use::Eval),
    // Paths.
    ("path posix win32 File os Path pathlib", "join resolve normalize expand_path abspath", Use::Join),
    ("*", "Path PurePath PosixPath Pathname", Use::Object),
    (
        "- io codecs gzip bz2 lzma File IO Kernel fs os fsPromises promises tarfile zipfile",
        "open fopen sysopen",
        Use::Open,
    ),
    ("*", "fopen openSync", Use::Open),
    ("File", "new", Use::Open),
    ("sys.path path", "insert append", Use::Paths(&[&[Read], &[Read]])),
    (
        "*",
        "readFile readFileSync createReadStream file_get_contents readfile loadtxt read_csv read_json parse_ini_file",
        ONE,
    ),
    ("File IO CSV YAML", "read readlines foreach binread load_file", ONE),
    ("io", "lines", ONE),
    (
        "*",
        "writeFile writeFileSync appendFile appendFileSync createWriteStream file_put_contents",
        Use::Paths(&[&[Write], &[]]),
    ),
    ("*", "truncate truncateSync mkdtemp mkdtempSync outputFile outputFileSync", Use::Paths(&[&[Write], &[]])),
    ("*", "urlretrieve", Use::Paths(&[&[], &[Write], &[]])),
    ("File IO", "write binwrite", Use::Paths(&[&[Write], &[]])),
    ("*", "mkdir mkdirSync makedirs mkdir_p mkfifo mknod", Use::Paths(&[&[Write], &[]])),
    ("- os FileUtils File", "touch utime", Use::Paths(&[&[Write]])),
    (
        "*",
        "unlink unlinkSync rmdir rmdirSync rmSync removedirs rmtree rm_rf rm_f rm_r remove_entry",
        Use::Paths(&[&[Delete]]),
    ),
    ("os fs File FileUtils Dir fsPromises promises", "remove delete rm rmdir unlink", Use::Paths(&[&[Delete]])),
    ("*", "rename renameSync renames", Use::Paths(&[&[Read, Delete], &[Write]])),
    ("- os shutil FileUtils File", "move mv replace", Use::Paths(&[&[Read, Delete], &[Write]])),
    ("*", "copyFile copyFileSync copyfile copytree copy2 cpSync cp_r", Use::Paths(&[&[Search], &[Write]])),
    ("- shutil FileUtils File fs", "copy cp", Use::Paths(&[&[Read], &[Write]])),
    ("*", "symlink symlinkSync ln_s ln_sf", Use::Paths(&[&[Link], &[Write]])),
    ("os fs File FileUtils", "link linkSync ln", Use::Paths(&[&[Read], &[Write]])),
    ("os fs File FileUtils", "chmod chmodSync chown chownSync", Use::Paths(&[&[Write]])),
    ("*", "listdir scandir readdir readdirSync opendir opendirSync", Use::Paths(&[&[List]])),
    ("Dir", "entries children each_child each open new exist?", Use::Paths(&[&[List]])),
    ("Dir", "glob []", Use::Paths(&[&[Search]])),
    ("- os glob", "walk glob iglob", Use::Paths(&[&[Search]])),
    (
        "*",
        "existsSync exists isfile isdir islink getsize getmtime lstat statSync lstatSync file_exists is_file is_dir",
        Use::Paths(&[&[Metadata]]),
    ),
    (
        "File os fs - path fsPromises promises",
        "exist? file? directory? size stat access accessSync readlink realpath",
        Use::Paths(&[&[Metadata]]),
    ),
    ("*", "chdir", Use::Paths(&[&[Chdir]])),
    ("ctypes", "CDLL", Use::Paths(&[&[Execute]])),
    // Texts that are shown.
    (
        "*",
        "print println printf print_r var_dump puts pp echo say log info warn warning error debug trace die raise fail",
        Use::Text,
    ),
    ("*", "write send json end res stdout setHeader header describe it expect assert abort exit", Use::Text),
    // Texts that are compared, searched or changed.
    (
        "*",
        "startswith endswith startsWith endsWith start_with? end_with? includes include? contains indexOf lastIndexOf",
        Use::Text,
    ),
    (
        "*",
        "index rindex rfind count split rsplit partition rpartition replace replaceAll sub gsub sub! gsub! subn match",
        Use::Text,
    ),
    (
        "*",
        "match? matchAll test search fullmatch findall finditer compile strip lstrip rstrip trim removeprefix",
        Use::Text,
    ),
    (
        "*",
        "removesuffix delete_prefix delete_suffix translate maketrans tr format encode decode join implode explode",
        Use::Text,
    ),
    (
        "*",
        "str_replace preg_match preg_replace preg_split strpos str_starts_with str_ends_with str_contains exec scan",
        Use::Text,
    ),
    (
        "*",
        "RegExp Regexp localeCompare getenv getattr setattr hasattr loads parse len ord repr quote escape strcmp",
        Use::Text,
    ),
    (
        "*",
        "toBe toEqual toContain toMatch toStrictEqual toHaveBeenCalledWith equal strictEqual deepEqual assertEqual",
        Use::Text,
    ),
    // Addresses: of a route, of a resource.
    (
        "*",
        "get post put patch delete head options use route all request fetch goto navigate redirect urlopen urljoin URL",
        Use::Text,
    ),
];

/// What a function does; `None` if nobody knows it.
pub(super) fn of(receiver: &str, name: &str) -> Option<Use> {
    let received = |receivers: &str| {
        receivers.split(' ').any(|known| match known {
            "*" => true,
            "-" => receiver.is_empty(),
            known => known == receiver,
        })
    };
    let row =
        TABLE.iter().find(|(receivers, names, _)| names.split(' ').any(|known| known == name) && received(receivers));
    match row {
        Some((.., use_)) => Some(*use_),
        // `ValueError("…")`, `new FileNotFoundException(…)`.
        None if ["Error", "Exception", "Warning"].iter().any(|end| name.ends_with(end)) => Some(Use::Text),
        None => None,
    }
}

/// What a method does to the path that its object is.
pub(super) fn of_object(method: &str) -> Option<&'static [Mode]> {
    Some(match method {
        "read_text" | "read_bytes" | "read" | "readlines" | "each_line" => &[Read],
        "write_text" | "write_bytes" | "touch" | "mkdir" | "write" | "mkpath" => &[Write],
        "unlink" | "rmdir" | "delete" | "rmtree" => &[Delete],
        "exists" | "is_file" | "is_dir" | "is_symlink" | "stat" | "lstat" | "exist?" | "file?" | "directory?" => {
            &[Metadata]
        }
        "iterdir" | "children" | "entries" => &[List],
        "glob" | "rglob" | "walk" | "find" => &[Search],
        _ => return None,
    })
}

/// How a file is opened, as the second argument of an `open` says it.
pub(super) fn opened(mode: &str) -> &'static [Mode] {
    let writes = mode.contains(['w', 'a', 'x', '>']);
    match (mode.contains('+'), writes) {
        (true, _) => &[Read, Write],
        (false, true) => &[Write],
        (false, false) => &[Read],
    }
}
