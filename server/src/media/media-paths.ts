import { join } from 'node:path';

export type PictureFormat = 'avif' | 'webp';

/** File of one size of a picture: `{dir}/{first two of key}/{key}/{width}.{format}`; the short folder keeps listings small. */
export const mediaFilePath = (dir: string, key: string, width: number, format: PictureFormat): string =>
  join(mediaFolderPath(dir, key), `${width}.${format}`);

/** Folder of all sizes of a picture. It appears in one step, so its presence means that the picture is complete. */
export const mediaFolderPath = (dir: string, key: string): string => join(dir, key.slice(0, 2), key);

/** Public address; immutable, because the key is a hash of the content. `width` is in pixels. */
export const mediaUrl = (key: string, width: number, format: PictureFormat): string =>
  `/media/${key}/${width}.${format}`;
