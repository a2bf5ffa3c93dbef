import { checkNit } from '@ceiba/domain/billing/nit';
import { pictureSize } from '@ceiba/domain/policies/identity-kinds';
import { type PictureField, pictureFields } from '@ceiba/domain/policies/identity-table';
import type { PolicyRefusal } from '@ceiba/domain/policies/policy-rules';
import type { PolicyField } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { ReencodePhoto } from '../media/reencode-photo.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type ChangedFields, changePolicyFields } from '../policies/policies.store.ts';
import { deleteUnusedPictures, savePicture } from './identity.store.ts';
import { type IconFault, type IdentityPicture, type PictureRefusal, readIdentityPicture } from './read-picture.ts';

export interface IdentityChange {
  /** Fields as an operator types them. "none" clears a field, "default" restores its default. */
  texts: Partial<Record<PolicyField, string>>;
  /** The uploaded picture files. */
  pictures: Partial<Record<PictureField, Uint8Array>>;
}

export type IdentityRefusal =
  | PolicyRefusal
  | { code: 'bad_nit' }
  | { code: 'bad_picture'; field: PictureField; refusal: PictureRefusal };

/** Minimum size of an icon that a phone accepts, in pixels. */
const leastAppIcon = 192;

/** Returns why a picture cannot be an icon. It must be square, and a phone's icon must not be an SVG. */
const faultOfIcon = (field: PictureField, { path }: IdentityPicture): IconFault | undefined => {
  const { width, height, type } = pictureSize(path);
  if ((field === 'shopIcon' || field === 'shopAppIcon') && width !== height) return 'not_square';
  if (field !== 'shopAppIcon') return undefined;
  if (type === 'image/svg+xml') return 'svg_icon';
  return width < leastAppIcon ? 'small_icon' : undefined;
};

/** Returns all pictures in the form in which they are stored, or the first refusal. */
const readPictures = async (
  pictures: IdentityChange['pictures'],
  reencode: ReencodePhoto,
): Promise<Result<{ field: PictureField; picture: IdentityPicture }[], IdentityRefusal>> => {
  const read: { field: PictureField; picture: IdentityPicture }[] = [];
  for (const field of pictureFields) {
    const bytes = pictures[field];
    if (bytes === undefined) continue;
    const picture = await readIdentityPicture(bytes, reencode);
    if (!picture.ok) return refuse({ code: 'bad_picture', field, refusal: picture.error });
    const fault = faultOfIcon(field, picture.value);
    if (fault !== undefined) return refuse({ code: 'bad_picture', field, refusal: { code: 'picture_refused', fault } });
    read.push({ field, picture: picture.value });
  }
  return ok(read);
};

/** A change with a valid NIT and valid pictures. Validation decodes pictures in another process, so it runs before any transaction. */
export interface JudgedIdentity {
  texts: IdentityChange['texts'];
  pictures: readonly { field: PictureField; picture: IdentityPicture }[];
}

export const judgeIdentity = async (
  { texts, pictures }: IdentityChange,
  reencode: ReencodePhoto,
): Promise<Result<JudgedIdentity, IdentityRefusal>> => {
  const nit = texts.shopNit?.trim();
  if (nit !== undefined && nit !== 'none' && nit !== 'default' && !checkNit(nit).ok) return refuse({ code: 'bad_nit' });
  const read = await readPictures(pictures, reencode);
  return read.ok ? ok({ texts, pictures: read.value }) : read;
};

/** Writes a valid change in the transaction `tx`: all fields, or none. Deletes pictures that no field uses. Returns the first refusal. */
export const saveIdentity = async (
  tx: Tx,
  { texts, pictures }: JudgedIdentity,
  now: Date,
): Promise<Result<ChangedFields, IdentityRefusal>> => {
  const paths = pictures.map(({ field, picture }) => [field, picture.path] as const);
  const changed = await changePolicyFields(tx, { ...texts, ...Object.fromEntries(paths) }, now);
  if (!changed.ok) return changed;
  for (const { picture } of pictures) await savePicture(tx, [picture.path, picture.bytes, now]);
  const used = pictureFields.map((field) => changed.value.after[field]).filter((path) => path !== null);
  await deleteUnusedPictures(tx, [used]);
  return changed;
};

/**
 * Changes the shop's identity: all given fields, or none. After the commit, the trigger of `shop_policy` makes every process read
 * the new fields, and cached pages are rebuilt.
 */
export const changeIdentity = async (
  { db, reencodePhoto }: { db: Database; reencodePhoto: ReencodePhoto },
  change: IdentityChange,
  now: Date,
): Promise<Result<ChangedFields, IdentityRefusal>> => {
  const judged = await judgeIdentity(change, reencodePhoto);
  return judged.ok ? db.transaction((tx) => saveIdentity(tx, judged.value, now)) : judged;
};
