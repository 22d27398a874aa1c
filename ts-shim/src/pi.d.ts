// What foregate uses of Pi, so that the package builds without it. tests/pi/types.ts holds it against Pi's own types.
declare module "@earendil-works/pi-coding-agent" {
	export interface ExtensionContext {
		readonly cwd: string;
		readonly hasUI: boolean;
		readonly signal: AbortSignal | undefined;
		/** Absent before Pi 0.79.1. */
		isProjectTrusted?(): boolean;
		readonly sessionManager: { getSessionId(): string; getSessionFile(): string | undefined };
		readonly model: { readonly provider: string; readonly id: string } | undefined;
		readonly thinkingLevel?: string;
		readonly ui: {
			select(title: string, options: string[], opts?: { signal?: AbortSignal }): Promise<string | undefined>;
			notify(message: string, type?: "info" | "warning" | "error"): void;
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
	export interface ExtensionAPI {
		on(event: "session_start", handler: (event: unknown, ctx: ExtensionContext) => void): unknown;
		on(
			event: "tool_call",
			handler: (event: ToolCallEvent, ctx: ExtensionContext) => Promise<ToolCallEventResult | undefined>,
		): unknown;
	}
	/** The directory of Pi's own files: `~/.pi/agent`, or where PI_CODING_AGENT_DIR points. */
	export function getAgentDir(): string;
}
