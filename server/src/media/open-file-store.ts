import type { FilesConfig } from '../platform/files-config.ts';
import type { FileStore } from './file-store.ts';
import { folderFileStore } from './folder-file-store.ts';
import { s3FileStore } from './s3-file-store.ts';

/** The store that the settings name. */
export const openFileStore = (config: FilesConfig): FileStore =>
  's3' in config ? s3FileStore(config.s3) : folderFileStore(config.dir);
