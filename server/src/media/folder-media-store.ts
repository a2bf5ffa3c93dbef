import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mediaFolderPath } from './media-paths.ts';
import type { MediaStore, PictureFile } from './media-store.ts';

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
  await Promise.all(files.map((file) => writeFile(join(draft, `${file.width}.${file.format}`), file.bytes)));
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Somebody stored the same content first: the same files are there already.
    if (!(await isFolder(folder))) throw error;
  }
}
