// What the question looks like: rows of marked text that fit a screen. Owns what is cut and what is made visible; knows neither Pi,
// nor keys, nor what an answer means.
import type { Ask, SessionRule } from "./generated.js";

/** What is asked: everything that a person needs to see. Plain data, so that it can be handed to another process. */
export interface Prompt {
	readonly tool: string;
	/** Who makes the call, if it is not this session's own model. */
	readonly from?: string;
	/** Seconds after which no answer is a no. */
	readonly within?: number;
	/** The command, or the path, as the model wrote it. */
	readonly text: string;
	/** What is asked for, most serious first. */
	readonly asks: readonly Ask[];
	/** What an answer for longer than once would add; empty where it cannot be given. */
	readonly approvals: readonly SessionRule[];
	/** The same in words. */
	readonly lasting: readonly string[];
	/** Where it cannot be given, why. */
	readonly once: string | null;
	/** Why more is asked about than the user's own rules say: a sentence. */
	readonly trouble?: string;
}

/** What a part of a row is; how that looks is the painter's to say. */
export type Style = "title" | "mark" | "dim" | "key" | "border";

export interface Segment {
	readonly text: string;
	readonly style?: Style;
}

export type Row = readonly Segment[];

// What a terminal would act on or not show at all, and blanks that are not what they seem. U+FE0F only colours an emoji.
const UNSEEN = /(?![\n\u3000\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800]/gu;

/**
 * `text` with everything that a terminal would act on or hide made visible: control and escape characters, bidirectional and
 * zero-width ones, lone surrogates, blanks that are no spaces. A line break stays one.
 */
export function visible(text: string): string {
	return text.replace(UNSEEN, (character) => {
		if (character === "\t") return "\\t";
		const code = character.codePointAt(0) ?? 0;
		return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
	});
}

// Wide are the East Asian blocks and emoji. Where in doubt wide: a narrow character that counts as wide only cuts earlier.
const WIDE = /[\u1100-\u115f\u2329\u232a\u2e80-\u{10ffff}\p{Extended_Pictographic}\p{Emoji_Presentation}]/u;

const columns = (character: string): number => (WIDE.test(character) ? 2 : 1);

const widthOf = (characters: Iterable<string>): number => [...characters].reduce((sum, character) => sum + columns(character), 0);

const ELLIPSIS = "…";

/** `text` on one row of `width` columns, cut in the middle. */
export function fit(text: string, width: number): string {
	const characters = [...visible(text).replaceAll("\n", "\\n")];
	if (widthOf(characters) <= width) return characters.join("");
	const half = (from: readonly string[], room: number): string[] => {
		let used = 0;
		const end = from.findIndex((character) => (used += columns(character)) > room);
		return from.slice(0, end < 0 ? from.length : end);
	};
	const room = Math.max(width - 1, 0);
	const head = half(characters, Math.ceil(room / 2));
	const tail = half(characters.toReversed(), Math.floor(room / 2)).toReversed();
	return [...head, ELLIPSIS, ...tail].join("");
}

/** What of `row` fits into `width` columns. */
export function clip(row: Row, width: number): Row {
	let room = width;
	return row.map(({ text, style }) => {
		const shown = [...text].filter((character) => (room -= columns(character)) >= 0).join("");
		return { text: shown, ...(style && { style }) };
	});
}

/** `segments` broken into rows of `width` columns: at their line breaks, and between words where there are any. */
export function wrap(segments: Row, width: number): Row[] {
	type Cell = { character: string; style: Style | undefined };
	const cells = segments.flatMap(({ text, style }) => [...visible(text)].map((character): Cell => ({ character, style })));
	const rows: Cell[][] = [];
	let row: Cell[] = [];
	let used = 0;
	const end = (next: Cell[]): void => {
		rows.push(row);
		row = next;
		used = widthOf(next.map(({ character }) => character));
	};
	for (const cell of cells) {
		if (cell.character === "\n") {
			end([]);
			continue;
		}
		if (used + columns(cell.character) > width && row.length > 0) {
			const space = row.findLastIndex(({ character }) => character === " ") + 1;
			end(space > row.length / 2 ? row.splice(space) : []);
		}
		row.push(cell);
		used += columns(cell.character);
	}
	rows.push(row);
	return rows.map((cells) => {
		const joined: { text: string; style?: Style }[] = [];
		for (const { character, style } of cells) {
			const last = joined.at(-1);
			if (last && last.style === style) last.text += character;
			else joined.push({ text: character, ...(style && { style }) });
		}
		return joined;
	});
}

/** `text` with the parts at `spans` marked. Spans count UTF-16, may overlap, and may be in any order. */
export function marked(text: string, spans: readonly (readonly [number, number])[]): Row {
	const segments: Segment[] = [];
	let at = 0;
	for (const [start, end] of spans.toSorted((one, other) => one[0] - other[0])) {
		if (end <= at) continue;
		if (start > at) segments.push({ text: text.slice(at, start) });
		segments.push({ text: text.slice(Math.max(at, start), end), style: "mark" });
		at = end;
	}
	if (at < text.length) segments.push({ text: text.slice(at) });
	return segments;
}

/**
 * At most `limit` of `rows`: those of `wanted` first, in that order, then the first, the last, and what stands near. What is left out is
 * counted, in rows or in what one row stands for: in its place, or at the end where that leaves more room for what is wanted.
 */
export function excerpt(rows: readonly Row[], limit: number, wanted: readonly number[] = [], what?: string): Row[] {
	if (rows.length <= limit) return [...rows];
	const middle = wanted[0] ?? 0;
	const near = Array.from({ length: limit }, (_, distance) => [middle + distance, middle - distance]).flat();
	let kept: number[] = [];
	for (const index of [...wanted, 0, rows.length - 1, ...near]) {
		if (kept.length === limit) break;
		if (index < 0 || index >= rows.length || kept.includes(index)) continue;
		const more = [...kept, index].sort((one, other) => one - other);
		if (more.length + gaps(more, rows.length).length <= limit) kept = more;
	}
	const more = (count: number): Row => [{ text: `${ELLIPSIS} ${count} more ${what ?? (count === 1 ? "row" : "rows")}`.trimEnd(), style: "dim" }];
	const closer = wanted.slice(0, Math.max(limit - 1, 1));
	if (!closer.every((index) => kept.includes(index))) {
		const count: Row[] = limit > 1 ? [more(rows.length - closer.length)] : [];
		return [...rows.filter((_row, index) => closer.includes(index)), ...count];
	}
	const missing = gaps(kept, rows.length).map(([from, to]) => ({ from, row: more(to - from) }));
	const there = kept.flatMap((from) => (rows[from] ? [{ from, row: rows[from] }] : []));
	return [...there, ...missing].sort((one, other) => one.from - other.from).map(({ row }) => row);
}

/** The ranges of `0..length` that are not in `kept`, which is sorted. */
function gaps(kept: readonly number[], length: number): [number, number][] {
	return [-1, ...kept]
		.map((index, i): [number, number] => [index + 1, kept[i] ?? length])
		.filter(([from, to]) => from < to);
}

const indent = (row: Row): Row => [{ text: "  " }, ...row];

const spansOf = (asks: readonly Ask[]): [number, number][] => asks.flatMap(({ span }) => (span ? [span] : []));

/** The question in a few words. */
export function headline({ tool, from, within }: Prompt): string {
	const who = from === undefined ? "" : ` of ${from}`;
	const limit = within === undefined ? "" : ` No answer within ${within} s is a no.`;
	return `foregate: may ${tool}${who} do this?${limit}`;
}

export const heading = (prompt: Prompt, width: number): Row => [{ text: fit(headline(prompt), width), style: "title" }];

/**
 * What is asked for: `write  /etc/hosts  (outside the project)`. What does not fit is cut, or with `roomy` the place gets a row of its
 * own.
 */
function line({ verb, subject, place }: Ask, verbs: number, width: number, roomy: boolean): Row[] {
	const room = width - verbs - 2;
	const head: Segment = { text: `${verb.padEnd(verbs)}  `, style: "title" };
	if (place === null) return [[head, { text: fit(subject, room) }]];
	const free = room - widthOf(visible(subject)) - "  ()".length;
	if (roomy && widthOf(visible(place)) > free) {
		const own: Row = [{ text: " ".repeat(verbs + 2) }, { text: `(${fit(place, room - 2)})`, style: "dim" }];
		return [[head, { text: fit(subject, room) }], own];
	}
	const where = `  (${fit(place, Math.max(free, Math.floor(room / 2)))})`;
	return [[head, { text: fit(subject, room - widthOf(where)) }, { text: where, style: "dim" }]];
}

/** What would be allowed for longer, on one line. */
export const lastingText = (words: string): string => visible(words).replaceAll("\n", "\\n");

/** Where each of `rows` begins, which are all of `text`, wrapped. */
function beginnings(text: string, rows: readonly Row[]): number[] {
	let at = 0;
	return rows.map((row) => {
		const begin = at;
		at += row.reduce((sum, segment) => sum + segment.text.length, 0);
		if (text[at] === "\n") at++;
		return begin;
	});
}

/** The rows of a command that show something of what is asked for, the most serious first; of each thing its first row before all others. */
function telling(text: string, rows: readonly Row[], asks: readonly Ask[]): number[] {
	const begins = beginnings(visible(text), rows);
	const first = spansOf(asks.slice(0, rows.length)).map(([start]) => {
		const at = visible(text.slice(0, start)).length;
		return begins.findLastIndex((begin) => begin <= at);
	});
	const rest = [...rows.keys()].filter((index) => rows[index]?.some(({ style }) => style === "mark"));
	return [...new Set([...first, ...rest])];
}

const troubled = ({ trouble }: Prompt, width: number): Row[] => (trouble === undefined ? [] : wrap([{ text: trouble, style: "title" }], width));

/** The question in at most `limit` rows of `width` columns: a title, what is asked for, and the command with its parts marked. */
export function compose(prompt: Prompt, width: number, limit: number): Row[] {
	const { text, asks } = prompt;
	const room = width - 2;
	const verbs = Math.max(...asks.map(({ verb }) => verb.length), 0);
	// A path that is what it seems to be is shown once.
	const plainly = asks.length === 1 && asks[0]?.subject === text;
	const command = plainly ? [] : wrap(marked(text, spansOf(asks)), room);
	const top = [heading(prompt, width), ...troubled(prompt, room).map(indent)];

	const rest = limit - top.length;
	// What is asked for is never pushed off the screen by the command, nor the command by what is asked for.
	const most = rest - Math.min(command.length, Math.floor(rest / 2));
	const lay = (roomy: boolean): Row[] => asks.flatMap((ask) => line(ask, verbs, room, roomy));
	const whole = lay(true);
	const lines = whole.length <= most ? whole : excerpt(lay(false), most, [...asks.keys()], "");
	const space: Row[] = command.length > 0 && lines.length + command.length < rest ? [[]] : [];
	const left = rest - lines.length;
	const shown = command.length <= left ? command : excerpt(command, left, telling(text, command, asks));
	return [...top, ...lines.map(indent), ...space, ...shown.map(indent)];
}

/** Everything, in as many rows as it takes: the command, then a sentence for each thing asked for, and the rules. */
export function composeAll(prompt: Prompt, width: number): Row[] {
	const { text, asks, lasting, once } = prompt;
	const room = width - 2;
	return [
		...troubled(prompt, room).map(indent),
		...wrap(marked(text, spansOf(asks)), room).map(indent),
		[],
		...asks.flatMap(({ message }) => wrap([{ text: message }], room - 2).map((row, index) => [{ text: index === 0 ? "  - " : "    " }, ...row])),
		...(lasting.length > 0 ? [[], ...composeLasting(lasting, width)] : []),
		...(once === null ? [] : [[], ...wrap([{ text: once }], width)]),
	];
}

/** What an answer for longer than once would allow, whole. */
export function composeLasting(lasting: readonly string[], width: number): Row[] {
	return [
		[{ text: "If it is allowed for longer than once, this is allowed from now on:", style: "title" }],
		...lasting.flatMap((words) => wrap([{ text: lastingText(words) }], width - 2).map(indent)),
	];
}

/** Rows as text alone, for where there are no colours: marked parts stand between » and «. */
export function plain(rows: readonly Row[]): string {
	return rows.map((row) => row.map(({ text, style }) => (style === "mark" ? `»${text}«` : text)).join("")).join("\n");
}
