import { type Centavos, currencyCode, toQuetzales } from '../money/money.ts';

/** CONST-47, ANA-04. */
export const categoryLevels = 5;

/** DEC-160. */
export type AnalyticsEventName =
  | 'login'
  | 'begin_checkout'
  | 'checkout_progress'
  | 'purchase'
  | 'purchase_failed'
  | 'checkout_payment'
  | 'remove_from_cart'
  | 'product_removed';

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
    item_name: line.title,
    item_brand: line.brand,
    ...Object.fromEntries(categories.map((title, level) => [categoryFields[level], title])),
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

const measured = (value: Centavos, lines: readonly MeasuredLine[]): EcommerceEvent['ecommerce'] => ({
  currency: currencyCode,
  value: toQuetzales(value),
  items: lines.map(ecommerceItem),
});

export interface MeasuredOrder {
  orderNumber: string;
  total: Centavos;
  shipping: Centavos;
  coupon: string | null;
  paymentType: string;
  /** Tax contained in the total. */
  tax: Centavos;
}

export interface PurchaseEvent {
  event: 'purchase';
  ecommerce: EcommerceEvent['ecommerce'] & {
    transaction_id: string;
    tax: number;
    shipping: number;
    coupon: string;
    payment_type: string;
  };
}

/** ORD-11, DEC-183. */
export function purchaseEvent(order: MeasuredOrder, lines: readonly MeasuredLine[]): PurchaseEvent {
  return {
    event: 'purchase',
    ecommerce: {
      ...measured(order.total, lines),
      transaction_id: order.orderNumber,
      tax: toQuetzales(order.tax),
      shipping: toQuetzales(order.shipping),
      coupon: order.coupon ?? '',
      payment_type: order.paymentType,
    },
  };
}
