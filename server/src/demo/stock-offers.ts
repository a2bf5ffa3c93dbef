import { categoryByPath } from './categories.ts';
import { SPECIAL_CASES } from './special-cases.ts';

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
