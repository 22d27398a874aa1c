// Asks the user: by a dialog of our own where there is a terminal, by Pi's own dialogs elsewhere. Owns what an answer means; whatever is
// not exactly a yes, and every failure to ask, is a no.
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { matchesKey } from "@earendil-works/pi-tui";
import { Dialog, type Choice, type Place } from "./dialog.js";
import { compose, composeLasting, fit, headline, plain, type Prompt, type Row, type Style } from "./layout.js";

export type { Prompt } from "./layout.js";
export type { Place } from "./dialog.js";

export type Answer =
	| { readonly kind: "once" | "session" }
	| { readonly kind: "always"; readonly scope: Place["scope"] }
	| { readonly kind: "deny"; readonly by: "user" | "nobody" | "timeout" | "abort"; readonly reason?: string };

export interface AskOptions {
	/** Ends the question: an abort of the run, the end of the session. */
	readonly signal?: AbortSignal | undefined;
	/** Seconds after which no answer is a no. */
	readonly timeout: number | null;
	/** The files that "always" can write to. */
	readonly places: readonly Place[];
}

export const LABELS = {
	deny: "Deny",
	reason: "Deny with a reason",
	once: "Allow once",
	session: "Allow for this session",
	project: "Always allow in this project",
	global: "Always allow in every project",
} as const;

const WHY = "foregate: why not? The model reads this.";

/** What Pi's own dialog shows above its options: of 24 rows it needs 14 itself. */
const COLUMNS = 76;
const TITLE_ROWS = 10;
/** What a field for text shows of the question. */
const REASON_ROWS = 7;

/** A timer of more milliseconds than this ends at once. */
const MAX_TIMER = 2 ** 31 - 1;

const NO: Choice = { kind: "deny" };

/** One question at a time: a second one waits, and may be no question any more when its turn comes. */
export class Turns {
	#last: Promise<unknown> = Promise.resolve();

	/** Runs `body` when its turn has come, or at once when `signal` is aborted: who has nothing to wait for does not wait. */
	async take<Result>(body: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
		const before = this.#last;
		let end = (): void => {};
		this.#last = Promise.all([before, new Promise<void>((resolve) => (end = resolve))]);
		try {
			await Promise.race(signal ? [before, aborted(signal)] : [before]);
			return await body();
		} finally {
			end();
		}
	}
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
	new Promise((resolve) => {
		if (signal.aborted) resolve(undefined);
		else signal.addEventListener("abort", () => resolve(undefined), { once: true });
	});

/** Asks, and waits no longer than it may: an abort and a time limit are a no even where the host does not settle. */
export async function ask(prompt: Prompt, ctx: ExtensionContext, { signal, timeout, places }: AskOptions): Promise<Answer> {
	if (!ctx.hasUI) return { kind: "deny", by: "nobody" };
	const limit = timeout === null ? undefined : AbortSignal.timeout(Math.min(timeout * 1000, MAX_TIMER));
	const ends = AbortSignal.any([ctx.signal, signal, limit].filter((one) => one !== undefined));
	const timed = timeout === null ? prompt : { ...prompt, within: timeout };
	const answer = await Promise.race([aborted(ends), answered(timed, ctx, ends, places)]);
	if (answer) return answer;
	return { kind: "deny", by: limit?.aborted ? "timeout" : "abort" };
}

async function answered(prompt: Prompt, ctx: ExtensionContext, ends: AbortSignal, places: readonly Place[]): Promise<Answer | undefined> {
	if (ends.aborted) return undefined;
	const title = `${WHY}\n${plain(compose(prompt, COLUMNS, REASON_ROWS).slice(1))}`;
	for (;;) {
		const choice = await choose(prompt, ctx, ends, places);
		if (ends.aborted) return undefined;
		if (choice.kind === "deny") return { kind: "deny", by: "user" };
		if (choice.kind !== "reason") return choice as Answer;
		const reason = (await ctx.ui.input(title, "", { signal: ends }))?.trim();
		if (ends.aborted) return undefined;
		// At a terminal Escape leads back to the question; who has only this dialog has said no.
		if (reason === undefined && ctx.mode === "tui") continue;
		return { kind: "deny", by: "user", ...(reason ? { reason } : {}) };
	}
}

async function choose(prompt: Prompt, ctx: ExtensionContext, ends: AbortSignal, places: readonly Place[]): Promise<Choice> {
	if (ctx.mode !== "tui") return select(prompt, ctx, ends, places);
	try {
		return (await show(prompt, ctx, ends, places)) ?? NO;
	} catch {
		return select(prompt, ctx, ends, places); // Another Pi, another interface: its own dialog is there in all of them.
	}
}

/** The dialog of our own. */
function show(prompt: Prompt, ctx: ExtensionContext, ends: AbortSignal, places: readonly Place[]): Promise<Choice | undefined> {
	// What a terminal that shows whom it waits for is told; not read before Pi 1.
	const options: object = { blocked: { kind: "permission", message: headline(prompt) } };
	return ctx.ui.custom<Choice>(
		(tui, theme, _keybindings, done) => {
			const styles: Record<Style, (text: string) => string> = {
				title: (text) => theme.bold(text),
				mark: (text) => theme.inverse(text),
				dim: (text) => theme.fg("dim", text),
				key: (text) => theme.bold(theme.fg("accent", text)),
				border: (text) => theme.fg("warning", text),
			};
			const paint = (row: Row): string => row.map(({ text, style }) => (style ? styles[style](text) : text)).join("");
			const terminal = { rows: () => tui.terminal.rows, pressed: matchesKey, paint, redraw: () => tui.requestRender(), now: Date.now };
			const dialog = new Dialog(prompt, places, terminal, done);
			ends.addEventListener("abort", () => done(NO), { once: true });
			return dialog;
		},
		options,
	);
}

/** Pi's own dialog. Its first option is what Enter chooses. */
async function select(prompt: Prompt, ctx: ExtensionContext, ends: AbortSignal, places: readonly Place[]): Promise<Choice> {
	const rules = prompt.approvals.length > 0 ? composeLasting(prompt.lasting, COLUMNS) : [];
	// Approved is what was seen, and no more.
	const lasting = rules.length > 0 && rules.length < TITLE_ROWS / 2;
	const below: readonly Row[] = lasting ? rules : prompt.once === null ? [] : [[{ text: fit(prompt.once, COLUMNS) }]];
	const rows = compose(prompt, COLUMNS, TITLE_ROWS - below.length);
	const choices: [string, Choice][] = [
		[LABELS.deny, NO],
		[LABELS.reason, { kind: "reason" }],
		[LABELS.once, { kind: "once" }],
	];
	if (lasting) {
		choices.push([LABELS.session, { kind: "session" }]);
		for (const { scope } of places) choices.push([LABELS[scope], { kind: "always", scope }]);
	}
	const title = plain([...rows, ...below]);
	const labels = choices.map(([label]) => label);
	const label = await ctx.ui.select(title, labels, { signal: ends });
	return choices.find(([option]) => option === label)?.[1] ?? NO;
}
