import { hasMedia, lockLoading } from '@ceiba/server/loading/loading.store';
import { folderMediaStore } from '@ceiba/server/media/media-store';
import { pictureKey, productRecipe } from '@ceiba/server/media/picture-recipe';
import type { Database, Tx } from '@ceiba/server/platform/database';
import { demoCategories } from './categories.ts';
import {
  hasCategoryPicture,
  moveBannerPictures,
  movePictures,
  type PicturePlace,
  readPictureKeys,
} from './demo-pictures.store.ts';
import type { DemoShop } from './demo-shop.ts';
import { drawPicture } from './illustrations/draw-picture.ts';
import type { ShopPictures } from './shop-pictures.ts';

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

const placesOf = ({ products, categories }: DemoShop, { keyOf }: ShopPictures): PicturePlace[] => [
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
  ...categories.map(
    ({ path, drawing }): PicturePlace => ({ kind: 'category', owner: path, place: '', key: keyOf(drawing) }),
  ),
];

/** The rows of a demo shop follow its pictures, which are stored already; twice does what once does. */
export const renewPictures = (db: Database, shop: DemoShop, pictures: ShopPictures): Promise<void> =>
  db.transaction(async (tx) => {
    await lockLoading(tx);
    await movePictures(tx, placesOf(shop, pictures), pictures.stored);
    await moveBannerPictures(
      tx,
      shop.banners.map((banner) => ({ place: banner.place, title: banner.title, url: pictures.bannerUrl(banner) })),
    );
  });
