// The question to the user: what is shown, and what an answer means. What is asked about comes from the core.
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

export type Answer = "once" | "session" | "deny";

const LABELS: Record<Answer, string> = {
	once: "Allow once",
	session: "Allow for this session",
	deny: "Deny",
};

export interface Question {
	readonly tool: string;
	/** The command, or the path. */
	readonly subject: string;
	/** Why it is asked about, one sentence each. */
	readonly reasons: readonly string[];
	/** Whether a yes for the session would keep the next such question away. */
	readonly approvable: boolean;
}

// Around the question Pi draws 13 rows: borders, options, hint, footer. What is left of 24 rows is ours.
const ROWS = 11;
const SUBJECT_ROWS = 4;
const COLUMNS = 76;

/**
 * `text` with everything that a terminal would act on or hide made visible: control and escape characters, bidirectional and
 * zero-width ones, lone surrogates. A line break stays one.
 */
export function visible(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (character) => {
		if (character === "\n") return character;
		if (character === "\t") return "\\t";
		const code = character.codePointAt(0) ?? 0;
		return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
	});
}

// The East Asian blocks and emoji take two columns; counting a narrow character as wide only cuts earlier.
const columns = (character: string): number => ((character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1);

/** `text` broken into rows of the screen, between words where there are any. */
function rows(text: string, indent: string): string[] {
	const room = COLUMNS - indent.length;
	const result: string[] = [];
	for (const line of visible(text).split("\n")) {
		let row: string[] = [];
		let width = 0;
		for (const character of line) {
			if (width + columns(character) > room) {
				const space = row.lastIndexOf(" ") + 1;
				const end = space > row.length / 2 ? space : row.length;
				result.push(indent + row.slice(0, end).join(""));
				row = row.slice(end);
				width = row.reduce((sum, kept) => sum + columns(kept), 0);
			}
			row.push(character);
			width += columns(character);
		}
		result.push(indent + row.join(""));
	}
	return result;
}

/** The first of `all`, and a last row that says how many are not shown. */
function cut(all: readonly string[], limit: number): { shown: string[]; whole: boolean } {
	if (all.length <= limit) return { shown: [...all], whole: true };
	const shown = all.slice(0, limit - 1);
	return { shown: [...shown, `  … and ${all.length - shown.length} more lines`], whole: false };
}

/** The question as it is shown, and whether all of what is asked about is on the screen. */
export function present(question: Question): { title: string; whole: boolean } {
	const subject = cut(rows(question.subject, "  "), SUBJECT_ROWS);
	const title = `foregate: may ${visible(question.tool)} do this?`;
	const reasons = cut(
		question.reasons.flatMap((reason) => rows(reason, "  ")),
		ROWS - 1 - subject.shown.length,
	);
	return { title: [title, ...subject.shown, ...reasons.shown].join("\n"), whole: reasons.whole };
}

/** Asks. Whatever is not exactly one of the options, and every failure to ask, is a no. */
export async function ask(question: Question, ctx: ExtensionContext): Promise<Answer> {
	if (!ctx.hasUI) return "deny";
	const { title, whole } = present(question);
	// Approved for the session is what was seen, and no more.
	const answers: Answer[] = question.approvable && whole ? ["once", "session", "deny"] : ["once", "deny"];
	const options = answers.map((answer) => LABELS[answer]);
	const choice = await ctx.ui.select(title, options, ctx.signal ? { signal: ctx.signal } : {});
	return answers.find((answer) => LABELS[answer] === choice) ?? "deny";
}
