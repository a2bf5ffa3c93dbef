import { type Centavos, currencyCode, toQuetzales } from '../money/money.ts';

/** CONST-47, ANA-04. */
export const categoryLevels = 5;

/** Characters of a title, brand or category in an event; longer ones are cut off: what is told is kept, whoever tells it. */
export const measuredTextMaxLength = 120;

const cut = (text: string): string => text.slice(0, measuredTextMaxLength);

/**
 * DEC-160. Two documented names differ from GA4's of the same moment, which go beside them: `add_shipping_info` with the
 * progress that accepts a delivery, `add_payment_info` with `checkout_payment`.
 */
export type AnalyticsEventName =
  | 'login'
  | 'begin_checkout'
  | 'checkout_progress'
  | 'purchase'
  | 'purchase_failed'
  | 'checkout_payment'
  | 'remove_from_cart'
  | 'product_removed'
  | 'add_shipping_info'
  | 'add_payment_info';

/** About a list of products: it was shown, one of them was gone to. */
export type ListEventName = 'view_item_list' | 'select_item';

export interface MeasuredLine {
  sku: string;
  title: string;
  brand: string;
  /** Root first. */
  categories: readonly string[];
  salesPrice: Centavos;
  quantity: number;
}

type CategoryField = 'item_category' | 'item_category2' | 'item_category3' | 'item_category4' | 'item_category5';

/** DEC-183; `price` in decimal quetzales. */
export interface EcommerceItem extends Partial<Record<CategoryField, string>> {
  item_id: string;
  item_name: string;
  item_brand: string;
  price: number;
  quantity: number;
  index: number;
}

const categoryFields: readonly CategoryField[] = [
  'item_category',
  'item_category2',
  'item_category3',
  'item_category4',
  'item_category5',
];

/** DEC-183; `index` counts from 0. Levels beyond the fifth are left out. */
export function ecommerceItem(line: MeasuredLine, index: number): EcommerceItem {
  const categories = line.categories.slice(0, categoryLevels);
  return {
    item_id: line.sku,
    item_name: cut(line.title),
    item_brand: cut(line.brand),
    ...Object.fromEntries(categories.map((title, level) => [categoryFields[level], cut(title)])),
    price: toQuetzales(line.salesPrice),
    quantity: line.quantity,
    index,
  };
}

export interface EcommerceEvent {
  event: AnalyticsEventName;
  ecommerce: { currency: typeof currencyCode; value: number; items: EcommerceItem[] };
}

/** The entry of the data layer (DEC-160, ANA-03). */
export const ecommerceEvent = (
  event: AnalyticsEventName,
  value: Centavos,
  lines: readonly MeasuredLine[],
): EcommerceEvent => ({
  event,
  ecommerce: measured(value, lines),
});

/** What every event with products tells of them. */
export const measured = (value: Centavos, lines: readonly MeasuredLine[]): EcommerceEvent['ecommerce'] => ({
  currency: currencyCode,
  value: toQuetzales(value),
  items: lines.map(ecommerceItem),
});

export interface ListEvent {
  event: ListEventName;
  ecommerce: { currency: typeof currencyCode; item_list_id: string; items: EcommerceItem[] };
}

/** `listId`: `resultId` of the answer that brought the list; `first` is the place in it of the first line (DEC-201). */
export const listEvent = (
  event: ListEventName,
  listId: string,
  lines: readonly MeasuredLine[],
  first: number,
): ListEvent => ({
  event,
  ecommerce: {
    currency: currencyCode,
    item_list_id: listId,
    items: lines.map((line, index) => ecommerceItem(line, first + index)),
  },
});
