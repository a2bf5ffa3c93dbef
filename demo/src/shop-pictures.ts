import type { ImportedPicture } from '@ceiba/server/media/import-picture';
import { importPictures, type PictureSource } from '@ceiba/server/media/import-pictures';
import { mediaUrl } from '@ceiba/server/media/media-store';
import { bannerRecipe, galleryRecipe, type PictureRecipe, productRecipe } from '@ceiba/server/media/picture-recipe';
import type { DemoBanner } from './content/banners.ts';
import type { DemoShop } from './demo-shop.ts';
import type { ProductDrawing } from './illustrations/ceiba-illustrations.mjs';
import { drawPicture } from './illustrations/draw-picture.ts';

/** What the pictures of a shop are stored under. */
export interface ShopPictures {
  /** All stored pictures, each once. */
  stored: ImportedPicture[];
  keyOf(drawing: ProductDrawing): string;
  bannerUrl(banner: DemoBanner): string;
}

/** Draws and stores every picture of a shop. Throws when `signal` ends it. */
export type StorePictures = (
  mediaDir: string,
  shop: DemoShop,
  onProgress: (done: number, total: number) => void,
  signal?: AbortSignal,
) => Promise<ShopPictures>;

const drawn = (drawing: ProductDrawing, recipe: PictureRecipe): { owner: object; source: PictureSource } => ({
  owner: drawing,
  source: { draw: () => drawPicture(drawing), recipe },
});

/** Stores the pictures in the media folder; those that are there already are not made again. */
export const storeShopPictures: StorePictures = async (mediaDir, shop, onProgress, signal) => {
  const owners = pictureOwners(shop);
  const pictures = await importPictures(
    mediaDir,
    owners.map(({ source }) => source),
    onProgress,
    signal,
  );
  return shopPictures(owners, pictures);
};

interface PictureOwner {
  /** The drawing or banner the picture is asked for with. */
  owner: object;
  source: PictureSource;
}

/** Every drawing and banner of a shop that has a picture to store, in the order in which they are stored. */
export function pictureOwners(shop: DemoShop): PictureOwner[] {
  return [
    ...shop.products.flatMap((product) => [
      ...product.pictures.map(({ drawing }) => drawn(drawing, galleryRecipe)),
      ...product.gifts.map(({ picture }) => drawn(picture, productRecipe)),
    ]),
    ...shop.categories.map(({ drawing }) => drawn(drawing, productRecipe)),
    ...shop.banners.flatMap((banner) => bannerSource(banner).map((source) => ({ owner: banner, source }))),
  ];
}

/** What stored pictures are asked for with: `pictures` in the order of `owners`. */
export function shopPictures(owners: readonly PictureOwner[], pictures: readonly ImportedPicture[]): ShopPictures {
  const keys = new Map<object, string>();
  owners.forEach(({ owner }, index) => {
    const picture = pictures[index];
    if (picture !== undefined) keys.set(owner, picture.key);
  });
  const keyOf = (owner: object): string => {
    const key = keys.get(owner);
    if (key === undefined) throw new Error('A drawing of the demo shop was not stored.');
    return key;
  };
  return {
    stored: [...new Map(pictures.map((picture) => [picture.key, picture])).values()],
    keyOf,
    bannerUrl: (banner) => bannerUrl(banner, keyOf),
  };
}

const bannerSource = ({ picture }: DemoBanner): PictureSource[] =>
  'draw' in picture ? [{ draw: picture.draw, recipe: picture.wide ? bannerRecipe : productRecipe }] : [];

const bannerUrl = (banner: DemoBanner, keyOf: (owner: object) => string): string => {
  if ('url' in banner.picture) return banner.picture.url;
  return mediaUrl(keyOf(banner), banner.picture.wide ? Math.max(...bannerRecipe.webp) : 480, 'webp');
};
