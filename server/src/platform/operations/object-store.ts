import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { S3mini, S3ServiceError } from 's3mini';
import type { FilesConfig, S3Access } from './config.ts';

/**
 * Named objects in a folder, or in a bucket of S3 or a compatible service. The shop chooses the names: lower-case words, digits and
 * hyphens, separated by slashes.
 */
export interface ObjectStore {
  /** Stores the object completely or not at all, and replaces an earlier object. `type`: the content type in a bucket. A folder stores no type. */
  put(name: string, bytes: Uint8Array, type?: string): Promise<void>;
  /** Returns undefined if there is no such object. */
  get(name: string): Promise<Buffer | undefined>;
  /** Returns the names with this prefix, in order. */
  list(prefix: string): Promise<string[]>;
  /** Removes an object. Also succeeds if there is no such object. */
  remove(name: string): Promise<void>;
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const nothingWhereMissing = (error: unknown): undefined => {
  if (isMissing(error)) return undefined;
  throw error;
};

/** Returns every file below a folder, by its relative path with slashes. Empty if the folder does not exist. */
export const filesBelow = async (dir: string): Promise<string[]> => {
  const entries = (await readdir(dir, { recursive: true, withFileTypes: true }).catch(nothingWhereMissing)) ?? [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
};

/** Writes a file next to its final place, flushes it to disk, and renames it. So a kill leaves no partial file under the final name. */
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
    // S3 ignores a missing object. Compatible services may answer 404.
    remove: async (name) => {
      await bucket.deleteObject(name).catch((error: unknown) => {
        if (!(error instanceof S3ServiceError && error.status === 404)) throw error;
      });
    },
  };
};

/** Returns the name of a place as in the settings. */
export const nameOfPlace = (place: FilesConfig): string => ('s3' in place ? place.s3.endpoint : place.dir);

/** Opens the store of a place. `timeLimitMs`: limit for one request to a bucket. A part of a backup over a slow line needs two minutes. */
export const openObjectStore = (place: FilesConfig, timeLimitMs = 120_000): ObjectStore =>
  's3' in place ? bucketStore(place.s3, timeLimitMs) : folderStore(place.dir);
