import { ok, type Result, refuse } from '../result.ts';

/**
 * Fate of a returned unit (WORK-20): `restock` (for sale at a store), `scrap`, `toSupplier`, or `reject` (returned to the buyer). All
 * units except rejected ones are refunded.
 */
export type ReturnFate = 'restock' | 'scrap' | 'toSupplier' | 'reject';

export const outcomeReasonMaxLength = 300;

/** Units of a return that have the same fate. */
export interface ReturnOutcome {
  fate: ReturnFate;
  /** At least one. */
  quantity: number;
  /**
   * The place whose stock changes: where goods are restocked, scrapped or given to their supplier. Null for rejected
   * units, for services, and for goods without a named place.
   */
  storeCode: string | null;
  /** In Spanish, for the buyer. Only for rejected units. */
  reason: string | null;
}

/** Returns the fate that a form proposes for a unit. It never proposes to sell a broken unit. A gift card can only be rejected. */
export function firstFate({
  isGiftCard,
  isGoods,
  reason,
}: {
  isGiftCard: boolean;
  isGoods: boolean;
  reason: string;
}): ReturnFate {
  if (isGiftCard) return 'reject';
  if (!isGoods) return 'scrap';
  if (reason === 'Producto dañado') return 'scrap';
  return reason === 'Falla de fábrica' ? 'toSupplier' : 'restock';
}

/** Counts the units that the shop keeps, and therefore refunds. */
export const acceptedUnits = (outcomes: readonly Pick<ReturnOutcome, 'fate' | 'quantity'>[]): number =>
  unitsOf(outcomes.filter(({ fate }) => fate !== 'reject'));

export const unitsOf = (outcomes: readonly Pick<ReturnOutcome, 'quantity'>[]): number =>
  outcomes.reduce((units, { quantity }) => units + quantity, 0);

/** Returns whether two outcomes are counted together: they have the same fate and, for a restock, the same store. */
const isLike = (one: Pick<ReturnOutcome, 'fate' | 'storeCode'>, other: typeof one): boolean =>
  one.fate === other.fate && (one.fate !== 'restock' || one.storeCode === other.storeCode);

/** Number of a return's units that left from a place and have no outcome at a place yet. */
export interface PlaceLeft {
  storeCode: string;
  units: number;
}

/**
 * Adds places to outcomes. Units that are scrapped or go to their supplier are booked at the named place, because they
 * are there. Without a named place, units return to the places that they left from, one place after the other. Services
 * have no place.
 */
export function atPlaces(outcomes: readonly ReturnOutcome[], places: readonly PlaceLeft[]): ReturnOutcome[] {
  const left = places.map(({ storeCode, units }) => {
    const named = outcomes.filter((one) => one.storeCode === storeCode);
    return { storeCode, units: Math.max(0, units - unitsOf(named)) };
  });
  return outcomes.flatMap((one) => {
    if (one.storeCode !== null || one.fate === 'reject') return [one];
    let wanted = one.quantity;
    const placed = left.flatMap((place) => {
      const quantity = Math.min(wanted, place.units);
      wanted -= quantity;
      place.units -= quantity;
      return quantity === 0 ? [] : [{ ...one, quantity, storeCode: place.storeCode }];
    });
    return wanted === 0 ? placed : [...placed, { ...one, quantity: wanted, storeCode: null }];
  });
}

/**
 * Returns the new part of requested outcomes. Each outcome is the total of units with that fate (for a restock: at that
 * store), with earlier decisions. A repeated request therefore adds nothing. Refused if the return of `quantity` units
 * has too few undecided units.
 */
export function newOutcomes(
  asked: readonly ReturnOutcome[],
  decided: readonly ReturnOutcome[],
  quantity: number,
): Result<ReturnOutcome[], { code: 'UNITS_NOT_LEFT'; left: number }> {
  const added = asked
    .map((one) => ({ ...one, quantity: one.quantity - unitsOf(decided.filter((other) => isLike(one, other))) }))
    .filter((one) => one.quantity > 0);
  const left = quantity - unitsOf(decided);
  return unitsOf(added) > left ? refuse({ code: 'UNITS_NOT_LEFT', left }) : ok(added);
}
