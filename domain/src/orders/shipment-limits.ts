import { addDays, type CivilDate, dayMs, guatemalaDate, guatemalaMoment, guatemalaTime } from '../dates/civil-date.ts';
import { openWindows, type StoreCalendar } from '../delivery/store-hours.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import type { ShipmentState } from './shipment.ts';

/** The maximum time of a shipment in a state (WORK-04). */
export type ShipmentLimits = Pick<
  ShopPolicy,
  'readyLimitHours' | 'packedLimitDays' | 'pickupLimitDays' | 'undeliveredLimitDays'
>;

/** The facts that decide a shipment's limit. */
export interface LimitedShipment {
  state: ShipmentState;
  since: Date;
  promisedOn: CivilDate | null;
}

const minuteMs = 60_000;

const momentAt = (date: CivilDate, minute: number): Date =>
  new Date(guatemalaMoment(date, 0).getTime() + minute * minuteMs);

/** In days. No series of closed days is longer. */
const farDays = 60;

/** Returns the moment at which a place has been open for `minutes` since `from`. Null if that never happens. */
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

/** Returns the next closing time of a place after `from`, on that or a later day. Null if the place never opens. */
function closingFrom(store: StoreCalendar, date: CivilDate, from: Date): Date | null {
  for (let passed = 0; passed <= farDays; passed += 1) {
    const day = addDays(date, passed);
    const last = openWindows(store, day).at(-1);
    const closes = last && momentAt(day, last.closes);
    if (closes !== undefined && closes > from) return closes;
  }
  return null;
}

/** Returns the end of a day in Guatemala. */
const endOf = (date: CivilDate): Date => momentAt(date, 24 * 60);

/**
 * Returns the end of the time that a shipment may stay in its state (WORK-04). In `ready` and `picking` the opening hours of its
 * place count, also on holidays (DEC-96). Null if there is no limit. An order that waits for payment has no limit,
 * because such an order expires automatically.
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
