import type { CallAnswer } from '@ceiba/contract/client';
import { sampleProduct } from './samples.ts';

type Shown = CallAnswer<'getWishlist'>;
type Item = Shown['items'][number];

export const sampleListId = '00000000-0000-4000-8000-0000000000d1';

/** The item of a list with this number. */
export const sampleWish = (number: number, changes: Partial<Item> = {}): Item => {
  const id = `00000000-0000-4000-8000-0000000000e${number}`;
  const { sku, title, slug, status, brand, mainImage, salesPrice, regularPrice, discount, internalTags } =
    sampleProduct();
  return {
    id,
    wishlistItemsIds: [id],
    quantity: 1,
    ...{ sku, title, slug, status, brand, mainImage, salesPrice, regularPrice, discount, internalTags },
    ...changes,
  };
};

/** The server's side of one customer's list. The mocked calls change it and return its current state. */
export const sampleWishlist = (items: Item[]) => {
  const plain = (): CallAnswer<'listWishlists'>[number] => ({
    id: sampleListId,
    title: 'Mi lista de deseos',
    items: items.map(({ sku, quantity, wishlistItemsIds }) => ({ sku, quantity, wishlistItemsIds })),
  });
  return {
    items,
    plain,
    /** Removes items. */
    drop: (ids: readonly string[]) => items.splice(0, items.length, ...items.filter(({ id }) => !ids.includes(id))),
    calls: {
      listWishlists: () => [plain()],
      getWishlist: (): Shown => ({
        id: sampleListId,
        title: 'Mi lista de deseos',
        items: [...items],
        shareToken: null,
      }),
    },
  };
};
