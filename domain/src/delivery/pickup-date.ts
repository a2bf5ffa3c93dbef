import { addDays, type CivilDate, guatemalaTime } from '../dates/civil-date.ts';
import { addBusinessDays, holidaysOf } from '../dates/holidays.ts';
import { formatWeekdayDate } from '../dates/spanish-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { planClaims, type StockLevel } from '../stock/claim-plan.ts';
import { type DeliveryDate, dayOfDelivery, deliveryText, shipmentDate } from './delivery-date.ts';
import { firstOpenDay, firstOpenMinute, openWindows, type StoreCalendar, type StoreTimes } from './store-hours.ts';

/** The hours and times for pickup (DEC-97). */
export type PickupPolicy = Pick<
  ShopPolicy,
  'pickupPreparationMinutes' | 'pickupOpensAt' | 'pickupClosesAt' | 'pickupNextDayAt' | 'transferDays' | 'extraHolidays'
>;

/** The place of the items. `store`: all items are in the store. `warehouse`: some items are only in the warehouse. */
export type PickupSource = 'store' | 'warehouse';

/** The time from which an order can be picked up (DEL-26). */
export interface PickupTime {
  foundInStore: boolean;
  message: string;
  /** Null while the day of a presale is unknown. `pickupTime` is then null too. */
  pickupDate: CivilDate | null;
  /** "HH:MM", 24 hours. */
  pickupTime: string | null;
}

/**
 * Returns when an order that is placed now can be picked up in a store with these hours (DEC-97, DEC-197). Null if the
 * store does not open within a month. Seconds count: items that are not ready at closing time wait for the next open
 * day.
 */
export function pickupTime(
  source: PickupSource,
  store: StoreTimes,
  now: Date,
  policy: PickupPolicy,
): PickupTime | null {
  const { date: today, hour, minute } = guatemalaTime(now);
  if (source === 'warehouse') {
    const arrives = addBusinessDays(today, policy.transferDays, holidaysOf(policy));
    const slot = slotFrom(arrives, store, policy);
    if (slot === null) return null;
    const onTime = `Disponible en ${policy.transferDays} días hábiles`;
    return { foundInStore: false, message: slot.pickupDate === arrives ? onTime : dayMessage(slot, today), ...slot };
  }
  const seconds = (now.getTime() % 60_000) / 60_000;
  const readyAt = hour * 60 + minute + seconds + policy.pickupPreparationMinutes;
  const at = firstOpenMinute(calendarOf(store, policy), today, readyAt);
  const slot =
    at === null ? slotFrom(addDays(today, 1), store, policy) : { pickupDate: today, pickupTime: clockText(at) };
  return slot === null ? null : { foundInStore: true, message: dayMessage(slot, today), ...slot };
}

interface Slot {
  pickupDate: CivilDate;
  pickupTime: string;
}

/** On a later day, items are ready at `pickupNextDayAt`, or at the store's next opening after that hour. */
function slotFrom(date: CivilDate, times: StoreTimes, policy: PickupPolicy): Slot | null {
  const store = calendarOf(times, policy);
  const pickupDate = firstOpenDay(store, date);
  if (pickupDate === null) return null;
  // If the store closes before that hour, the items were prepared the day before. The items are ready when the store
  // opens.
  const opening = openWindows(store, pickupDate)[0]?.opens ?? policy.pickupNextDayAt;
  return { pickupDate, pickupTime: clockText(firstOpenMinute(store, pickupDate, policy.pickupNextDayAt) ?? opening) };
}

/** The first day from `date` on which a store hands out orders. Null if the store does not open within a month. */
export const pickupDayFrom = (date: CivilDate, store: StoreTimes, policy: PickupPolicy): CivilDate | null =>
  firstOpenDay(calendarOf(store, policy), date);

const calendarOf = ({ hours, exceptions }: StoreTimes, policy: PickupPolicy): StoreCalendar => ({
  hours,
  exceptions,
  bounds: { opens: policy.pickupOpensAt, closes: policy.pickupClosesAt },
  holidays: holidaysOf(policy),
});

/** Returns the documented words for today and tomorrow, otherwise the date. */
function dayMessage({ pickupDate }: Slot, today: CivilDate): string {
  if (pickupDate === today) return 'Disponible hoy';
  return pickupDate === addDays(today, 1) ? 'Disponible mañana' : `Disponible el ${formatWeekdayDate(pickupDate)}`;
}

/**
 * Returns the pickup with the wait for a presale. No store has a presale item before its day (CAT-21, DIF-39). No store
 * hands out items on a day on which it is closed (DEC-197). `dates` are the delivery dates of all items.
 */
export function withPresaleDate(
  time: PickupTime,
  dates: readonly DeliveryDate[],
  store: StoreTimes,
  policy: PickupPolicy,
): PickupTime {
  const held = shipmentDate(dates.filter(({ kind }) => kind === 'presale' || kind === 'presaleUnknown'));
  if (held === null) return time;
  const day = dayOfDelivery(held);
  if (day === null) return { foundInStore: false, message: deliveryText(held), pickupDate: null, pickupTime: null };
  const slot = time.pickupDate !== null && day <= time.pickupDate ? null : slotFrom(day, store, policy);
  if (slot === null) return time;
  return { foundInStore: false, message: deliveryText({ kind: 'presale', date: slot.pickupDate }), ...slot };
}

/** Returns "HH:MM" for a minute of the day, without fractions of a minute. */
const clockText = (minute: number): string =>
  [minute / 60, minute % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');

export interface PickupDemand {
  /** The free stock of the product, by place. */
  levels: readonly StockLevel[];
  quantity: number;
  /** Third-party and dropshipping items cannot be picked up (DEC-97). */
  isThirdParty: boolean;
  isDropshipping: boolean;
}

/**
 * Returns the source of an order's items for a store, as a new order would claim the items. Null if the store cannot
 * serve every item ("no pickup stock"). Sum the lines of one product into one demand; otherwise each line would count
 * the same units.
 */
export function pickupSource(demands: readonly PickupDemand[], storeCode: string): PickupSource | null {
  let source: PickupSource = 'store';
  for (const { levels, quantity, isThirdParty, isDropshipping } of demands) {
    if (isThirdParty || isDropshipping) return null;
    const plan = planClaims(levels, quantity, { kind: 'pickup', storeCode });
    if (!plan.ok) return null;
    if (plan.value.some((claim) => claim.storeCode !== storeCode)) source = 'warehouse';
  }
  return source;
}

/** Returns the shop id of a store type (DEC-98, CONST-43). */
export const shopIdOf = (type: 'tienda' | 'bodega'): 1 | 2 => (type === 'bodega' ? 2 : 1);
