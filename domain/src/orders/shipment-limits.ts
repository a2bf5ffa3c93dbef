import { addDays, type CivilDate, dayMs, guatemalaDate, guatemalaMoment, guatemalaTime } from '../dates/civil-date.ts';
import { openWindows, type StoreCalendar } from '../delivery/store-hours.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import type { ShipmentState } from './shipment.ts';

/** How long a shipment may stay in a state (WORK-04). */
export type ShipmentLimits = Pick<
  ShopPolicy,
  'readyLimitHours' | 'packedLimitDays' | 'pickupLimitDays' | 'undeliveredLimitDays'
>;

/** What its limit depends on. */
export interface LimitedShipment {
  state: ShipmentState;
  since: Date;
  promisedOn: CivilDate | null;
}

const minuteMs = 60_000;

const momentAt = (date: CivilDate, minute: number): Date =>
  new Date(guatemalaMoment(date, 0).getTime() + minute * minuteMs);

/** Further than any row of days on which a place is closed. */
const farDays = 60;

/** The moment until which a place has been open for so many minutes from a moment on; null: it never is. */
export function afterOpenMinutes(store: StoreCalendar, from: Date, minutes: number): Date | null {
  const { date, hour, minute } = guatemalaTime(from);
  let left = minutes;
  for (let passed = 0; passed <= farDays; passed += 1) {
    const day = addDays(date, passed);
    const begin = passed === 0 ? hour * 60 + minute : 0;
    for (const { opens, closes } of openWindows(store, day)) {
      const start = Math.max(opens, begin);
      if (start >= closes) continue;
      if (left <= closes - start) return momentAt(day, start + left);
      left -= closes - start;
    }
  }
  return null;
}

/** When a place closes on the day that is named, or on the next on which it opens, and has not closed by `from`; null: it never opens. */
function closingFrom(store: StoreCalendar, date: CivilDate, from: Date): Date | null {
  for (let passed = 0; passed <= farDays; passed += 1) {
    const day = addDays(date, passed);
    const last = openWindows(store, day).at(-1);
    const closes = last && momentAt(day, last.closes);
    if (closes !== undefined && closes > from) return closes;
  }
  return null;
}

/** The end of a day in Guatemala. */
const endOf = (date: CivilDate): Date => momentAt(date, 24 * 60);

/**
 * Until when a shipment may stay where it is (the table of WORK): opening hours of its place and the holidays of DEC-96 count. Null: nothing limits it,
 * as an order that waits for its money ends by itself.
 */
export function shipmentDue(
  { state, since, promisedOn }: LimitedShipment,
  limits: ShipmentLimits,
  store: StoreCalendar,
): Date | null {
  switch (state) {
    case 'ready':
      return afterOpenMinutes(store, since, limits.readyLimitHours * 60);
    case 'picking':
      return closingFrom(store, guatemalaDate(since), since);
    case 'packed':
      return promisedOn === null ? null : endOf(addDays(promisedOn, -limits.packedLimitDays));
    case 'sent':
      return promisedOn === null ? null : endOf(promisedOn);
    case 'at_store':
      return new Date(since.getTime() + limits.pickupLimitDays * dayMs);
    case 'undelivered':
      return new Date(since.getTime() + limits.undeliveredLimitDays * dayMs);
    case 'waiting':
    case 'delivered':
    case 'canceled':
      return null;
  }
}
