import { ok, type Result, refuse } from '../result.ts';

/**
 * What becomes of a unit that was returned (WORK-20), as the desk calls it: `restock` for sale again at a store, `scrap`, `toSupplier`, or
 * `reject`: its buyer has it back. What is not rejected is given back in money.
 */
export type ReturnFate = 'restock' | 'scrap' | 'toSupplier' | 'reject';

export const outcomeReasonMaxLength = 300;

/** Units of a return with one fate. */
export interface ReturnOutcome {
  fate: ReturnFate;
  /** At least one. */
  quantity: number;
  /** Where it is restocked; of what is scrapped, or went to its supplier, where it came back to, once that is decided. Else null. */
  storeCode: string | null;
  /** In Spanish where it is rejected: the buyer reads it. */
  reason: string | null;
}

/** What a form proposes for a unit: nothing that came back broken goes on sale again by itself. A gift card can only be rejected. */
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

/** Units that the shop keeps, so that their worth is given back. */
export const keptUnits = (outcomes: readonly Pick<ReturnOutcome, 'fate' | 'quantity'>[]): number =>
  unitsOf(outcomes.filter(({ fate }) => fate !== 'reject'));

export const unitsOf = (outcomes: readonly Pick<ReturnOutcome, 'quantity'>[]): number =>
  outcomes.reduce((units, { quantity }) => units + quantity, 0);

/** Whether two count together: units of one fate, of a restock at one store. */
export const isLike = (one: Pick<ReturnOutcome, 'fate' | 'storeCode'>, other: typeof one): boolean =>
  one.fate === other.fate && (one.fate !== 'restock' || one.storeCode === other.storeCode);

/** How many units of what is returned had left from a place, and are at none yet. */
export interface PlaceLeft {
  storeCode: string;
  units: number;
}

/**
 * Outcomes with their places: what is scrapped, or goes to its supplier, came back to where it had left from, of several places to each in
 * turn as many as that. What left from none, as a service, has none.
 */
export function atPlaces(outcomes: readonly ReturnOutcome[], places: readonly PlaceLeft[]): ReturnOutcome[] {
  const left = places.map(({ storeCode, units }) => {
    const restocked = outcomes.filter((one) => one.fate === 'restock' && one.storeCode === storeCode);
    return { storeCode, units: Math.max(0, units - unitsOf(restocked)) };
  });
  return outcomes.flatMap((one) => {
    if (one.fate === 'restock' || one.fate === 'reject') return [one];
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
 * What is new of outcomes that are asked for: each says how many units have that fate (of a restock: at that store) in all, those decided
 * before among them, so that asking again adds nothing. Refused where a return of `quantity` units has not so many left.
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
