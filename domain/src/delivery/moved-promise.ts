import type { CivilDate } from '../dates/civil-date.ts';

/** A shipment with presale products whose dates have changed. */
interface PresaleShipment {
  /** Null if no day was promised. */
  promisedOn: CivilDate | null;
  /** The latest of the present dates of its presale products. */
  latest: CivilDate;
  /** Dates that its changed product had before. */
  formerDates: readonly CivilDate[];
}

interface PromiseDays {
  /** The day on which the shipment can be handed over, given a presale date. */
  dayFor: (date: CivilDate) => CivilDate;
  /** The day that a new order of the same lines would get now. */
  earliest: CivilDate;
  today: CivilDate;
}

const laterOf = (one: CivilDate, other: CivilDate): CivilDate => (one > other ? one : other);

/**
 * Returns the promised day of a shipment after a presale date has changed (PROD-12). A later date moves every earlier
 * promise. An earlier date moves only a promise that came from the former date. It never moves a promise before the day
 * of a new order with the same lines, because other goods may delay the shipment longer.
 */
export function movedPromise(
  { promisedOn, latest, formerDates }: PresaleShipment,
  { dayFor, earliest, today }: PromiseDays,
): CivilDate | null {
  const day = dayFor(latest);
  const possible = laterOf(day, earliest);
  if (promisedOn === null) return possible;
  if (day > promisedOn) return day < today ? possible : day;
  const isOfFormer = formerDates.some((former) => dayFor(former) === promisedOn);
  return isOfFormer && possible < promisedOn ? possible : promisedOn;
}
