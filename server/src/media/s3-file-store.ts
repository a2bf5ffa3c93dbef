import { S3mini, S3ServiceError } from 's3mini';
import type { S3Access } from '../platform/files-config.ts';
import { checkedPath, type FileStore, orAway } from './file-store.ts';

/** Milliseconds for one request: a picture of some hundred kilobytes needs far less. */
const timeLimitMs = 10_000;

/** S3 itself removes what is not there; what only speaks like it may say so. */
const unlessMissing = (error: unknown): void => {
  if (!(error instanceof S3ServiceError && error.status === 404)) throw error;
};

/** Files in a bucket of S3 or of what speaks like it (record 0033); requests are signed, nothing in it is public. */
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
  };
};
