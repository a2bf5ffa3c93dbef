import type { FilesConfig } from '../platform/operations/config.ts';
import { openObjectStore } from '../platform/operations/object-store.ts';

/** What keeps the files did not answer, or refused: nothing is known of the file. */
export class FilesAway extends Error {}

/** What a store was asked for. @throws FilesAway where that failed, whatever the reason, which is its cause */
const orAway = async <T>(what: 'save' | 'read' | 'remove' | 'list', asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (cause) {
    throw new FilesAway(`the file store failed to ${what}`, { cause });
  }
};

/**
 * Where files live that are nobody's page: pictures of returns, uploads. No address leads to them; whoever may see one is asked for
 * by the call that reads it. `path`: as `isFilePath` says.
 */
export interface FileStore {
  /** Stores all of it or nothing, in place of what was there. @throws FilesAway */
  save(path: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Undefined: there is none. @throws FilesAway */
  read(path: string): Promise<Uint8Array | undefined>;
  /** One that is not there is removed. @throws FilesAway */
  remove(path: string): Promise<void>;
  /** Paths of all there are. @throws FilesAway */
  list(): Promise<string[]>;
}

/** Lower-case words between slashes, and an ending: nothing that leaves its folder or means something to a server. */
const isFilePath = (path: string): boolean => /^(?:[a-z0-9-]+\/)+[a-z0-9-]+\.[a-z0-9]+$/.test(path);

/** @throws on a path that we would not have made */
const checkedPath = (path: string): string => {
  if (!isFilePath(path)) throw new Error(`no path of a file: ${path}`);
  return path;
};

/** Where files lie that are read once and are in no copy. */
export const uploadsFolder = 'imports/';

/** Milliseconds for one request: a picture of some hundred kilobytes needs far less. */
const timeLimitMs = 10_000;

/**
 * The store that the settings name: a folder of this machine (`FILES_DIR`) that no web server shows, readable by its own user only; or a
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
