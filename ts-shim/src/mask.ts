// Hides secrets in what is written down. It errs on the side of hiding: what looks like a secret is not told from one.

const HIDDEN = "***";

const NAME = "[\\w-]*(?:secret|token|passw(?:or)?d|passphrase|api_?-?key|access_?-?key|private_?-?key|credential|auth(?!or))[\\w-]*";
const VALUE = `(?:"[^"]*"?|'[^']*'?|[^\\s;&|'"]+)`;

const SHAPES: readonly [RegExp, string][] = [
	// NAME=value, name: value, "name": "value", --token value
	[new RegExp(`(["']?${NAME}["']?\\s*[=:]\\s*)(?!\\s)${VALUE}`, "gi"), `$1${HIDDEN}`],
	[new RegExp(`(--?${NAME}\\s+)(?!-)${VALUE}`, "gi"), `$1${HIDDEN}`],
	// NAME=value in capitals, as in an environment, before a command or after export.
	[new RegExp(`(^|[\\s;&|(])([A-Z][A-Z0-9_]*=)(?![\\s;&|])${VALUE}`, "g"), `$1$2${HIDDEN}`],
	[/\b(authorization\s*:\s*)((?:basic|bearer|digest|token)\s+)?[^\s'"]+/gi, `$1$2${HIDDEN}`],
	[/\b(bearer\s+)[\w.~+/=-]{8,}/gi, `$1${HIDDEN}`],
	[/([a-z][a-z0-9+.-]*:\/\/[^\s:/@'"]*:)[^\s@/'"]+@/gi, `$1${HIDDEN}@`],
	[/([?&][\w-]*(?:token|key|secret|sig|signature|password)[\w-]*=)[^&\s'"]+/gi, `$1${HIDDEN}`],
	[/(\s(?:-u|--user)[\s=]+['"]?[^\s:'"]+:)[^\s'"]+/g, `$1${HIDDEN}`],
	// What the services that hand them out begin their tokens with.
	[/\b(?:gh[opsur]_|github_pat_|glpat-|xox[abprs]-|sk-|npm_|pypi-|AKIA|ASIA|AIza|eyJ)[\w.-]{12,}/g, HIDDEN],
	[/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, HIDDEN],
];

/** `text` with what looks like a secret replaced by `***`. */
export const mask = (text: string): string => SHAPES.reduce((masked, [shape, by]) => masked.replace(shape, by), text);
