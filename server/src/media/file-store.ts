import type { FilesConfig } from '../platform/operations/config.ts';
import { openObjectStore } from '../platform/operations/object-store.ts';

/** Thrown when the store did not answer or refused, so that nobody knows whether the file exists. */
export class FilesAway extends Error {}

/** Returns the result of a request to the store. @throws FilesAway if it fails, with the reason as its cause */
const orAway = async <T>(what: 'save' | 'read' | 'remove' | 'list', asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (cause) {
    throw new FilesAway(`the file store failed to ${what}`, { cause });
  }
};

/**
 * Storage of files that no page shows: pictures of returns, uploads. No address leads to them; the call that reads a file checks
 * who may see it. `path`: valid for `isFilePath`.
 */
export interface FileStore {
  /** Stores all bytes or nothing, and replaces a former file. @throws FilesAway */
  save(path: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Returns undefined if there is no such file. @throws FilesAway */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Succeeds if the file does not exist. @throws FilesAway */
  remove(path: string): Promise<void>;
  /** Paths of all files. @throws FilesAway */
  list(): Promise<string[]>;
}

/** Accepts lower-case words between slashes, with an extension. Such a path cannot leave its folder, and no server reads more into it. */
const isFilePath = (path: string): boolean => /^(?:[a-z0-9-]+\/)+[a-z0-9-]+\.[a-z0-9]+$/.test(path);

/** @throws on a path that the shop would not make */
const checkedPath = (path: string): string => {
  if (!isFilePath(path)) throw new Error(`no path of a file: ${path}`);
  return path;
};

/** The folder of files that are read once and belong to no backup. */
export const uploadsFolder = 'imports/';

/** Milliseconds for one request: a picture of some hundred kilobytes needs far less. */
const timeLimitMs = 10_000;

/**
 * The configured store: a folder of this machine (`FILES_DIR`) that no web server shows, readable by its own user only; or a
 * bucket, whose requests are signed and in which nothing is public (record 0022).
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
