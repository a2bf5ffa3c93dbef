import type { DemoProduct, DemoStock } from './demo-product.ts';
import { type Dice, rollDice } from './dice.ts';
import { PICKUP_STORE_CODES, WAREHOUSE_CODE } from './stores.ts';

/** Most units of a product that is about to run out. */
export const LOW_STOCK = 4;

/** Ordinary stock: the warehouse holds most, the main store nearly always some, the others now and then. */
export function ordinaryStock(product: DemoProduct): DemoStock[] {
  const dice = rollDice(`existencias/${product.sku}`);
  const isDear = (product.salesPrice ?? 0) > 500_000;
  const warehouse = { storeCode: WAREHOUSE_CODE, quantity: isDear ? dice.between(4, 18) : dice.between(12, 90) };
  // What others send, and what is only sold on the web, never lies in a store.
  if (product.sellerId !== 1 || product.isDropshipping) return [warehouse];
  return [warehouse, ...storeStock(dice, product.isRestricted ? 0.8 : 0.35, isDear ? 3 : 8)];
}

/** A few units in the warehouse and one in the main store. */
export const lowStock = (product: DemoProduct): DemoStock[] => [
  { storeCode: WAREHOUSE_CODE, quantity: rollDice(`pocas/${product.sku}`).between(1, LOW_STOCK - 1) },
  { storeCode: 'MAX', quantity: 1 },
];

/** Sold out: a level of zero, because no level at all would mean no limit. */
export const noStock = (): DemoStock[] => [{ storeCode: WAREHOUSE_CODE, quantity: 0 }];

function storeStock(dice: Dice, share: number, most: number): DemoStock[] {
  return PICKUP_STORE_CODES.filter((code) => dice.chance(code === 'MAX' ? 0.85 : share)).map((storeCode) => ({
    storeCode,
    quantity: dice.between(1, most),
  }));
}
