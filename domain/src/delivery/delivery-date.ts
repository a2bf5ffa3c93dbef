import { type CivilDate, guatemalaTime } from '../dates/civil-date.ts';
import { addBusinessDays, holidaysOf } from '../dates/holidays.ts';
import { formatDateText, formatWeekdayDateText } from '../dates/spanish-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { homeRegionId } from './regions.ts';

/** Numbers of days are business days (DEC-96). */
export type DeliveryDatePolicy = Pick<
  ShopPolicy,
  'deliveryCutoffHour' | 'homeRegionDays' | 'otherRegionDays' | 'dropshippingDays' | 'extraHolidays'
>;

export interface DeliveryItem {
  isDigital: boolean;
  /** Business days until a service is done at the buyer's home. Null if the item is not a visit. */
  visitDays?: number | null;
  /** Null if the product is not a presale. The date is null while it is unknown. */
  presale: { deliveryDate: CivilDate | null } | null;
  isDropshipping: boolean;
  /** Business days that a third-party seller needs before the shipment. 0 for the shop itself. */
  sellerLeadDays: number;
}

export type DeliveryDate =
  | { kind: 'sameDay'; date: CivilDate }
  | { kind: 'date'; date: CivilDate }
  | { kind: 'presale'; date: CivilDate }
  | { kind: 'presaleUnknown' };

/**
 * Returns the arrival day of an item that is ordered now (DEC-96). Days count from the order's day in Guatemala, plus
 * one after the cutoff. A presale date in the past has no effect.
 */
export function deliveryDate(
  item: DeliveryItem,
  regionId: number,
  now: Date,
  policy: DeliveryDatePolicy,
): DeliveryDate {
  const { date: today, hour } = guatemalaTime(now);
  if (typeof item.visitDays === 'number')
    return { kind: 'date', date: addBusinessDays(today, item.visitDays, holidaysOf(policy)) };
  if (item.isDigital) return { kind: 'sameDay', date: today };
  if (item.presale !== null) {
    const { deliveryDate: presaleDate } = item.presale;
    if (presaleDate === null) return { kind: 'presaleUnknown' };
    if (presaleDate >= today) return { kind: 'presale', date: presaleDate };
  }
  const region = regionId === homeRegionId ? policy.homeRegionDays : policy.otherRegionDays;
  const late = hour >= policy.deliveryCutoffHour ? 1 : 0;
  const days = region + late + (item.isDropshipping ? policy.dropshippingDays : 0) + item.sellerLeadDays;
  return { kind: 'date', date: addBusinessDays(today, days, holidaysOf(policy)) };
}

/**
 * Returns the date of a shipment, which waits for its last item. One unknown presale date makes the shipment's date
 * unknown (DEC-99). Null without items.
 */
export function shipmentDate(dates: readonly DeliveryDate[]): DeliveryDate | null {
  let last: Exclude<DeliveryDate, { kind: 'presaleUnknown' }> | null = null;
  for (const date of dates) {
    if (date.kind === 'presaleUnknown') return date;
    if (last === null || date.date > last.date) last = date;
  }
  return last;
}

/** Returns the day. Null if the day is unknown. */
export const dayOfDelivery = (date: DeliveryDate): CivilDate | null =>
  date.kind === 'presaleUnknown' ? null : date.date;

/** Texts in place of a date (APP-29, APP-30, DEL-31, DIF-39). */
export const deliveryTexts = { digital: 'Hoy mismo', presaleUnknown: 'Próximamente' } as const;

/** Returns the text about a presale, whose day may be unknown (DIF-39). */
export const presaleText = (day: string | null): string =>
  day === null ? deliveryTexts.presaleUnknown : `Disponible a partir del ${formatDateText(day)}`;

/** Returns the date as the shopper reads it (DEL-31, DIF-39). `date` is null if the day could not be computed. */
export function deliveryText(date: DeliveryDate | null): string {
  switch (date?.kind) {
    case 'sameDay':
      return deliveryTexts.digital;
    case 'presale':
      return presaleText(date.date);
    case 'presaleUnknown':
      return presaleText(null);
    default:
      return formatWeekdayDateText(date?.date);
  }
}
