import type { LineKind } from '@ceiba/domain/carts/cart-line';

/** The kind of an order's line. A donation is an amount of the order, not a line. */
export type OrderLineKind = Exclude<LineKind, 'donation'>;

/**
 * The values of `order_lines.kind`. Nodes of the previous release read only `product` and `giftCard`, so this release still writes these
 * values. The next release will write `OrderLineKind`. In SQL, `line_kind` reads both forms.
 */
export type StoredLineKind = OrderLineKind | 'product' | 'giftCard';

/** The documented name of a line's kind in events and in the desk's calls. This release stores the same name. */
export const wireLineKinds = {
  goods: 'product',
  gift_card: 'giftCard',
  service: 'service',
  product: 'product',
  giftCard: 'giftCard',
} as const satisfies Record<StoredLineKind, string>;
