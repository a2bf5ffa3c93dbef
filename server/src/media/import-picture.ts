import sharp from 'sharp';
import type { MediaStore, PictureFile } from './media-store.ts';
import { avifSettings, pictureKey, productWidths, webpSettings } from './picture-recipe.ts';

/** A stored picture: its key and the pixels of its largest size. */
export interface ImportedPicture {
  key: string;
  width: number;
  height: number;
}

interface Pixels {
  data: Uint8Array;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/**
 * Turns a drawing (SVG text) or an encoded picture into AVIF and WebP at `widths` and stores them, unless they are there.
 * Transparency is kept. Throws when the input is no picture.
 */
export async function importPicture(
  store: MediaStore,
  input: string | Uint8Array,
  widths: readonly number[] = productWidths,
): Promise<ImportedPicture> {
  const key = pictureKey(input, widths);
  const largest = Math.max(...widths);
  const source = typeof input === 'string' ? Buffer.from(input) : input;
  if (await store.hasPicture(key)) return { key, ...(await sizeAt(source, largest)) };
  const rendered = await sharp(source, { density: await densityFor(source, largest) })
    .resize(largest)
    .raw()
    .toBuffer({ resolveWithObject: true });
  await store.savePicture(key, await encodeAll(rendered, widths));
  return { key, width: rendered.info.width, height: rendered.info.height };
}

/** Each size is made from the next larger one: a fourth of the work of starting from the largest every time. */
async function encodeAll(largest: Pixels, widths: readonly number[]): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  let pixels = largest;
  for (const width of [...widths].sort((a, b) => b - a)) {
    if (width !== pixels.info.width) {
      pixels = await fromPixels(pixels).resize(width).raw().toBuffer({ resolveWithObject: true });
    }
    const [avif, webp] = await Promise.all([
      fromPixels(pixels).avif(avifSettings).toBuffer(),
      fromPixels(pixels).webp(webpSettings).toBuffer(),
    ]);
    files.push({ width, format: 'avif', bytes: avif }, { width, format: 'webp', bytes: webp });
  }
  return files;
}

const fromPixels = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

/** Size the picture has once it is `width` pixels wide. */
async function sizeAt(source: Uint8Array, width: number): Promise<{ width: number; height: number }> {
  const found = await sharp(source).metadata();
  return { width, height: Math.round((width * found.height) / found.width) };
}

/** Dots per inch at which a drawing comes out `width` pixels wide (72 is one pixel per unit), so that nothing is resampled. */
async function densityFor(source: Uint8Array, width: number): Promise<number> {
  const found = await sharp(source).metadata();
  if (found.format !== 'svg') return 72;
  return (72 * width) / found.width;
}
