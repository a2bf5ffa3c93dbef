import type { CivilDate } from '../dates/civil-date.ts';

/** A shipment with presale products whose dates have changed. */
interface PresaleShipment {
  /** Null: no day was promised. */
  promisedOn: CivilDate | null;
  /** The latest of the present dates of its presale products. */
  latest: CivilDate;
  /** Dates that its changed product had before. */
  formerDates: readonly CivilDate[];
}

/**
 * Returns the promised day of a shipment after a presale date has changed (PROD-12). A later date moves every promise before it. An earlier date moves
 * only a promise that the former date made: other goods may hold the shipment longer. No promise moves into the past. `dayFor`: the day on which the
 * shipment can be handed over, given a presale date.
 */
export function movedPromise(
  { promisedOn, latest, formerDates }: PresaleShipment,
  dayFor: (date: CivilDate) => CivilDate,
  today: CivilDate,
): CivilDate | null {
  const day = dayFor(latest);
  const wanted = day < today ? today : day;
  if (promisedOn === null || wanted > promisedOn) return wanted;
  return formerDates.some((former) => dayFor(former) === promisedOn) ? wanted : promisedOn;
}
