import { maxPlanDays } from '../catalog/product-plan.ts';
import { dayMs } from '../dates/civil-date.ts';
import type { Centavos } from '../money/money.ts';

/**
 * A planned price with its start (PROD-09). `salesPrice` is null without an offer. `discountEndsAt` is null if the
 * offer has no end.
 */
export interface PlannedPrice {
  at: Date;
  regularPrice: Centavos;
  salesPrice: Centavos | null;
  discountEndsAt: Date | null;
}

/** Returns the reason why a plan cannot start at a moment, in Spanish. Null if it can start. */
export function startFault(at: Date, now: Date): string | null {
  if (at <= now) return 'Esa fecha ya pasó.';
  return at.getTime() > now.getTime() + maxPlanDays * dayMs ? 'Elige una fecha de los próximos dos años.' : null;
}

/** The faults of a planned price, by field, in Spanish. */
export function pricePlanFaults(
  { at, regularPrice, salesPrice, discountEndsAt }: PlannedPrice,
  now: Date,
): Partial<Record<keyof PlannedPrice, string>> {
  const start = startFault(at, now);
  return {
    ...(start !== null && { at: start }),
    ...(salesPrice !== null && salesPrice >= regularPrice && { salesPrice: 'La oferta debe ser menor que el precio.' }),
    ...(discountEndsAt !== null &&
      salesPrice === null && { discountEndsAt: 'Sin oferta no hay fecha en que termine.' }),
    ...(discountEndsAt !== null &&
      salesPrice !== null &&
      discountEndsAt <= at && { discountEndsAt: 'La oferta debe terminar después de empezar.' }),
  };
}
