// The question in Pi's terminal: its steps, its keys, and when a key counts. What is asked comes from layout.ts; what an answer does
// is not known here.
import { clip, compose, composeAll, composeLasting, fit, heading, lastingText, wrap, type Prompt, type Row } from "./layout.js";

/** A file that "always" can write to. */
export interface Place {
	readonly scope: "project" | "global";
	readonly file: string;
	/** The file as people are told of it. */
	readonly shown: string;
}

/** What a person chose. `reason`: to refuse, and to be asked why. */
export type Choice = { kind: "deny" | "reason" | "once" | "session" } | { kind: "always"; scope: Place["scope"] };

/** What the dialog needs of the terminal. */
export interface Terminal {
	/** How many rows there are. */
	rows(): number;
	/** Whether `data`, as the terminal sent it, is this key: `"y"`, `"escape"`. */
	pressed(data: string, key: Key): boolean;
	paint(row: Row): string;
	redraw(): void;
	now(): number;
}

type Key = "y" | "b" | "space" | "s" | "a" | "n" | "r" | "v" | "p" | "g" | "enter" | "escape" | "ctrl+c" | "up" | "down" | "pageUp" | "pageDown";
type Step = "question" | "all" | "session" | "always";

/** Who is typing when the question comes up does not answer it: a key counts only after a pause of so many milliseconds. */
export const PAUSE = 400;

/** What stands above stays readable: so many rows of it, if the question has `LEAST` for itself. */
const ABOVE = 12;
const LEAST = 10;
/** So many lines of what would be allowed for longer are shown with the question itself. */
const SOME = 2;
const BORDERS = 2;
/** Pi's own rows below a dialog, and one of what stands above it. */
const REST = 5;

export class Dialog {
	readonly #prompt: Prompt;
	readonly #places: readonly Place[];
	readonly #terminal: Terminal;
	readonly #done: (choice: Choice) => void;
	#step: Step = "question";
	#offset = 0;
	#quietSince: number | undefined;
	#timer: NodeJS.Timeout | undefined;
	#drawn: { key: string; rows: string[] } | undefined;
	#page = 1;
	#rulesShown = false;

	constructor(prompt: Prompt, places: readonly Place[], terminal: Terminal, done: (choice: Choice) => void) {
		this.#prompt = prompt;
		this.#places = prompt.approvals.length > 0 ? places : [];
		this.#terminal = terminal;
		this.#done = done;
	}

	render(width: number): string[] {
		this.#quietSince ??= this.#pause();
		const key = [width, this.#terminal.rows(), this.#step, this.#offset, this.#attentive()].join();
		if (this.#drawn?.key !== key) this.#drawn = { key, rows: this.#draw(width).map((row) => this.#terminal.paint(row)) };
		return this.#drawn.rows;
	}

	invalidate(): void {
		this.#drawn = undefined;
	}

	dispose(): void {
		clearTimeout(this.#timer);
	}

	handleInput(data: string): void {
		const pressed = (key: Key): boolean => this.#terminal.pressed(data, key);
		// No is never too early.
		if (pressed("ctrl+c") || (pressed("escape") && this.#step === "question")) return this.#done({ kind: "deny" });
		if (!this.#attentive()) {
			this.#quietSince = this.#pause();
			return;
		}
		if (pressed("escape")) return this.#go("question");
		if (pressed("enter") || pressed("n")) return this.#done({ kind: "deny" });
		if (pressed("r")) return this.#done({ kind: "reason" });
		if (pressed("up")) return this.#scroll(-1);
		if (pressed("down")) return this.#scroll(1);
		if (pressed("pageUp") || pressed("b")) return this.#scroll(-this.#page);
		if (pressed("pageDown") || pressed("space")) return this.#scroll(this.#page);
		if (this.#step === "always") {
			const place = this.#places.find(({ scope }) => pressed(PLACE_KEYS[scope]));
			if (place) this.#done({ kind: "always", scope: place.scope });
			return;
		}
		if (this.#step === "session") {
			if (pressed("s")) this.#done({ kind: "session" });
			return;
		}
		if (pressed("y")) return this.#done({ kind: "once" });
		if (pressed("v")) return this.#go(this.#step === "all" ? "question" : "all");
		if (this.#prompt.approvals.length === 0) return;
		// Approved is what was seen, and no more.
		if (pressed("s")) return this.#step === "all" || this.#rulesShown ? this.#done({ kind: "session" }) : this.#go("session");
		if (pressed("a") && this.#places.length > 0) this.#go("always");
	}

	#pause(): number {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#terminal.redraw(), PAUSE + 20);
		return this.#terminal.now();
	}

	#attentive(): boolean {
		return this.#quietSince !== undefined && this.#terminal.now() - this.#quietSince >= PAUSE;
	}

	#go(step: Step): void {
		this.#step = step;
		this.#offset = 0;
		this.#terminal.redraw();
	}

	#scroll(by: number): void {
		this.#offset = Math.max(0, this.#offset + by);
		this.#terminal.redraw();
	}

	#draw(width: number): Row[] {
		const room = Math.max(width - 2, 1);
		const border: Row = [{ text: "─".repeat(width), style: "border" }];
		const keys = this.#keys(room);
		const body = this.#step === "question" ? this.#question(room, keys.length) : this.#window(room, keys.length);
		return [border, ...[...body, ...keys].map((row): Row => [{ text: " " }, ...clip(row, room)]), border];
	}

	#question(room: number, keys: number): Row[] {
		const limit = Math.max(LEAST, this.#terminal.rows() - ABOVE) - BORDERS - keys;
		const whole = compose(this.#prompt, room, Infinity).length;
		const rules = this.#rules(room, limit - whole);
		const question = compose(this.#prompt, room, limit - rules.length);
		return [...question, ...(question.length + rules.length < limit ? [[]] : []), ...rules];
	}

	/** In `limit` rows, or in one: what an answer for longer would allow, or how much that is; or why there is no such answer. */
	#rules(room: number, limit: number): Row[] {
		const { approvals, lasting, once } = this.#prompt;
		const dim = (text: string): Row => [{ text, style: "dim" }];
		if (approvals.length === 0) return once === null ? [] : wrap([{ text: once, style: "dim" }], room);
		const always = this.#places.length > 0;
		const texts = lasting.map(lastingText);
		this.#rulesShown = texts.length <= SOME && texts.length < limit && texts.every((text) => fit(text, room - 2) === text);
		if (this.#rulesShown) return [dim(`With ${always ? "s or a" : "s"}, this is allowed from now on:`), ...texts.map((text) => dim(`  ${text}`))];
		const many = `${approvals.length} ${approvals.length === 1 ? "rule" : "rules"}`;
		return [dim(`${always ? "s and a first show" : "s first shows"} what is allowed from now on (${many}).`)];
	}

	/** A part of what is longer than the screen, below the question in a few words. */
	#window(room: number, keys: number): Row[] {
		const content = this.#content(room);
		const title = heading(this.#prompt, room);
		const height = Math.max(this.#terminal.rows() - REST - BORDERS - keys, 4) - 1;
		this.#page = height - 1;
		if (content.length <= height) return [title, ...content, []];
		this.#offset = Math.min(this.#offset, content.length - this.#page);
		const end = this.#offset + this.#page;
		const where = `rows ${this.#offset + 1} to ${end} of ${content.length}; ↑ and ↓ scroll, Space and b turn the page`;
		return [title, ...content.slice(this.#offset, end), [{ text: where, style: "dim" }]];
	}

	#content(room: number): Row[] {
		if (this.#step === "all") return composeAll(this.#prompt, room);
		return composeLasting(this.#prompt.lasting, room);
	}

	#keys(room: number): Row[] {
		const deny = [key("n", "deny (Enter)"), key("r", "deny and say why")];
		const back = key("Esc", "back to the question");
		const places = this.#places.map(({ scope, shown }) => key(PLACE_KEYS[scope], fit(`allow always, ${SCOPES[scope]}: ${shown}`, room - 2)));
		const allow = this.#allow();
		// Yes and no have rows of their own, unless all is one row.
		const rows = (no: Row[]): Row[] => (allow.length === 1 ? pack([...allow, ...no], room) : [...pack(allow, room), ...pack(no, room)]);
		const steps: Record<Step, Row[]> = {
			question: rows([...deny, key("v", "view everything")]),
			all: rows([...deny, back]),
			session: pack([key("s", "allow for this session"), ...deny, back], room),
			always: [...places, ...pack([...deny, back], room)],
		};
		return steps[this.#step].map((row) => this.#dimmed(row));
	}

	#allow(): Row[] {
		return [
			key("y", "allow once"),
			...(this.#prompt.approvals.length > 0 ? [key("s", "allow for this session")] : []),
			...(this.#places.length > 0 ? [key("a", "allow always")] : []),
		];
	}

	/** Keys that do not count yet look like it. */
	#dimmed(row: Row): Row {
		return this.#attentive() ? row : row.map(({ text }) => ({ text, style: "dim" }));
	}
}

const PLACE_KEYS = { project: "p", global: "g" } as const;
const SCOPES = { project: "in this project", global: "in every project" } as const;

const key = (name: string, what: string): Row => [{ text: name, style: "key" }, { text: ` ${what}` }];

const length = (row: Row): number => row.reduce((sum, { text }) => sum + text.length, 0);

/** `items` side by side, on as few rows as they need. */
function pack(items: readonly Row[], room: number): Row[] {
	const rows: Row[] = [];
	for (const item of items) {
		const last = rows.at(-1);
		const joined: Row = last ? [...last, { text: "   " }, ...item] : item;
		if (last && length(joined) <= room) rows[rows.length - 1] = joined;
		else rows.push(item);
	}
	return rows;
}
