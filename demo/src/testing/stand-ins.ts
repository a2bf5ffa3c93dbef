import { pictureKey } from '@ceiba/server/media/picture-recipe';
import type { ProductDrawing } from '../illustrations/ceiba-illustrations.mjs';
import { pictureOwners, type StorePictures, shopPictures, storeShopPictures } from '../shop-pictures.ts';

/** Keys and sizes of all pictures of a shop, without drawing anything into a folder. */
export const planShopPictures: StorePictures = async (_mediaDir, products) => {
  const owners = pictureOwners(products);
  const pictures = await Promise.all(
    owners.map(async ({ source: { draw, recipe } }) => {
      const width = Math.max(...Object.values(recipe).flat());
      return { key: pictureKey(await draw(), recipe), width, height: width };
    }),
  );
  return shopPictures(owners, pictures);
};

/** Products that are drawn for a browser's tests: more than stand beside each other anywhere. */
const drawnProducts = 48;

/**
 * Draws the first picture of some products, each of which stands for all pictures of every 48th after it: a browser's tests look at
 * sizes, files and when they come, and drawing all takes ten times as long.
 */
export const storeSomePictures: StorePictures = async (mediaDir, products, onProgress, signal) => {
  const firstOf = new Map<ProductDrawing, ProductDrawing>();
  for (const [index, { pictures }] of products.entries()) {
    const standIn = products[index % drawnProducts]?.pictures[0];
    for (const { drawing } of pictures) firstOf.set(drawing, (standIn ?? pictures[0])?.drawing ?? drawing);
  }
  const some = products.map((product, index) => ({
    ...product,
    pictures: index < drawnProducts ? product.pictures.slice(0, 1) : [],
  }));
  const shop = await storeShopPictures(mediaDir, some, onProgress, signal);
  return { ...shop, keyOf: (drawing) => shop.keyOf(firstOf.get(drawing) ?? drawing) };
};

/** Others' books, in which nothing stands: made orders were paid in cash. */
export const emptyBooks = {
  bank: { account: 'bank/none', listCharges: async () => ({ approved: [], next: null }), reachMs: 0, settlingMs: 0 },
  programs: {
    listHolds: async () => ({ holds: [], next: null }),
    findHold: async () => ({ kind: 'unknown' as const, reason: 'nothing is asked' }),
  },
};
