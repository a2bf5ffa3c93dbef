import { categoryByPath } from './categories.ts';
import type { DemoProduct, DemoStock } from './demo-product.ts';
import { type Dice, rollDice } from './dice.ts';
import { pickupStoreCodes, warehouseCode } from './places.ts';
import { specialCases } from './special-cases.ts';

/** Most units of a product that is about to run out. */
export const lowStockLimit = 4;

/** Ordinary stock: the warehouse holds most, the main store nearly always some, the others now and then. */
export function ordinaryStock(product: DemoProduct): DemoStock[] {
  const dice = rollDice(`existencias/${product.sku}`);
  const isDear = (product.salesPrice ?? 0) > 500_000;
  const warehouse = { storeCode: warehouseCode, quantity: isDear ? dice.between(4, 18) : dice.between(12, 90) };
  // What others send, and what is only sold on the web, never lies in a store.
  if (product.sellerId !== 1 || product.isDropshipping) return [warehouse];
  return [warehouse, ...storeStock(dice, product.isRestricted ? 0.8 : 0.35, isDear ? 3 : 8)];
}

/** A few units in the warehouse and one in the main store. */
export const lowStock = (product: DemoProduct): DemoStock[] => [
  { storeCode: warehouseCode, quantity: rollDice(`pocas/${product.sku}`).between(1, lowStockLimit - 1) },
  { storeCode: 'MAX', quantity: 1 },
];

/** Sold out: a level of zero, because no level at all would mean no limit. */
export const noStock = (): DemoStock[] => [{ storeCode: warehouseCode, quantity: 0 }];

function storeStock(dice: Dice, share: number, most: number): DemoStock[] {
  return pickupStoreCodes
    .filter((code) => dice.chance(code === 'MAX' ? 0.85 : share))
    .map((storeCode) => ({
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

const dayMs = 86_400_000;
const byCategory = ['videojuegos/consolas', 'computacion/impresoras'];

/** CAT-04, CAT-16, CAT-17: offers in force by sku and by category, and one that has ended and says nothing. */
export function stockOffers(now: Date, skus: ReadonlySet<string>): DemoStockOffer[] {
  const inForce = { startsAt: new Date(now.getTime() - 30 * dayMs), endsAt: new Date(now.getTime() + 365 * dayMs) };
  const ended = { startsAt: new Date(now.getTime() - 60 * dayMs), endsAt: new Date(now.getTime() - dayMs) };
  const lowSkus = [...skus].filter((sku) =>
    specialCases.lowStockBySku.some((base) => sku === base || sku.startsWith(`${base}-`)),
  );
  return [
    ...lowSkus.map((offerValue) => ({ offerType: 'By SKU' as const, offerValue, threshold: 5, ...inForce })),
    ...byCategory.map((path) => ({
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
