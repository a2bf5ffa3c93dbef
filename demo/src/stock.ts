import { categoryByPath } from './categories.ts';
import type { DemoProduct, DemoStock } from './demo-product.ts';
import { type Dice, rollDice } from './dice.ts';
import { PICKUP_STORE_CODES, WAREHOUSE_CODE } from './places.ts';
import { SPECIAL_CASES } from './special-cases.ts';

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

export interface DemoStockOffer {
  offerType: 'By SKU' | 'By Category ID';
  offerValue: string;
  /** The message shows at this many units or fewer (CAT-16). */
  threshold: number;
  startsAt: Date;
  endsAt: Date;
}

const DAY = 86_400_000;
const BY_CATEGORY = ['videojuegos/consolas', 'computacion/impresoras'];

/** CAT-04, CAT-16, CAT-17: offers in force by sku and by category, and one that has ended and says nothing. */
export function stockOffers(now: Date, skus: ReadonlySet<string>): DemoStockOffer[] {
  const inForce = { startsAt: new Date(now.getTime() - 30 * DAY), endsAt: new Date(now.getTime() + 365 * DAY) };
  const ended = { startsAt: new Date(now.getTime() - 60 * DAY), endsAt: new Date(now.getTime() - DAY) };
  const lowSkus = [...skus].filter((sku) =>
    SPECIAL_CASES.lowStockBySku.some((base) => sku === base || sku.startsWith(`${base}-`)),
  );
  return [
    ...lowSkus.map((offerValue) => ({ offerType: 'By SKU' as const, offerValue, threshold: 5, ...inForce })),
    ...BY_CATEGORY.map((path) => ({
      offerType: 'By Category ID' as const,
      offerValue: String(categoryByPath(path).id),
      threshold: 8,
      ...inForce,
    })),
    {
      offerType: 'By Category ID',
      offerValue: String(categoryByPath('audio/barras-de-sonido').id),
      threshold: 40,
      ...ended,
    },
  ];
}
