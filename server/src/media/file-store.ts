import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { S3mini, S3ServiceError } from 's3mini';
import type { FilesConfig, S3Access } from '../platform/operations/config.ts';
import { filesBelow } from '../platform/operations/object-store.ts';

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

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Written beside its place and renamed: a kill leaves no half file under its name. */
const write = async (place: string, bytes: Uint8Array): Promise<void> => {
  const draft = `${place}.${randomUUID()}.draft`;
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, bytes, { mode: 0o600, flush: true });
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

const readIfThere = async (place: string): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(place);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Files in a folder of this machine (`FILES_DIR`) that no web server shows; readable by its own user only. */
export const folderFileStore = (dir: string): FileStore => {
  const placeOf = (path: string): string => join(dir, checkedPath(path));
  return {
    save: async (path, bytes) => orAway('save', write(placeOf(path), bytes)),
    read: async (path) => orAway('read', readIfThere(placeOf(path))),
    remove: async (path) => orAway('remove', rm(placeOf(path), { force: true })),
    list: async () => (await orAway('list', filesBelow(dir))).filter(isFilePath),
  };
};

/** Milliseconds for one request: a picture of some hundred kilobytes needs far less. */
const timeLimitMs = 10_000;

/** S3 itself removes what is not there; what only speaks like it may say so. */
const unlessMissing = (error: unknown): void => {
  if (!(error instanceof S3ServiceError && error.status === 404)) throw error;
};

/** Files in a bucket of S3 or of what speaks like it (record 0022); requests are signed, nothing in it is public. */
export const s3FileStore = (access: S3Access): FileStore => {
  const bucket = new S3mini({ ...access, requestAbortTimeout: timeLimitMs });
  return {
    save: async (path, bytes, type) => {
      await orAway('save', bucket.putObject(checkedPath(path), bytes, type));
    },
    read: async (path) => {
      const found = await orAway('read', bucket.getObjectArrayBuffer(checkedPath(path)));
      return found === null ? undefined : new Uint8Array(found);
    },
    remove: async (path) => {
      await orAway('remove', bucket.deleteObject(checkedPath(path)).catch(unlessMissing));
    },
    list: async () => ((await orAway('list', bucket.listObjects())) ?? []).map(({ Key }) => Key).filter(isFilePath),
  };
};

/** The store that the settings name. */
export const openFileStore = (config: FilesConfig): FileStore =>
  's3' in config ? s3FileStore(config.s3) : folderFileStore(config.dir);
