// What foregate uses of Pi, so that the package builds without it. tests/pi/types.ts holds it against Pi's own types.
declare module "@earendil-works/pi-coding-agent" {
	export interface DialogOptions {
		signal?: AbortSignal;
	}
	export interface Theme {
		fg(color: "accent" | "dim" | "warning", text: string): string;
		bold(text: string): string;
		inverse(text: string): string;
	}
	export interface Component {
		render(width: number): string[];
		handleInput?(data: string): void;
		invalidate(): void;
		dispose?(): void;
	}
	export interface ExtensionContext {
		readonly cwd: string;
		readonly mode: "tui" | "rpc" | "json" | "print";
		readonly hasUI: boolean;
		readonly signal: AbortSignal | undefined;
		/** Absent before Pi 0.79.1. */
		isProjectTrusted?(): boolean;
		readonly sessionManager: {
			getSessionId(): string;
			getSessionFile(): string | undefined;
			getEntries(): readonly { readonly type: string }[];
		};
		readonly model: { readonly provider: string; readonly id: string } | undefined;
		readonly thinkingLevel?: string;
		getSystemPrompt(): string;
		shutdown(): void;
		readonly ui: {
			select(title: string, options: string[], opts?: DialogOptions): Promise<string | undefined>;
			input(title: string, placeholder?: string, opts?: DialogOptions): Promise<string | undefined>;
			notify(message: string, type?: "info" | "warning" | "error"): void;
			setStatus(key: string, text: string | undefined): void;
			custom<Result>(
				factory: (
					tui: { readonly terminal: { readonly rows: number }; requestRender(): void },
					theme: Theme,
					keybindings: unknown,
					done: (result: Result) => void,
				) => Component,
				options?: object,
			): Promise<Result>;
		};
	}
	export interface ToolCallEvent {
		readonly toolName: string;
		readonly input: Record<string, unknown>;
	}
	export interface ToolCallEventResult {
		block?: boolean;
		reason?: string;
	}
	export interface UserBashEvent {
		readonly command: string;
		readonly cwd: string;
	}
	export interface UserBashEventResult {
		result: { output: string; exitCode: number | undefined; cancelled: boolean; truncated: boolean };
	}
	export interface BeforeAgentStartEvent {
		readonly systemPrompt: string;
		readonly systemPromptOptions: object;
	}
	type Handler<Event, Result = void> = (event: Event, ctx: ExtensionContext) => Promise<Result | void> | Result | void;
	export interface ExtensionAPI {
		on(event: "session_start" | "session_shutdown", handler: Handler<unknown>): unknown;
		on(event: "tool_call", handler: Handler<ToolCallEvent, ToolCallEventResult>): unknown;
		on(event: "user_bash", handler: Handler<UserBashEvent, UserBashEventResult>): unknown;
		on(event: "input", handler: Handler<{ text: string }, { action: "continue" | "handled" }>): unknown;
		on(event: "before_agent_start", handler: Handler<BeforeAgentStartEvent, { systemPrompt?: string }>): unknown;
		registerCommand(
			name: string,
			options: {
				description?: string;
				getArgumentCompletions?: (prefix: string) => { value: string; label: string; description?: string }[] | null;
				handler: (args: string, ctx: ExtensionContext) => Promise<void>;
			},
		): void;
		registerFlag(name: string, options: { description?: string; type: "boolean"; default?: boolean }): void;
		getFlag(name: string): boolean | string | undefined;
		getActiveTools(): string[];
		setActiveTools(names: string[]): void;
		getAllTools(): { readonly name: string; readonly sourceInfo: { readonly source: string } }[];
	}
	/** The directory of Pi's own files: `~/.pi/agent`, or where PI_CODING_AGENT_DIR points. */
	export function getAgentDir(): string;
	/** Where Pi is installed. */
	export function getPackageDir(): string;
	export const VERSION: string;
}

declare module "@earendil-works/pi-tui" {
	/** Whether `data`, as the terminal sent it, is this key. */
	export function matchesKey(data: string, key: string): boolean;
}
