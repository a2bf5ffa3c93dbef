import { createHash } from 'node:crypto';
import { identityPictureBytes } from '@ceiba/contract/desk/settings';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import sharp from 'sharp';
import type { ReencodePhoto } from '../media/reencode-photo.ts';
import { readSvg, type SvgRefusal } from './svg-picture.ts';

/** Maximum size of the stored picture in bytes, because pages load it first. */
const maxStoredBytes = 200 * 1024;

/** Faults of pictures for an icon (`change-identity.ts`). */
export type IconFault = 'not_square' | 'svg_icon' | 'small_icon';

export type PictureFault = IconFault | 'too_large' | 'broken' | 'too_heavy';

export type PictureRefusal = SvgRefusal | { code: 'picture_refused'; fault: PictureFault };

export interface IdentityPicture {
  /** The address, with a hash of the content and the size. */
  path: string;
  bytes: Uint8Array;
}

const pathOf = (bytes: Uint8Array, { width, height }: { width: number; height: number }, ending: string): string =>
  `/identity/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}-${width}x${height}.${ending}`;

/** Detects the type by the content, as everywhere, because a name proves nothing. */
const isSvg = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*<(?:\?xml|svg|!--)/.test(Buffer.from(bytes.subarray(0, 256)).toString('utf8'));

/** Reads a picture of the shop's identity: an SVG that only draws, or a PNG or JPEG that another process re-encodes. */
export const readIdentityPicture = async (
  bytes: Uint8Array,
  reencode: ReencodePhoto,
): Promise<Result<IdentityPicture, PictureRefusal>> => {
  if (isSvg(bytes)) {
    const size = readSvg(bytes);
    return size.ok ? ok({ path: pathOf(bytes, size.value, 'svg'), bytes }) : size;
  }
  if (bytes.length > identityPictureBytes) return refuse({ code: 'picture_refused', fault: 'too_large' });
  const webp = await reencode(bytes, 'identity');
  if (webp === undefined) return refuse({ code: 'picture_refused', fault: 'broken' });
  if (webp.length > maxStoredBytes) return refuse({ code: 'picture_refused', fault: 'too_heavy' });
  const { width, height } = await sharp(webp).metadata();
  return ok({ path: pathOf(webp, { width, height }, 'webp'), bytes: webp });
};
