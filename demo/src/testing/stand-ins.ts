import type { ProductDrawing } from '../illustrations/ceiba-illustrations.mjs';
import { type PlanPictures, planShopPictures } from '../shop-pictures.ts';

/** Number of products with a separate picture in browser tests, more than any page shows. */
const drawnProducts = 48;

/**
 * Uses the pictures of the first products for every 48th product after them. Browser tests check sizes, files and their order of
 * arrival. Making all pictures would take ten times as long.
 */
export const planSomePictures: PlanPictures = (products) => {
  const firstOf = new Map<ProductDrawing, ProductDrawing>();
  for (const [index, { pictures }] of products.entries()) {
    const standIn = products[index % drawnProducts]?.pictures[0];
    for (const { drawing } of pictures) firstOf.set(drawing, (standIn ?? pictures[0])?.drawing ?? drawing);
  }
  const some = products.map((product, index) => ({
    ...product,
    pictures: index < drawnProducts ? product.pictures.slice(0, 1) : [],
  }));
  const shop = planShopPictures(some);
  return { ...shop, keyOf: (drawing) => shop.keyOf(firstOf.get(drawing) ?? drawing) };
};

/** Empty ledgers of bank and programs, because the generated orders were paid in cash. */
export const emptyBooks = {
  bank: { account: 'bank/none', listCharges: async () => ({ approved: [], next: null }), reachMs: 0, settlingMs: 0 },
  programs: {
    listReservations: async () => ({ reservations: [], next: null }),
    findReservation: async () => ({ kind: 'unknown' as const, reason: 'nothing is asked' }),
  },
};
