import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { S3mini, S3ServiceError } from 's3mini';
import type { FilesConfig, S3Access } from './config.ts';

/** Named bytes in a folder or a bucket of S3 or of what speaks like it. Names are ours: lower-case words, digits and hyphens between slashes. */
export interface ObjectStore {
  /** All of it or nothing, in place of what was there. `type`: what a bucket calls it; a folder has no types. */
  put(name: string, bytes: Uint8Array, type?: string): Promise<void>;
  /** Undefined: there is none. */
  get(name: string): Promise<Buffer | undefined>;
  /** Names that begin so, in order. */
  list(prefix: string): Promise<string[]>;
  /** One that is not there is removed. */
  remove(name: string): Promise<void>;
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const nothingWhereMissing = (error: unknown): undefined => {
  if (isMissing(error)) return undefined;
  throw error;
};

/** Every file below a folder, by its path in it, with slashes; none where there is no such folder. */
export const filesBelow = async (dir: string): Promise<string[]> => {
  const entries = (await readdir(dir, { recursive: true, withFileTypes: true }).catch(nothingWhereMissing)) ?? [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
};

/** Written beside its place, with its bytes on the disk, and renamed: a kill leaves no half file under its name. Only its own user reads it. */
export const writeWhole = async (place: string, bytes: Uint8Array): Promise<void> => {
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

const folderStore = (dir: string): ObjectStore => ({
  put: (name, bytes) => writeWhole(join(dir, name), bytes),
  get: (name) => readFile(join(dir, name)).catch(nothingWhereMissing),
  list: async (prefix) => (await filesBelow(dir)).filter((name) => name.startsWith(prefix) && !name.endsWith('.draft')),
  remove: (name) => rm(join(dir, name), { force: true }),
});

const bucketStore = (access: S3Access, timeLimitMs: number): ObjectStore => {
  const bucket = new S3mini({ ...access, requestAbortTimeout: timeLimitMs });
  return {
    put: async (name, bytes, type = 'application/octet-stream') => {
      await bucket.putObject(name, bytes, type);
    },
    get: async (name) => {
      const found = await bucket.getObjectArrayBuffer(name);
      return found === null ? undefined : Buffer.from(found);
    },
    list: async (prefix) => ((await bucket.listObjects('/', prefix)) ?? []).map(({ Key }) => Key).sort(),
    // S3 itself removes what is not there; what only speaks like it may say so.
    remove: async (name) => {
      await bucket.deleteObject(name).catch((error: unknown) => {
        if (!(error instanceof S3ServiceError && error.status === 404)) throw error;
      });
    },
  };
};

/** What a place is called in settings. */
export const nameOfPlace = (place: FilesConfig): string => ('s3' in place ? place.s3.endpoint : place.dir);

/** `timeLimitMs`: of one request to a bucket; a piece of a copy over a slow line needs two minutes. */
export const openObjectStore = (place: FilesConfig, timeLimitMs = 120_000): ObjectStore =>
  's3' in place ? bucketStore(place.s3, timeLimitMs) : folderStore(place.dir);
