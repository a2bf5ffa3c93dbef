import { type Centavos, currencyCode, toQuetzales } from '../money/money.ts';

/** Number of category levels in an event (CONST-47, ANA-04). */
export const categoryLevels = 5;

/**
 * Maximum length of a title, brand or category in an event. Longer texts are cut, because they are stored and anybody
 * may send events.
 */
export const measuredTextMaxLength = 120;

const cut = (text: string): string => text.slice(0, measuredTextMaxLength);

/**
 * Event names (DEC-160). Two documented names differ from GA4's names for the same step. Both are sent: `add_shipping_info` with
 * the progress that accepts a delivery, `add_payment_info` with `checkout_payment`.
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

/** Events about a list of products: a page showed the list, or a shopper opened a product of the list. */
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

/** An item of an event. `price` is in decimal quetzales (DEC-183). */
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

/** Builds an item of an event (DEC-183). `index` counts from 0. Categories below the fifth level are omitted. */
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

/** Builds the entry of the data layer (DEC-160, ANA-03). */
export const ecommerceEvent = (
  event: AnalyticsEventName,
  value: Centavos,
  lines: readonly MeasuredLine[],
): EcommerceEvent => ({
  event,
  ecommerce: measured(value, lines),
});

/** The fields about products that every e-commerce event has. */
export const measured = (value: Centavos, lines: readonly MeasuredLine[]): EcommerceEvent['ecommerce'] => ({
  currency: currencyCode,
  value: toQuetzales(value),
  items: lines.map(ecommerceItem),
});

export interface ListEvent {
  event: ListEventName;
  ecommerce: { currency: typeof currencyCode; item_list_id: string; items: EcommerceItem[] };
}

/**
 * Builds the event about a list of products. `listId`: the `resultId` of the response with the list. `first`: the
 * position of the first line in that list (DEC-201).
 */
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
