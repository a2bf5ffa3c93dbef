import { type CivilDate, guatemalaTime } from '../dates/civil-date.ts';
import { addBusinessDays, holidaysOf } from '../dates/holidays.ts';
import { formatDateText, formatWeekdayDateText } from '../dates/spanish-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { homeRegionId } from './regions.ts';

/** DEC-96; all days are business days. */
export type DeliveryDatePolicy = Pick<
  ShopPolicy,
  'deliveryCutoffHour' | 'homeRegionDays' | 'otherRegionDays' | 'dropshippingDays' | 'extraHolidays'
>;

export interface DeliveryItem {
  isDigital: boolean;
  /** Business days within which a service is done at the buyer's home; null: it is no visit. */
  visitDays?: number | null;
  /** Null when the product is not a presale; the date is null while it is not known. */
  presale: { deliveryDate: CivilDate | null } | null;
  isDropshipping: boolean;
  /** Business days a third-party seller needs beforehand, 0 for the store itself. */
  sellerLeadDays: number;
}

export type DeliveryDate =
  | { kind: 'sameDay'; date: CivilDate }
  | { kind: 'date'; date: CivilDate }
  | { kind: 'presale'; date: CivilDate }
  | { kind: 'presaleUnknown' };

/**
 * The day an item ordered now arrives (DEC-96). Days are counted from the day of the order in Guatemala, one more from
 * the cutoff on. A presale date that has passed no longer holds anything back.
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

/** A shipment leaves when its last item can; an unknown presale date makes all of it unknown (DEC-99). Null for no items. */
export function shipmentDate(dates: readonly DeliveryDate[]): DeliveryDate | null {
  let last: Exclude<DeliveryDate, { kind: 'presaleUnknown' }> | null = null;
  for (const date of dates) {
    if (date.kind === 'presaleUnknown') return date;
    if (last === null || date.date > last.date) last = date;
  }
  return last;
}

/** The day, null when it is not known. */
export const dayOfDelivery = (date: DeliveryDate): CivilDate | null =>
  date.kind === 'presaleUnknown' ? null : date.date;

/** APP-29, APP-30, DEL-31, DIF-39. */
export const deliveryTexts = { digital: 'Hoy mismo', presaleUnknown: 'Próximamente' } as const;

/** Of a presale whose day may not be known (DIF-39). */
export const presaleText = (day: string | null): string =>
  day === null ? deliveryTexts.presaleUnknown : `Disponible a partir del ${formatDateText(day)}`;

/** What a shopper reads (DEL-31, DIF-39); null = could not be computed. */
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
