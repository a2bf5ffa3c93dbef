import type { PictureFormat } from './media-paths.ts';

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
