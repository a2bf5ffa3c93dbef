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
import { openSent, type PictureType } from './picture-types.ts';

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

/** A drawing of the shop's own code (SVG text), or the bytes of a sent picture. */
type Source = string | Uint8Array;

/**
 * Turns a drawing or a sent picture into the files of `recipe`, and stores them unless they are already stored. A sent
 * picture must be JPEG, PNG, WebP or AVIF. A sent drawing is refused. AVIF and WebP keep transparency. Throws if the
 * input is not such a picture, or if its shorter side has fewer pixels than `leastSide`.
 */
export async function importPicture(
  store: MediaStore,
  source: Source,
  recipe: PictureRecipe = productRecipe,
  leastSide = 0,
): Promise<ImportedPicture> {
  if (leastSide > 0 && (await shorterSide(source)) < leastSide) throw new TooSmall();
  const key = pictureKey(source, recipe);
  const widths = [...new Set([...recipe.avif, ...recipe.webp])].sort((a, b) => b - a);
  const size = await sizeAt(source, Math.max(...widths, ...recipe.jpg));
  if (await store.hasPicture(key)) return { key, ...size };
  const [files, jpgs] = await Promise.all([encodeDown(source, widths, recipe), encodeJpgs(source, recipe.jpg)]);
  await store.savePicture(key, [...files, ...jpgs]);
  return { key, ...size };
}

/**
 * Creates each size from the next larger size. Starting from the largest size each time would take four times as long.
 */
async function encodeDown(source: Source, widths: readonly number[], recipe: PictureRecipe): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  let pixels: Pixels | null = null;
  for (const width of widths) {
    const larger: Sharp = pixels === null ? await render(source, width) : shrink(fromPixels(pixels), width);
    const { data, info } = await larger.raw().toBuffer({ resolveWithObject: true });
    const image = fromPixels({ data, info });
    pixels = { data, info };
    const [avif, webp] = await Promise.all([
      recipe.avif.includes(width) ? image.clone().avif(avifSettings).toBuffer() : null,
      recipe.webp.includes(width) ? image.clone().webp(webpSettings).toBuffer() : null,
    ]);
    if (avif !== null) files.push({ width, format: 'avif', bytes: avif });
    if (webp !== null) files.push({ width, format: 'webp', bytes: webp });
  }
  return files;
}

/** Makes the files from the source, on white, because drawing again takes less time than shrinking a larger picture. */
const encodeJpgs = (source: Source, widths: readonly number[]): Promise<PictureFile[]> =>
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

const types: readonly PictureType[] = ['jpeg', 'png', 'webp', 'avif'];

/** More pixels than any camera makes. A larger picture is an attempt to exhaust the memory. */
const maxPixels = 100_000_000;

/** Opens a source. `density`: the dots per inch of a drawing. With 72, each unit of the drawing becomes one pixel. */
const open = (source: Source, density = 72): Sharp =>
  typeof source === 'string' ? sharp(Buffer.from(source), { density }) : openSent(source, { types, maxPixels });

/** Renders a drawing at a width of `width` pixels, so that it need not be resampled. Rotates a photograph as its camera was held. */
async function render(source: Source, width: number): Promise<Sharp> {
  if (typeof source !== 'string') return shrink(open(source).autoOrient(), width);
  const drawn = await open(source).metadata();
  return shrink(open(source, (72 * width) / drawn.width), width);
}

/** Thrown for a picture with fewer pixels than required. */
class TooSmall extends Error {
  override name = 'TooSmall';
}

async function shorterSide(source: Source): Promise<number> {
  const { width, height } = await open(source).metadata();
  return Math.min(width, height);
}

/** Returns the size of the picture at a width of `width` pixels. A smaller photograph stays as large as it is. */
async function sizeAt(source: Source, width: number): Promise<{ width: number; height: number }> {
  const { width: own, height } = (await open(source).metadata()).autoOrient;
  const shown = typeof source === 'string' ? width : Math.min(width, own);
  return { width: shown, height: Math.round((shown * height) / own) };
}
