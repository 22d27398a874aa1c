// The file system, lent to the core. It is only looked at: lstat, readlink, readdir.
import { lstatSync, opendirSync, readlinkSync } from "node:fs";

/** What is at a path, a link at its end not followed. */
export type Entry = "missing" | "file" | "directory" | "unknown" | { link: string };

/** A file system as it is before a call runs. Paths are absolute. */
export interface FileSystem {
	entry(path: string): Entry;
	/** The names in a directory; `"unknown"` if they cannot be had or there are more than {@link MAX_NAMES}. */
	list(path: string): readonly string[] | "unknown";
}

/** A directory with more names than this is not listed: a glob in it then stands for any name. */
export const MAX_NAMES = 1000;

const isMissing = (error: unknown): boolean => {
	const { code } = error as NodeJS.ErrnoException;
	return code === "ENOENT" || code === "ENOTDIR";
};

/** The file system of this machine. */
export const nodeFileSystem: FileSystem = {
	entry(path) {
		try {
			const stat = lstatSync(path);
			if (stat.isSymbolicLink()) return { link: readlinkSync(path) };
			return stat.isDirectory() ? "directory" : "file";
		} catch (error) {
			return isMissing(error) ? "missing" : "unknown";
		}
	},
	list(path) {
		try {
			const directory = opendirSync(path);
			try {
				const names: string[] = [];
				for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
					if (names.length === MAX_NAMES) return "unknown";
					names.push(entry.name);
				}
				return names;
			} finally {
				directory.closeSync();
			}
		} catch {
			return "unknown";
		}
	},
};
