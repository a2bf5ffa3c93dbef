import sharp, { type Sharp } from 'sharp';
import type { MediaStore, PictureFile } from './media-store.ts';
import {
  avifSettings,
  jpegSettings,
  type PictureRecipe,
  pictureKey,
  productRecipe,
  webpSettings,
} from './picture-recipe.ts';

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
 * Turns a drawing (SVG text) or an encoded picture into the files of `recipe` and stores them, unless they are there.
 * AVIF and WebP keep transparency. Throws when the input is no picture.
 */
export async function importPicture(
  store: MediaStore,
  input: string | Uint8Array,
  recipe: PictureRecipe = productRecipe,
): Promise<ImportedPicture> {
  const key = pictureKey(input, recipe);
  const source = typeof input === 'string' ? Buffer.from(input) : input;
  const widths = [...new Set([...recipe.avif, ...recipe.webp])].sort((a, b) => b - a);
  const size = await sizeAt(source, Math.max(...widths, ...recipe.jpg));
  if (await store.hasPicture(key)) return { key, ...size };
  const [files, jpgs] = await Promise.all([encodeDown(source, widths, recipe), encodeJpgs(source, recipe.jpg)]);
  await store.savePicture(key, [...files, ...jpgs]);
  return { key, ...size };
}

/** Each size is made from the next larger one: a fourth of the work of starting from the largest every time. */
async function encodeDown(
  source: Uint8Array,
  widths: readonly number[],
  recipe: PictureRecipe,
): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  let pixels: Pixels | null = null;
  for (const width of widths) {
    const larger: Sharp = pixels === null ? await render(source, width) : shrink(fromPixels(pixels), width);
    const { data, info } = await larger.raw().toBuffer({ resolveWithObject: true });
    const made = fromPixels({ data, info });
    pixels = { data, info };
    const [avif, webp] = await Promise.all([
      recipe.avif.includes(width) ? made.clone().avif(avifSettings).toBuffer() : null,
      recipe.webp.includes(width) ? made.clone().webp(webpSettings).toBuffer() : null,
    ]);
    if (avif !== null) files.push({ width, format: 'avif', bytes: avif });
    if (webp !== null) files.push({ width, format: 'webp', bytes: webp });
  }
  return files;
}

/** From the source itself: a drawing is drawn again in less time than it takes to shrink a larger one. On white. */
const encodeJpgs = (source: Uint8Array, widths: readonly number[]): Promise<PictureFile[]> =>
  Promise.all(
    widths.map(async (width) => ({
      width,
      format: 'jpg' as const,
      bytes: await (await render(source, width)).flatten({ background: '#fff' }).jpeg(jpegSettings).toBuffer(),
    })),
  );

const fromPixels = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

const shrink = (picture: Sharp, width: number): Sharp => picture.resize(width, null, { withoutEnlargement: true });

/** More than any camera makes; what unpacks to more is made to hurt. */
const mostPixels = 100_000_000;

/**
 * A drawing comes out `width` pixels wide, so that nothing is resampled (72 dots per inch are one pixel per unit); a photograph
 * stands as its camera was held.
 */
async function render(source: Uint8Array, width: number): Promise<Sharp> {
  const found = await sharp(source).metadata();
  const density = found.format === 'svg' ? (72 * width) / found.width : 72;
  return shrink(sharp(source, { density, limitInputPixels: mostPixels }).autoOrient(), width);
}

/** Size the picture has once it is `width` pixels wide; a photograph that is smaller keeps its own. */
async function sizeAt(source: Uint8Array, width: number): Promise<{ width: number; height: number }> {
  const found = await sharp(source).metadata();
  const { width: own, height } = found.autoOrient;
  const shown = found.format === 'svg' ? width : Math.min(width, own);
  return { width: shown, height: Math.round((shown * height) / own) };
}
