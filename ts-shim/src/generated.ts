// Generated from the Rust types; not to be edited: cargo test -p foregate --lib typescript -- --ignored

/**
 * Where Pi runs, as Node names it.
 */
export type Platform = "linux" | "darwin" | "win32";

/**
 * A skill, as Pi has it.
 */
export type Skill = {
/**
 * Its name, which rules are matched with.
 */
name: string,
/**
 * The file that says what to do, absolute.
 */
filePath: string,
/**
 * The directory of its other files, absolute.
 */
baseDir: string, };

/**
 * What the host says of a session.
 */
export type Options = {
/**
 * Where Pi runs.
 */
platform: Platform,
/**
 * The session's working directory, absolute.
 */
cwd: string,
/**
 * The user's home directory.
 */
home?: string,
/**
 * The shell's environment; without it every variable that a command does not set is unknown.
 */
env?: { [key in string]: string },
/**
 * Pi's `shellCommandPrefix`, if it is not among the sources: it runs before every command, and its accesses are not judged.
 */
prefix?: string,
/**
 * The user's configuration; without one the inside is free and the outside is asked about.
 */
config?: Config,
/**
 * The configuration's files, in place of `config`.
 */
sources?: Sources,
/**
 * What was approved in this session: rules after all others, which lift an `ask` and never a `deny`.
 */
session?: Array<SessionRule>,
/**
 * The session's skills, for the rules on `skill`.
 */
skills?: Array<Skill>, };

/**
 * What foregate lets a coding agent do: extensions/foregate.json in Pi's agent directory or in a project's .pi directory.
 */
export type Config = {
/**
 * The JSON Schema of this file.
 */
$schema?: string,
/**
 * Whether the rules that hold without a configuration come before these. Default: false.
 */
preset?: boolean,
/**
 * What is allowed, asked about and denied, by surface. In a surface the last rule that matches wins; between surfaces the
 * most restrictive.
 */
permission?: Permission,
/**
 * What a path means of which it cannot be known whether it is outside. Default: ask.
 */
unknownPath?: Lenient,
/**
 * What leaving the project means for what mktemp makes in the same call. Default: ask.
 */
temporary?: Lenient,
/**
 * Where a search must not begin.
 */
blockFindRoot?: BlockFindRoot,
/**
 * The timeout, in seconds, of a bash call that has none. Default: 120.
 */
defaultTimeout?: number,
/**
 * Tools that run a command as bash does, by name.
 */
shellTools?: { [key in string]: ShellTool },
/**
 * Whether a command that the user types with ! is checked too. Default: false.
 */
userBash?: boolean,
/**
 * The seconds after which a question that nobody answered is a no. Default: none.
 */
promptTimeout?: number,
/**
 * Whether decisions are written to the review log. Default: true.
 */
reviewLog?: boolean, };

/**
 * Rules by surface. A key that is none of these is the name of a tool; a * in it stands for any text.
 */
export type Permission = {
/**
 * The action of a surface in which no rule matches. Default: ask.
 */
"*"?: Action,
/**
 * Each command of a bash call, as its evaluated arguments with one space between them.
 */
bash?: Rules,
/**
 * Every path that is touched.
 */
path?: Rules,
/**
 * Every path that is read.
 */
path_read?: Rules,
/**
 * Every path that is written, deleted or executed.
 */
path_write?: Rules,
/**
 * Every path that is deleted.
 */
path_delete?: Rules,
/**
 * Every path that is executed.
 */
path_execute?: Rules,
/**
 * Every path that is touched outside the project.
 */
external_directory?: Rules,
/**
 * Every path that is read outside the project.
 */
external_directory_read?: Rules,
/**
 * Every path that is written, deleted or executed outside the project.
 */
external_directory_write?: Rules,
/**
 * Every path that is deleted outside the project.
 */
external_directory_delete?: Rules,
/**
 * Every path that is executed outside the project.
 */
external_directory_execute?: Rules,
/**
 * The tool read, by path.
 */
read?: Rules,
/**
 * The tool write, by path.
 */
write?: Rules,
/**
 * The tool edit, by path.
 */
edit?: Rules,
/**
 * The tool grep, by path.
 */
grep?: Rules,
/**
 * The tool find, by path.
 */
find?: Rules,
/**
 * The tool ls, by path.
 */
ls?: Rules,
/**
 * Calls of the MCP proxy, by server, tool or operation: wiki_search, wiki, mcp_status.
 */
mcp?: Rules,
/**
 * Skills, by name.
 */
skill?: Rules,
/**
 * PowerShell commands, by their text.
 */
powershell?: Rules, } & ({ [key in string]: Action | { [key in string]: Decision } });

/**
 * One action for the whole surface, or patterns. * is any text, slashes too; ? is one character; " *" at the end also matches
 * nothing; ~ and $HOME at the start are the home directory.
 */
export type Rules = Action | { [key in string]: Decision };

/**
 * What a match of the pattern means.
 */
export type Decision = Action | Detailed;

/**
 * An action with a denial's reason and the rule's own examples, which are checked when the file is read.
 */
export type Detailed = { action: Action,
/**
 * For a denial: what the model is told.
 */
reason?: string,
/**
 * Texts that the pattern has to match.
 */
match?: Array<string>,
/**
 * Texts that it must not match.
 */
notMatch?: Array<string>, };

export type Lenient = "allow" | "ask";

export type BlockFindRoot = {
/**
 * The paths; / is the root itself, any other also all that is below it. Default: /.
 */
forbiddenPaths?: Array<string>,
/**
 * Whether find in bash is held to it too, and not the tool alone. Default: false.
 */
blockBash?: boolean, };

export type ShellTool = {
/**
 * The field of the tool's input that holds the command.
 */
commandArgument: string,
/**
 * The field that holds the directory in which it runs.
 */
workdirArgument?: string, };

/**
 * The configuration files of a session.
 */
export type Sources = {
/**
 * Whether Pi trusts the project. One that it does not trust can only tighten.
 */
trusted: boolean,
/**
 * Pi's agent directory.
 */
agentDir?: string,
/**
 * The directory of the Pi package.
 */
packageDir?: string,
/**
 * Every file that is there, in any order.
 */
files: Array<SourceFile>, };

/**
 * A configuration file that is there.
 */
export type SourceFile = {
/**
 * Whose it is.
 */
scope: Scope,
/**
 * What it is.
 */
kind: Kind,
/**
 * How it is named to people.
 */
path: string,
/**
 * What it holds.
 */
text?: string,
/**
 * Why it cannot be read, in the host's words.
 */
error?: string, };

/**
 * Whose a configuration file is.
 */
export type Scope = "global" | "project";

/**
 * What a configuration file is: `foregate.json`, pi-permission-system's `config.json`, Pi's `settings.json`, or an agent's file with
 * `permission` in its frontmatter.
 */
export type Kind = "foregate" | "peer" | "settings" | "agent";

/**
 * Who wants a call.
 */
export type Caller = "model" | "user";

/**
 * A tool's name and its input, as Pi delivers them to a `tool_call` handler, and what the host alone knows of the call.
 */
export type ToolCall = {
/**
 * The tool's name.
 */
tool: string,
/**
 * Its input.
 */
input: Record<string, unknown>,
/**
 * Who wants it.
 */
origin?: Caller,
/**
 * Where the tool comes from, as Pi's `sourceInfo.source` says it; `"builtin"`, or left out, for Pi's own.
 */
source?: string, };

/**
 * What is to be done with a call.
 */
export type Action = "allow" | "ask" | "deny";

/**
 * Fields of a tool's input that are to be set.
 */
export type Patch = {
/**
 * Seconds after which bash is stopped.
 */
timeout: number, };

/**
 * One thing that did not come out as `allow`.
 */
export type Reason = {
/**
 * The surface or the setting that says so.
 */
surface: string,
/**
 * `ask` or `deny`.
 */
action: Action,
/**
 * The pattern of the rule that says so, as it is written; `null` where none matched.
 */
rule: string | null,
/**
 * The path, the command or the tool that it is about.
 */
subject: string,
/**
 * A sentence for people.
 */
message: string, };

/**
 * The action for a call, its reasons, and where there is one a change to its input.
 */
export type Verdict = {
/**
 * What is to be done.
 */
action: Action,
/**
 * Why; only what did not come out as `allow`.
 */
reasons: Array<Reason>,
/**
 * What is to be changed in the input before the call runs; never with a denial.
 */
input?: Patch, };

/**
 * A rule that an answer "for this session" adds to `session`, and the answer "always" to a file.
 */
export type SessionRule = {
/**
 * The surface that asked.
 */
surface: string,
/**
 * Exactly what was shown.
 */
pattern: string,
/**
 * `allow`.
 */
action: Action, };

/**
 * One thing that is asked for. `verb subject (place)` is the line that people read.
 */
export type Ask = {
/**
 * What would be done: `write`, `read, write`, `run`.
 */
verb: string,
/**
 * The path, the command or the tool, in full; its control characters are in it.
 */
subject: string,
/**
 * Why it is asked about: where the path is, or the rule that says so; `null` where the line tells enough.
 */
place: string | null,
/**
 * `[start, end)` in UTF-16 code units of the command; `null` for a tool's input.
 */
span: [number, number] | null,
/**
 * The same in sentences.
 */
message: string, };

/**
 * What the user is asked: one question for all of a call.
 */
export type Question = {
/**
 * What the call is about, and what the spans are in: the command, the path, or the whole input as JSON.
 */
text: string,
/**
 * What is asked for, most serious first.
 */
asks: Array<Ask>,
/**
 * What the answers for longer than once would allow, in words, one line for each surface.
 */
lasting: Array<string>,
/**
 * Where there are no such answers, a sentence that says why.
 */
once: string | null, };

/**
 * A verdict, in words.
 */
export type Checked = {
/**
 * What the model reads when the call is blocked: what comes of the call, and why.
 */
message?: string,
/**
 * The same without what comes of it, for who asked and knows: what the call would do, and what to do instead.
 */
why?: string,
/**
 * The rules that the answer "for this session" adds. Empty where it cannot be given: the next such call would be
 * asked about all the same.
 */
approvals: Array<SessionRule>,
/**
 * What the user is asked, exactly when the action is `ask`.
 */
question?: Question,
/**
 * What is to be done.
 */
action: Action,
/**
 * Why; only what did not come out as `allow`.
 */
reasons: Array<Reason>,
/**
 * What is to be changed in the input before the call runs; never with a denial.
 */
input?: Patch, };

/**
 * What is done to a path. `Search` is a recursive read: `find /etc` reads all that is below `/etc`.
 */
export type Mode = "read" | "write" | "delete" | "execute" | "search" | "list" | "metadata" | "chdir" | "link" | "network";

/**
 * Where a path stands to the working directory of the session.
 */
export type Boundary = "inside" | "outside" | "either";

/**
 * Whether an access surely happens.
 */
export type Certainty = "definite" | "possible";

/**
 * Who says that an argument is a path.
 */
export type Role = "known" | "guessed";

/**
 * One effect on the file system.
 */
export type AccessRecord = {
/**
 * The path as people see it: lexical if that names the same file, else canonical; `null` where nothing is known.
 */
path: string | null,
/**
 * As it was after expansion, before it was made absolute.
 */
typed: string,
/**
 * Resolved through links; `null` where it cannot be known.
 */
canonical: string | null,
/**
 * What is done.
 */
mode: Mode,
/**
 * Whether `boundary` is `outside`.
 */
external: boolean,
/**
 * Where it stands.
 */
boundary: Boundary,
/**
 * Whether it surely happens.
 */
certainty: Certainty,
/**
 * Who says that it is a path.
 */
role: Role,
/**
 * Whether `path` has holes or globs in it: `*` without a slash, `**` with any; literal `*`, `?`, `[`, `\` are escaped.
 */
pattern: boolean,
/**
 * `[start, end)` in UTF-16 code units of the command; `null` for a tool's input.
 */
span: [number, number] | null, };

/**
 * A simple command that may run.
 */
export type CommandRecord = {
/**
 * The evaluated vector.
 */
argv: Array<string>,
/**
 * The text that an `allow` is tested against.
 */
canonical: string,
/**
 * `[start, end)` in UTF-16 code units of the command.
 */
span: [number, number],
/**
 * How many wrappers and payloads stand above it.
 */
level: number,
/**
 * Their names.
 */
via: Array<string>, };

/**
 * Why a part of a call was not understood. Each has a stable code.
 */
export type Code = "source-limit" | "nesting-limit" | "node-limit" | "expansion-limit" | "nul" | "syntax" | "witness" | "unknown-code" | "unknown-command" | "environment";

/**
 * Whether everything was understood.
 */
export type CoverageKind = "full" | "partial";

/**
 * What was understood.
 */
export type CoverageRecord = {
/**
 * Whether it is all.
 */
kind: CoverageKind,
/**
 * The parts that were not, in UTF-16 code units.
 */
spans: Array<[number, number]>,
/**
 * Why not.
 */
codes: Array<Code>, };

/**
 * What a call would do, and what the policy says to it.
 */
export type Analysis = {
/**
 * The record's, in a batch.
 */
id?: string | number,
/**
 * What is to be done.
 */
verdict: Verdict,
/**
 * What would be touched, merged by path and mode, in order of first appearance.
 */
accesses: Array<AccessRecord>,
/**
 * Every simple command that may run, in source order.
 */
commands: Array<CommandRecord>,
/**
 * For each `find` that may run: its starting points, without those of which nothing is known.
 */
findRoots: Array<Array<string>>,
/**
 * What was understood.
 */
coverage: CoverageRecord, };

/**
 * The configuration in force: its rules and settings with where each is from, and what is wrong with it.
 */
export type Configuration = {
/**
 * What is broken. What stands beside it allows nothing.
 */
problems: Array<Problem>,
/**
 * Sentences to be said at start.
 */
notices: Array<string>,
/**
 * The rules in force, in order; those that can only tighten at the end.
 */
rules: Array<RuleReport>,
/**
 * The settings in force.
 */
settings: Array<SettingReport>,
/**
 * Pi's `shellCommandPrefix`, if the settings were among the files.
 */
prefix: string | null,
/**
 * Whether a command that the user types with `!` is to be checked too.
 */
userBash: boolean,
/**
 * The seconds after which a question that nobody answered is a no.
 */
promptTimeout: number | null,
/**
 * Whether decisions are to be written down.
 */
reviewLog: boolean, };

/**
 * Something that is wrong with a configuration file.
 */
export type Problem = {
/**
 * The file.
 */
file: string,
/**
 * The line, from 1; `null` for the file as a whole.
 */
line: number | null,
/**
 * The column, from 1, in characters.
 */
column: number | null,
/**
 * A sentence.
 */
message: string, };

/**
 * A rule in force.
 */
export type RuleReport = {
/**
 * What it is about.
 */
surface: string,
/**
 * As it is written.
 */
pattern: string,
/**
 * What a match means.
 */
action: Action,
/**
 * The user's own words for a denial.
 */
reason?: string,
/**
 * Where it is written.
 */
origin: Origin,
/**
 * Whether it asks only because something is wrong with its file.
 */
degraded: boolean, };

/**
 * A setting in force.
 */
export type SettingReport = {
/**
 * Its key, as a way from the top.
 */
key: string,
/**
 * Its value.
 */
value: unknown,
/**
 * Where it is written.
 */
origin: Origin, };

/**
 * Where something is written.
 */
export type Origin = {
/**
 * The file; `null` for the preset, a default, or a configuration that is no file.
 */
file: string | null,
/**
 * Its line, from 1.
 */
line: number | null, };

/**
 * A configuration of foregate's, and what is to be said of it.
 */
export type Migration = {
/**
 * The text of a `foregate.json`.
 */
text: string,
/**
 * What is not carried, or means something else.
 */
notices: Array<string>, };

/**
 * A value from the host that cannot be used, with the field that holds it.
 */
export type GuardError = {
/**
 * The field's name, as a way from the top: `config.permission.bash`. `null` where the whole is no JSON.
 */
field: string | null,
/**
 * What is wrong with it, as a sentence.
 */
message: string, };
