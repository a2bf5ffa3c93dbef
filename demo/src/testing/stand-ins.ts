import { pictureKey } from '@ceiba/server/media/picture-recipe';
import { pictureOwners, type StorePictures, shopPictures } from '../shop-pictures.ts';

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

/** Others' books, in which nothing stands: made orders were paid in cash. */
export const emptyBooks = {
  bank: { account: 'bank/none', listCharges: async () => ({ approved: [], next: null }), reachMs: 0, settlingMs: 0 },
  programs: {
    listHolds: async () => ({ holds: [], next: null }),
    findHold: async () => ({ kind: 'unknown' as const, reason: 'nothing is asked' }),
  },
};
