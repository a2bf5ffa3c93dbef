import { checkNit } from '@ceiba/domain/billing/nit';
import { pictureSize } from '@ceiba/domain/policies/identity-kinds';
import { type PictureField, pictureFields } from '@ceiba/domain/policies/identity-table';
import type { PolicyRefusal } from '@ceiba/domain/policies/policy-rules';
import type { PolicyField, ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { ReencodePhoto } from '../media/reencode-photo.ts';
import type { Database } from '../platform/db/database.ts';
import { changePolicyFields } from '../policies/policies.store.ts';
import { deleteUnusedPictures, savePicture } from './identity.store.ts';
import { type IdentityPicture, type PictureRefusal, readIdentityPicture } from './read-picture.ts';

export interface IdentityChange {
  /** Fields as an operator types them; "none" and "default" empty one. */
  texts: Partial<Record<PolicyField, string>>;
  /** The uploaded picture files. */
  pictures: Partial<Record<PictureField, Uint8Array>>;
}

export type IdentityRefusal =
  | PolicyRefusal
  | { code: 'bad_nit' }
  | { code: 'bad_picture'; field: PictureField; refusal: PictureRefusal };

/** The fewest pixels of an icon that a phone accepts. */
const leastAppIcon = 192;

/** Why a picture cannot be an icon: it must be square, and a phone's icon must be made of pixels. */
const faultOfIcon = (field: PictureField, { path }: IdentityPicture): string | undefined => {
  const { width, height, type } = pictureSize(path);
  if ((field === 'shopIcon' || field === 'shopAppIcon') && width !== height) return 'is not square';
  if (field !== 'shopAppIcon') return undefined;
  if (type === 'image/svg+xml') return 'is an SVG, which telephones do not draw: give a PNG';
  return width < leastAppIcon ? `has ${width} pixels a side; ${leastAppIcon} are the least` : undefined;
};

/** All pictures as they will be stored, or the first fault. */
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
    const reason = faultOfIcon(field, picture.value);
    if (reason !== undefined)
      return refuse({ code: 'bad_picture', field, refusal: { code: 'picture_refused', reason } });
    read.push({ field, picture: picture.value });
  }
  return ok(read);
};

/**
 * Changes the shop's identity: all given fields, or nothing. Every process follows once the transaction is committed, and cached
 * pages are rebuilt (the trigger of `shop_policy`).
 */
export const changeIdentity = async (
  { db, reencodePhoto }: { db: Database; reencodePhoto: ReencodePhoto },
  { texts, pictures }: IdentityChange,
  now: Date,
): Promise<Result<ShopPolicy, IdentityRefusal>> => {
  const nit = texts.shopNit?.trim();
  if (nit !== undefined && nit !== 'none' && nit !== 'default' && !checkNit(nit).ok) return refuse({ code: 'bad_nit' });
  // Runs before the transaction: decoding a picture starts a process and takes time.
  const read = await readPictures(pictures, reencodePhoto);
  if (!read.ok) return read;
  const paths = read.value.map(({ field, picture }) => [field, picture.path] as const);
  return db.transaction(async (tx) => {
    const changed = await changePolicyFields(tx, { ...texts, ...Object.fromEntries(paths) }, now);
    if (!changed.ok) return changed;
    for (const { picture } of read.value) await savePicture(tx, [picture.path, picture.bytes, now]);
    const used = pictureFields.map((field) => changed.value[field]).filter((path) => path !== null);
    await deleteUnusedPictures(tx, [used]);
    return ok(changed.value);
  });
};
