import { hasMedia, lockLoading } from '@ceiba/server/loading/loading.store';
import type { ImportedPicture } from '@ceiba/server/media/import-picture';
import { mediaUrl } from '@ceiba/server/media/media-store';
import {
  bannerRecipe,
  galleryRecipe,
  type PictureRecipe,
  pictureKey,
  productRecipe,
} from '@ceiba/server/media/picture-recipe';
import type { PictureSource } from '@ceiba/server/media/try-pictures';
import type { Database, Tx } from '@ceiba/server/platform/db/database';
import { demoCategories } from './catalogue.ts';
import { type DemoBanner, demoBanners } from './content.ts';
import { hasCategoryPicture, moveBannerPictures, movePictures, type PicturePlace } from './demo-pictures.store.ts';
import type { DemoProduct } from './demo-products.ts';
import type { ProductDrawing } from './illustrations/ceiba-illustrations.mjs';
import { drawPicture } from './illustrations/draw-picture.ts';

/** Keys and sizes of a shop's pictures. */
export interface ShopPictures {
  /** All pictures that rows refer to, without duplicates. */
  stored: ImportedPicture[];
  keyOf(drawing: ProductDrawing): string;
  bannerUrl(banner: DemoBanner): string;
}

/** Plans the picture of every drawing, without creating a file. */
export type PlanPictures = (products: readonly DemoProduct[]) => ShopPictures;

const drawn = (drawing: ProductDrawing, recipe: PictureRecipe): PictureOwner => ({
  owner: drawing,
  source: { draw: () => drawPicture(drawing), recipe },
});

/** Returns the key and size of a drawing's picture. Both are known before the file is made. */
const planPicture = ({ draw, recipe }: Drawing): ImportedPicture => {
  const svg = draw();
  const width = Math.max(...Object.values(recipe).flat());
  return { key: pictureKey(svg, recipe), width, height: Math.round((width * heightOf(svg)) / widthOf(svg)) };
};

const viewBox = /^<svg[^>]*? viewBox="-?[\d.]+ -?[\d.]+ ([\d.]+) ([\d.]+)"/;
const widthOf = (svg: string): number => Number(viewBox.exec(svg)?.[1]);
const heightOf = (svg: string): number => Number(viewBox.exec(svg)?.[2]);

/** Gives every drawing its own picture. */
export const planShopPictures: PlanPictures = (products) => {
  const owners = pictureOwners(products);
  return shopPictures(
    owners,
    owners.map(({ source }) => planPicture(source)),
  );
};

/** Returns the drawing of each key in the demo shop. */
export const drawingsByKey = (products: readonly DemoProduct[]): ReadonlyMap<string, PictureSource> =>
  new Map(pictureOwners(products).map(({ source }) => [planPicture(source).key, source]));

/** A drawing of the demo shop. Its SVG is known immediately. */
interface Drawing extends PictureSource {
  draw: () => string;
}

interface PictureOwner {
  /** The product drawing or the banner that shows the picture. */
  owner: object;
  source: Drawing;
}

/** Every drawing and banner with a picture. */
function pictureOwners(products: readonly DemoProduct[]): PictureOwner[] {
  return [
    ...products.flatMap((product) => [
      ...product.pictures.map(({ drawing }) => drawn(drawing, galleryRecipe)),
      ...product.gifts.map(({ picture }) => drawn(picture, productRecipe)),
    ]),
    ...demoCategories.map(({ drawing }) => drawn(drawing, productRecipe)),
    ...demoBanners.flatMap((banner) => bannerSource(banner).map((source) => ({ owner: banner, source }))),
  ];
}

/** @param pictures the pictures of `owners`, in their order */
function shopPictures(owners: readonly PictureOwner[], pictures: readonly ImportedPicture[]): ShopPictures {
  const keys = new Map<object, string>();
  owners.forEach(({ owner }, index) => {
    const picture = pictures[index];
    if (picture !== undefined) keys.set(owner, picture.key);
  });
  const keyOf = (owner: object): string => {
    const key = keys.get(owner);
    if (key === undefined) throw new Error('A drawing of the demo shop has no picture.');
    return key;
  };
  return {
    stored: [...new Map(pictures.map((picture) => [picture.key, picture])).values()],
    keyOf,
    bannerUrl: (banner) => bannerUrl(banner, keyOf),
  };
}

const bannerSource = ({ picture }: DemoBanner): Drawing[] =>
  'draw' in picture ? [{ draw: picture.draw, recipe: picture.wide ? bannerRecipe : productRecipe }] : [];

const bannerUrl = (banner: DemoBanner, keyOf: (owner: object) => string): string => {
  if ('url' in banner.picture) return banner.picture.url;
  return mediaUrl(keyOf(banner), banner.picture.wide ? Math.max(...bannerRecipe.webp) : 480, 'webp');
};

/** Returns whether the rows of a demo shop refer to pictures of an older version. */
export async function hasOlderPictures(tx: Tx): Promise<boolean> {
  const [first] = demoCategories;
  if (first === undefined || !(await hasCategoryPicture(tx, first.path))) return false;
  return !(await hasMedia(tx, pictureKey(drawPicture(first.drawing), productRecipe)));
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

/** Updates the rows of a demo shop to the present pictures. Idempotent. */
export const renewPictures = (db: Database, products: readonly DemoProduct[], pictures: ShopPictures): Promise<void> =>
  db.transaction(async (tx) => {
    await lockLoading(tx);
    await movePictures(tx, placesOf(products, pictures), pictures.stored);
    await moveBannerPictures(
      tx,
      demoBanners.map((banner) => ({ place: banner.place, title: banner.title, url: pictures.bannerUrl(banner) })),
    );
  });
