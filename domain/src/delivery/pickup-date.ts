import { addDays, type CivilDate, guatemalaTime } from '../dates/civil-date.ts';
import { addBusinessDays, type Holidays, isHoliday } from '../dates/holidays.ts';
import { type DeliveryDate, dayOfDelivery, deliveryText, shipmentDate } from './delivery-date.ts';

/** Times an operator may change, in minutes of the day (0 to 1,440). */
export interface PickupPolicy {
  preparationMinutes: number;
  opensAt: number;
  closesAt: number;
  /** When an order is ready that could not be prepared before closing. */
  nextDayAt: number;
  /** Business days of a transfer from the warehouse. */
  transferDays: number;
  holidays: Holidays;
}

/** DEC-97: two hours, 09:00 to 19:00, else next day 10:00; transfer in two business days. */
export const defaultPickupPolicy: PickupPolicy = {
  preparationMinutes: 120,
  opensAt: 9 * 60,
  closesAt: 19 * 60,
  nextDayAt: 10 * 60,
  transferDays: 2,
  holidays: isHoliday,
};

/** Where the items of the order are: all in the store, or some only in the warehouse. */
export type PickupSource = 'store' | 'warehouse';

/** DEL-26. */
export interface PickupTime {
  foundInStore: boolean;
  message: string;
  /** Null while the day of a presale is not known; `pickupTime` too. */
  pickupDate: CivilDate | null;
  /** "HH:MM", 24 hours. */
  pickupTime: string | null;
}

/** When an order placed now can be picked up (DEC-97). Seconds count: after 17:00:00 it is the next day. */
export function pickupTime(source: PickupSource, now: Date, policy: PickupPolicy = defaultPickupPolicy): PickupTime {
  const { date: today, hour, minute } = guatemalaTime(now);
  if (source === 'warehouse') {
    const pickupDate = addBusinessDays(today, policy.transferDays, policy.holidays);
    const message = `Disponible en ${policy.transferDays} días hábiles`;
    return { foundInStore: false, message, pickupDate, pickupTime: clockText(policy.nextDayAt) };
  }
  const startedMinute = now.getTime() % 60_000 === 0 ? 0 : 1;
  const readyAt = hour * 60 + minute + policy.preparationMinutes;
  if (readyAt + startedMinute > policy.closesAt) {
    const pickupDate = addDays(today, 1);
    return { foundInStore: true, message: 'Disponible mañana', pickupDate, pickupTime: clockText(policy.nextDayAt) };
  }
  const at = Math.max(readyAt, policy.opensAt);
  return { foundInStore: true, message: 'Disponible hoy', pickupDate: today, pickupTime: clockText(at) };
}

/**
 * The same pickup when some of its items are a presale: no store has those before their day (CAT-21, DIF-39). `dates`
 * are the delivery dates of all items.
 */
export function heldForPresale(
  time: PickupTime,
  dates: readonly DeliveryDate[],
  policy: PickupPolicy = defaultPickupPolicy,
): PickupTime {
  const held = shipmentDate(dates.filter(({ kind }) => kind === 'presale' || kind === 'presaleUnknown'));
  if (held === null) return time;
  const day = dayOfDelivery(held);
  if (day !== null && time.pickupDate !== null && day <= time.pickupDate) return time;
  const opening = day === null ? null : clockText(policy.nextDayAt);
  return { foundInStore: false, message: deliveryText(held), pickupDate: day, pickupTime: opening };
}

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export interface PickupDemand {
  /** In the store at hand. */
  inStore: number;
  /** In the warehouse, from where units are transferred. */
  inWarehouse: number;
  quantity: number;
  /** Third-party and dropshipping items are never picked up (DEC-97). */
  isThirdParty: boolean;
  isDropshipping: boolean;
}

/**
 * Where a store gets an order from; null when it cannot serve every item. No store at all = "no pickup stock". Several
 * lines of one product must be given as one demand, or each would count the same units.
 */
export function pickupSource(demands: readonly PickupDemand[]): PickupSource | null {
  const canServe = demands.every(
    (item) => !item.isThirdParty && !item.isDropshipping && item.inStore + item.inWarehouse >= item.quantity,
  );
  if (!canServe) return null;
  return demands.every((item) => item.inStore >= item.quantity) ? 'store' : 'warehouse';
}

/** Shop id of a store type (DEC-98, CONST-43). */
export const shopIdOf = (type: 'tienda' | 'bodega'): 1 | 2 => (type === 'bodega' ? 2 : 1);
