import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PictureFormat } from './picture-recipe.ts';

/** Returns the file name of one size of a picture in its folder. */
export const mediaFileName = (width: number, format: PictureFormat): string => `${width}.${format}`;

/**
 * Returns the folder of all sizes of a picture: `{dir}/{first two of key}/{key}`. The short folders keep listings small. The folder appears
 * in one step, so a picture whose folder exists is complete.
 */
export const mediaFolderPath = (dir: string, key: string): string => join(dir, key.slice(0, 2), key);

/** Returns the public address. It never changes, because the key is a hash of the content. `width`: in pixels. */
export const mediaUrl = (key: string, width: number, format: PictureFormat): string =>
  `/media/${key}/${mediaFileName(width, format)}`;

/** One encoded size of a picture. */
export interface PictureFile {
  width: number;
  format: PictureFormat;
  bytes: Uint8Array;
}

/** The store of encoded pictures. Keys are content hashes, so a file is never replaced by other content. */
export interface MediaStore {
  /** Returns true if all files of the picture are stored. */
  hasPicture(key: string): Promise<boolean>;
  /** Stores all files of a picture, or none. May be repeated. */
  savePicture(key: string, files: readonly PictureFile[]): Promise<void>;
}

/** Opens a media store in a folder of this machine (`MEDIA_DIR`). */
export function folderMediaStore(dir: string): MediaStore {
  return {
    hasPicture: (key) => touchFolder(mediaFolderPath(dir, key)),
    savePicture: (key, files) => saveFolder(mediaFolderPath(dir, key), files),
  };
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Marks a stored picture as used now, so that its files stay until a row names the picture. False if the picture is not
 * stored.
 */
async function touchFolder(path: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(path, now, now);
    return true;
  } catch (error) {
    // A folder that can only be read cannot be removed either.
    return isMissing(error) ? false : isFolder(path);
  }
}

/**
 * Removes the files of a picture, unless an upload has found them (`hasPicture`) after the given moment. Returns whether the files are
 * gone. The folder is renamed first. A concurrent upload either touches the folder before that, which is noticed here, or stores the files
 * again.
 */
export async function removeStoredPicture(dir: string, key: string, untouchedSince: Date): Promise<boolean> {
  const folder = mediaFolderPath(dir, key);
  const leaving = join(dirname(folder), `.removed-${key}`);
  try {
    await rename(folder, leaving);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // A run that died may have left a renamed folder.
    await rm(leaving, { recursive: true, force: true });
    return true;
  }
  if ((await stat(leaving)).mtime > untouchedSince) {
    await rename(leaving, folder);
    return false;
  }
  await rm(leaving, { recursive: true, force: true });
  return true;
}

/** Writes next to the final place and renames, so that a kill leaves no partial picture under a public name. */
async function saveFolder(folder: string, files: readonly PictureFile[]): Promise<void> {
  const draft = join(dirname(folder), `.draft-${randomUUID()}`);
  await mkdir(draft, { recursive: true });
  await Promise.all(files.map((file) => writeFile(join(draft, mediaFileName(file.width, file.format)), file.bytes)));
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process has stored the same content first, so the same files exist.
    if (!(await isFolder(folder))) throw error;
  }
}
