// Which agent is active. Pi has no agents of its own; the extensions that bring some say it in one of two ways, and both are read as
// pi-permission-system reads them.
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** What an extension of Pi wrote into the session. */
interface CustomEntry {
	readonly type: string;
	readonly customType?: string;
	readonly data?: unknown;
}

const TAG = /<active_agent\s[^>]*?\bname\s*=\s*["']([^"'<>]+)["']/;

/** The agent's name: from the session's last `active_agent` entry, otherwise from the tag in the system prompt. */
export function activeAgent(ctx: ExtensionContext): string | undefined {
	const entries: readonly CustomEntry[] = ctx.sessionManager.getEntries();
	const entry = entries.findLast(({ type, customType }) => type === "custom" && customType === "active_agent");
	const said = entry && (entry.data as { name?: unknown } | undefined)?.name;
	if (said === null) return undefined;
	const name = typeof said === "string" ? said : TAG.exec(ctx.getSystemPrompt())?.[1];
	return name?.trim() || undefined;
}
