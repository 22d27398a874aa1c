// What the peer takes of Pi when it loads, for peer-rules.mjs: two directories. Its dialogs are never drawn.
import process from "node:process";

export const getAgentDir = () => process.env.PI_CODING_AGENT_DIR;
export const getPackageDir = () => "/nowhere";
export const getSettingsListTheme = () => ({});
export const matchesKey = () => false;
export const truncateToWidth = (text) => text;
export const wrapTextWithAnsi = (text) => [text];
export class SettingsList {}
