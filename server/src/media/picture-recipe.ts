import { createHash } from 'node:crypto';

/** Pixel widths of a product or category picture (architecture §6). */
export const productWidths = [64, 120, 240, 480, 960] as const;

/** Pixel widths of a banner picture, wider than tall. */
export const bannerWidths = [480, 960, 1600] as const;

/**
 * Encoder settings. Measured on drawings at 960 px: AVIF effort 0 takes 54 ms for 17 KB, effort 1 takes 88 ms for 13 KB,
 * effort 2 takes 134 ms for 12 KB; WebP effort 2 takes 32 ms for 27 KB, effort 4 takes 121 ms for 21 KB. The first start
 * waits for a thousand of these, so the fast ones win.
 */
export const avifSettings = { quality: 52, effort: 0, chromaSubsampling: '4:2:0' } as const;
export const webpSettings = { quality: 80, effort: 2, alphaQuality: 80 } as const;

/** Raise when the way of drawing or resizing changes without a change of the settings above. */
const recipeVersion = 1;

/**
 * Key of a picture: 32 hexadecimal digits over the source and everything that decides its files. Known before rendering,
 * so a picture that is already stored costs nothing.
 */
export function pictureKey(source: string | Uint8Array, widths: readonly number[]): string {
  const recipe = JSON.stringify([recipeVersion, widths, avifSettings, webpSettings]);
  return createHash('sha256').update(recipe).update(source).digest('hex').slice(0, 32);
}
