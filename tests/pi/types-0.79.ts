// The same for the oldest Pi, and what it does not have: the shim must do without.
import "./types.js";

declare module "./host-0.79/node_modules/@earendil-works/pi-coding-agent/dist/core/extensions/types.js" {
	interface ExtensionContext {
		readonly thinkingLevel?: string;
	}
}
