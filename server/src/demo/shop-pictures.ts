import type { ProductDrawing } from '../../../design/visual/illustrations/ceiba-illustrations.mjs';
import type { ImportedPicture } from '../media/import-picture.ts';
import { importPictures, type PictureSource } from '../media/import-pictures.ts';
import { mediaUrl } from '../media/media-paths.ts';
import { BANNER_WIDTHS, PRODUCT_WIDTHS } from '../media/picture-recipe.ts';
import type { DemoBanner } from './content/banners.ts';
import type { DemoShop } from './demo-shop.ts';
import { drawPicture } from './illustrations/draw-picture.ts';

/** What the pictures of a shop are stored under. */
export interface ShopPictures {
  /** All stored pictures, each once. */
  stored: ImportedPicture[];
  keyOf(drawing: ProductDrawing): string;
  bannerUrl(banner: DemoBanner): string;
}

const drawn = (drawing: ProductDrawing): PictureSource => ({
  draw: () => drawPicture(drawing),
  widths: PRODUCT_WIDTHS,
});

/** Draws and stores every picture of the shop; those already in the folder are not made again. */
export async function storeShopPictures(
  mediaDir: string,
  shop: DemoShop,
  onProgress: (done: number, total: number) => void,
): Promise<ShopPictures> {
  const drawings = [
    ...shop.products.flatMap((product) => [
      ...product.pictures.map(({ drawing }) => drawing),
      ...product.gifts.map(({ picture }) => picture),
    ]),
    ...shop.categories.map(({ drawing }) => drawing),
  ];
  const banners = shop.banners.filter(({ picture }) => 'draw' in picture);
  const sources = [...drawings.map(drawn), ...banners.flatMap(bannerSource)];
  const pictures = await importPictures(mediaDir, sources, onProgress);
  const byOwner = new Map<object, ImportedPicture>();
  [...drawings, ...banners].forEach((owner, index) => {
    const picture = pictures[index];
    if (picture !== undefined) byOwner.set(owner, picture);
  });
  const keyOf = (owner: object): string => {
    const picture = byOwner.get(owner);
    if (picture === undefined) throw new Error('A drawing of the demo shop was not stored.');
    return picture.key;
  };
  return {
    stored: [...new Map(pictures.map((picture) => [picture.key, picture])).values()],
    keyOf,
    bannerUrl: (banner) => bannerUrl(banner, keyOf),
  };
}

const bannerSource = ({ picture }: DemoBanner): PictureSource[] =>
  'draw' in picture ? [{ draw: picture.draw, widths: picture.wide ? BANNER_WIDTHS : PRODUCT_WIDTHS }] : [];

const bannerUrl = (banner: DemoBanner, keyOf: (owner: object) => string): string => {
  if ('url' in banner.picture) return banner.picture.url;
  return mediaUrl(keyOf(banner), banner.picture.wide ? Math.max(...BANNER_WIDTHS) : 480, 'webp');
};
