import { isInteger, isListOf, isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { Cart } from '@ceiba/contract/carts';
import { shownAmount } from '@ceiba/ui/price';
import { cartStorageKey, lastCartStorageKey } from '../platform/storage-keys.ts';

/** What the cart held when it was seen last, as it was shown; nobody's name, address or message. */
export interface LastCart {
  cartId: string;
  lines: { title: string; quantity: number; total: string }[];
  /** "Q947.00", as the other amounts. */
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

/** The cart as it is shown now; an empty one leaves nothing behind. */
export function keepLastCart({ cartId, items, prices }: Cart, now: Date): void {
  const lines = items.map((item) => ({
    title: item.title,
    quantity: item.quantity,
    total: shownAmount(item.lineTotal.value),
  }));
  const last: LastCart = { cartId, lines, subtotal: shownAmount(prices.subtotal.value), seenAt: now.toISOString() };
  writeStored('local', lastCartStorageKey, lines.length === 0 ? null : JSON.stringify(last));
}

/** Null when nothing was kept, or when this browser has another cart by now, or none (an order was placed). */
export function readLastCart(): LastCart | null {
  const last = parseJson(readStored('local', lastCartStorageKey));
  return isLastCart(last) && last.cartId === readStored('local', cartStorageKey) ? last : null;
}
