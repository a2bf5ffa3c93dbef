/** What keeps the files did not answer, or refused: nothing is known of the file. */
export class FilesAway extends Error {}

/** What a store was asked for. @throws FilesAway where that failed, whatever the reason, which is its cause */
export const orAway = async <T>(what: 'save' | 'read' | 'remove', asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (cause) {
    throw new FilesAway(`the file store failed to ${what}`, { cause });
  }
};

/**
 * Where files live that are nobody's page: pictures of returns. No address leads to them; whoever may see one is asked for
 * by the call that reads it. `path`: as `isFilePath` says.
 */
export interface FileStore {
  /** Stores all of it or nothing, in place of what was there. @throws FilesAway */
  save(path: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Undefined: there is none. @throws FilesAway */
  read(path: string): Promise<Uint8Array | undefined>;
  /** One that is not there is removed. @throws FilesAway */
  remove(path: string): Promise<void>;
}

/** Lower-case words between slashes, and an ending: nothing that leaves its folder or means something to a server. */
export const isFilePath = (path: string): boolean => /^(?:[a-z0-9-]+\/)+[a-z0-9-]+\.[a-z0-9]+$/.test(path);

/** @throws on a path that we would not have made */
export const checkedPath = (path: string): string => {
  if (!isFilePath(path)) throw new Error(`no path of a file: ${path}`);
  return path;
};
