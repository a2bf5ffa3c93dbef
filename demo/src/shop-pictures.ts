import { hasMedia, lockLoading } from '@ceiba/server/loading/loading.store';
import type { ImportedPicture } from '@ceiba/server/media/import-picture';
import { importPictures, type PictureSource } from '@ceiba/server/media/import-pictures';
import { folderMediaStore, mediaUrl } from '@ceiba/server/media/media-store';
import {
  bannerRecipe,
  galleryRecipe,
  type PictureRecipe,
  pictureKey,
  productRecipe,
} from '@ceiba/server/media/picture-recipe';
import type { Database, Tx } from '@ceiba/server/platform/db/database';
import { demoCategories } from './catalogue.ts';
import { type DemoBanner, demoBanners } from './content.ts';
import {
  hasCategoryPicture,
  moveBannerPictures,
  movePictures,
  type PicturePlace,
  readPictureKeys,
} from './demo-pictures.store.ts';
import type { DemoProduct } from './demo-products.ts';
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
  products: readonly DemoProduct[],
  onProgress: (done: number, total: number) => void,
  signal?: AbortSignal,
) => Promise<ShopPictures>;

const drawn = (drawing: ProductDrawing, recipe: PictureRecipe): { owner: object; source: PictureSource } => ({
  owner: drawing,
  source: { draw: () => drawPicture(drawing), recipe },
});

/** Stores the pictures in the media folder; those that are there already are not made again. */
export const storeShopPictures: StorePictures = async (mediaDir, products, onProgress, signal) => {
  const owners = pictureOwners(products);
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
export function pictureOwners(products: readonly DemoProduct[]): PictureOwner[] {
  return [
    ...products.flatMap((product) => [
      ...product.pictures.map(({ drawing }) => drawn(drawing, galleryRecipe)),
      ...product.gifts.map(({ picture }) => drawn(picture, productRecipe)),
    ]),
    ...demoCategories.map(({ drawing }) => drawn(drawing, productRecipe)),
    ...demoBanners.flatMap((banner) => bannerSource(banner).map((source) => ({ owner: banner, source }))),
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

/**
 * True for a demo shop of which a picture is not in the folder, or whose rows name the pictures of an older version: those
 * have other files than pages ask for.
 */
export async function isMissingPictures(tx: Tx, mediaDir: string): Promise<boolean> {
  const [first] = demoCategories;
  if (first === undefined || !(await hasCategoryPicture(tx, first.path))) return false;
  if (!(await hasMedia(tx, pictureKey(drawPicture(first.drawing), productRecipe)))) return true;
  const { hasPicture } = folderMediaStore(mediaDir);
  const there = await Promise.all((await readPictureKeys(tx)).map(hasPicture));
  return there.includes(false);
}

const placesOf = (products: readonly DemoProduct[], { keyOf }: ShopPictures): PicturePlace[] => [
  ...products.flatMap(({ sku, pictures, gifts }) => [
    ...pictures.map(
      ({ drawing }, position): PicturePlace => ({
        kind: 'product',
        owner: sku,
        place: String(position),
        key: keyOf(drawing),
      }),
    ),
    ...gifts.map(
      ({ title, picture }): PicturePlace => ({ kind: 'gift', owner: sku, place: title, key: keyOf(picture) }),
    ),
  ]),
  ...demoCategories.map(
    ({ path, drawing }): PicturePlace => ({ kind: 'category', owner: path, place: '', key: keyOf(drawing) }),
  ),
];

/** The rows of a demo shop follow its pictures, which are stored already; twice does what once does. */
export const renewPictures = (db: Database, products: readonly DemoProduct[], pictures: ShopPictures): Promise<void> =>
  db.transaction(async (tx) => {
    await lockLoading(tx);
    await movePictures(tx, placesOf(products, pictures), pictures.stored);
    await moveBannerPictures(
      tx,
      demoBanners.map((banner) => ({ place: banner.place, title: banner.title, url: pictures.bannerUrl(banner) })),
    );
  });
