import { isInteger, isListOf, isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { Cart } from '@ceiba/contract/carts';
import { shownAmount } from '@ceiba/ui/price';
import { cartStorageKey, lastCartStorageKey } from '../platform/storage-keys.ts';

/** The cart's content as last shown, without any name, address or message. */
export interface LastCart {
  cartId: string;
  lines: { title: string; quantity: number; total: string }[];
  /** Formatted, such as "Q947.00", like the other amounts. */
  subtotal: string;
  /** ISO instant. */
  seenAt: string;
}

const isLastCart = isShape<LastCart>({
  cartId: isText,
  lines: isListOf(isShape({ title: isText, quantity: isInteger, total: isText })),
  subtotal: isText,
  seenAt: (value): value is string => isText(value) && !Number.isNaN(Date.parse(value)),
});

/** Stores the cart as shown now. An empty cart is removed from storage. */
export function saveLastCart({ cartId, items, prices }: Cart, now: Date): void {
  const lines = items.map((item) => ({
    title: item.title,
    quantity: item.quantity,
    total: shownAmount(item.lineTotal.value),
  }));
  const last: LastCart = { cartId, lines, subtotal: shownAmount(prices.subtotal.value), seenAt: now.toISOString() };
  writeStored('local', lastCartStorageKey, lines.length === 0 ? null : JSON.stringify(last));
}

/** Returns null if nothing is stored, if this browser has another cart by now, or if it has no cart because an order was placed. */
export function readLastCart(): LastCart | null {
  const last = parseJson(readStored('local', lastCartStorageKey));
  return isLastCart(last) && last.cartId === readStored('local', cartStorageKey) ? last : null;
}
