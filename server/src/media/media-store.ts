import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PictureFormat } from './picture-recipe.ts';

/** Name of one size of a picture in its folder. */
export const mediaFileName = (width: number, format: PictureFormat): string => `${width}.${format}`;

/**
 * Folder of all sizes of a picture: `{dir}/{first two of key}/{key}`; the short folder keeps listings small. It appears in
 * one step, so its presence means that the picture is complete.
 */
export const mediaFolderPath = (dir: string, key: string): string => join(dir, key.slice(0, 2), key);

/** Public address; immutable, because the key is a hash of the content. `width` is in pixels. */
export const mediaUrl = (key: string, width: number, format: PictureFormat): string =>
  `/media/${key}/${mediaFileName(width, format)}`;

/** One encoded size of a picture. */
export interface PictureFile {
  width: number;
  format: PictureFormat;
  bytes: Uint8Array;
}

/** Where encoded pictures live. Keys are content hashes, so nothing is ever overwritten with something else. */
export interface MediaStore {
  /** True when all files of the picture are stored. */
  hasPicture(key: string): Promise<boolean>;
  /** Stores all files of a picture, all or nothing; storing it twice is harmless. */
  savePicture(key: string, files: readonly PictureFile[]): Promise<void>;
}

/** Media store in a folder of this machine (`MEDIA_DIR`). */
export function folderMediaStore(dir: string): MediaStore {
  return {
    hasPicture: (key) => isFolder(mediaFolderPath(dir, key)),
    savePicture: (key, files) => saveFolder(mediaFolderPath(dir, key), files),
  };
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Writes beside the final place and renames, so that a kill leaves no half picture under a public name. */
async function saveFolder(folder: string, files: readonly PictureFile[]): Promise<void> {
  const draft = join(dirname(folder), `.draft-${randomUUID()}`);
  await mkdir(draft, { recursive: true });
  await Promise.all(files.map((file) => writeFile(join(draft, mediaFileName(file.width, file.format)), file.bytes)));
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Somebody stored the same content first: the same files are there already.
    if (!(await isFolder(folder))) throw error;
  }
}
