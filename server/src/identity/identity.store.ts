import { statement } from '../platform/db/database.ts';

/** A picture of the shop's identity by its address. */
export const findPicture = statement<{ bytes: Buffer }, [path: string]>(
  'identity.find-picture',
  'select bytes from identity_pictures where path = $1',
);

/** The same picture twice is one row. */
export const savePicture = statement<object, [path: string, bytes: Uint8Array, now: Date]>(
  'identity.save-picture',
  'insert into identity_pictures (path, bytes, created_at) values ($1, $2, $3) on conflict (path) do nothing',
);

export const deleteUnusedPictures = statement<object, [used: readonly string[]]>(
  'identity.delete-unused-pictures',
  'delete from identity_pictures where path <> all ($1::text[])',
);
