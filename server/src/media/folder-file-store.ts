import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedPath, type FileStore, orAway } from './file-store.ts';

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
  };
};
