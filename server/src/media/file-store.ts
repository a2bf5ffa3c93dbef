import type { FilesConfig } from '../platform/operations/config.ts';
import { openObjectStore } from '../platform/operations/object-store.ts';

/** Thrown if the store did not answer or refused. It is then unknown whether the file exists. */
export class FilesAway extends Error {}

/** Returns the result of a request to the store. @throws FilesAway if the request fails, with the reason as its cause */
const orAway = async <T>(what: 'save' | 'read' | 'remove' | 'list', asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (cause) {
    throw new FilesAway(`the file store failed to ${what}`, { cause });
  }
};

/**
 * Storage of files that no page shows: pictures of returns, uploads. No address leads to these files. The call that reads a file checks who
 * may see it. `path`: valid for `isFilePath`.
 */
export interface FileStore {
  /** Stores all bytes or nothing, and replaces an earlier file. @throws FilesAway */
  save(path: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Returns undefined if there is no such file. @throws FilesAway */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Removes a file. Also succeeds if the file does not exist. @throws FilesAway */
  remove(path: string): Promise<void>;
  /** Returns the paths of all files. @throws FilesAway */
  list(): Promise<string[]>;
}

/** Accepts lower-case words between slashes, with an extension. Such a path cannot leave its folder, and has no special meaning to any server. */
const isFilePath = (path: string): boolean => /^(?:[a-z0-9-]+\/)+[a-z0-9-]+\.[a-z0-9]+$/.test(path);

/** @throws on a path that the shop would not make */
const checkedPath = (path: string): string => {
  if (!isFilePath(path)) throw new Error(`no path of a file: ${path}`);
  return path;
};

/** The folder of files that are read once and that backups leave out. */
export const uploadsFolder = 'imports/';

/** Milliseconds for one request. A picture of some hundred kilobytes needs much less. */
const timeLimitMs = 10_000;

/**
 * Opens the configured store. The store is a folder of this machine (`FILES_DIR`) that no web server shows and only its
 * own user can read, or a bucket, whose requests are signed and in which nothing is public (record 0022).
 */
export const openFileStore = (config: FilesConfig): FileStore => {
  const objects = openObjectStore(config, timeLimitMs);
  return {
    save: async (path, bytes, type) => orAway('save', objects.put(checkedPath(path), bytes, type)),
    read: async (path) => orAway('read', objects.get(checkedPath(path))),
    remove: async (path) => orAway('remove', objects.remove(checkedPath(path))),
    list: async () => (await orAway('list', objects.list(''))).filter(isFilePath),
  };
};
