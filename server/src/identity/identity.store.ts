import { statement } from '../platform/db/statement.ts';

/** A picture of the shop's identity by its address. */
export const findPicture = statement('identity.find-picture', 'select bytes from identity_pictures where path = $1');

/** The same picture uploaded twice has one row. */
export const savePicture = statement(
  'identity.save-picture',
  'insert into identity_pictures (path, bytes, created_at) values ($1, $2, $3) on conflict (path) do nothing',
);

export const deleteUnusedPictures = statement(
  'identity.delete-unused-pictures',
  'delete from identity_pictures where path <> all ($1::text[])',
);
