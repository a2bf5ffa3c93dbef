import { pictureKey } from '@ceiba/server/media/picture-recipe';
import { pictureOwners, type StorePictures, shopPictures } from '../shop-pictures.ts';

/** Keys and sizes of all pictures of a shop, without drawing anything into a folder. */
export const planShopPictures: StorePictures = async (_mediaDir, shop) => {
  const owners = pictureOwners(shop);
  const pictures = owners.map(({ source: { draw, recipe } }) => {
    const width = Math.max(...Object.values(recipe).flat());
    return { key: pictureKey(draw(), recipe), width, height: width };
  });
  return shopPictures(owners, pictures);
};
