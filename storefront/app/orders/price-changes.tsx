import type { Cart, CartItem } from '@ceiba/contract/carts';
import {
  linePriceChanges,
  type PriceChange,
  priceChangeTexts,
  type SeenCart,
  totalChanges,
} from '@ceiba/domain/carts/price-changes';
import { Button } from '@ceiba/ui/button';
import { useState } from 'react';
import { cartLines, cartTotals } from '../carts/cart-lines.ts';
import { useMarkPriceSeen } from '../carts/use-change-line.ts';

const seen = (cart: Cart): SeenCart => ({
  lines: cartLines(cart).map(({ item, quantity, salesPrice, warrantyAmount }) => ({
    id: item.cartItemId,
    title: item.title,
    quantity,
    salesPrice,
    warrantyAmount,
  })),
  totals: cartTotals(cart),
});

/** Returns whether a line costs more than the shopper has seen (PRICE-09). */
const isRisen = ({ seenPrice, salesPrice }: CartItem): boolean =>
  seenPrice !== undefined && seenPrice.value < (salesPrice?.value ?? 0);

/** The cart at the prices that the shopper has seen. Lower prices need no consent. */
const atSeenPrices = (cart: Cart): Cart => ({
  ...cart,
  items: cart.items.map((item) => (isRisen(item) ? { ...item, salesPrice: item.seenPrice ?? null } : item)),
});

/** ID of the button that accepts a new total. The reason beside a waiting pay button links to it. */
const acceptId = 'acepto-el-total';

/** Keeps the button of a notice in view while the notice is scrolled. */
export const noticeActionClass = 'sticky bottom-0 mt-2.5 bg-surface';

export const focusAcceptance = (): void => document.getElementById(acceptId)?.focus();

export interface PriceWatch {
  changes: PriceChange[];
  accept: () => void;
  /** Called when an order of this page was refused because its total differs. */
  refuse: () => void;
}

/**
 * The differences between the current cart and the cart that the shopper has accepted. The shopper accepts a cart by opening the payment, by pressing
 * "Realizar pedido" without changes, or by accepting the new total. Opening the payment does not accept prices that rose unseen (PRICE-09). After a
 * refusal (`isRefused`), all differences count, not only prices.
 */
export function usePriceChanges(cart: Cart, isRefused: boolean): PriceWatch {
  const [accepted, setAccepted] = useState(() => atSeenPrices(cart));
  const markPriceSeen = useMarkPriceSeen();
  const [wasRefused, setRefused] = useState(false);
  const [before, now] = [seen(accepted), seen(cart)];
  const isOther = isRefused || wasRefused || linePriceChanges(before, now).length > 0;
  const changes = isOther ? totalChanges(before, now) : [];
  return {
    changes,
    accept: () => {
      // "Realizar pedido" without changes reports nothing to the server.
      if (changes.length > 0) for (const item of cart.items.filter(isRisen)) markPriceSeen(item);
      setAccepted(cart);
      setRefused(false);
    },
    refuse: () => setRefused(true),
  };
}

/** The reason of a button that waits for "Acepto el nuevo total", with a link to that button. */
export function AcceptFirst({ id }: { id: string }) {
  return (
    <button type="button" id={id} onClick={focusAcceptance} className="link justify-self-center text-sm">
      {priceChangeTexts.acceptFirst}
    </button>
  );
}

/** Changed products with old and new price, and the totals that changed on this page. */
export function PriceChanges({ changes, onAccept }: { changes: readonly PriceChange[]; onAccept: () => void }) {
  return (
    <>
      <dl className="mt-1.5 grid gap-1.5">
        {changes.map(({ label, before, now }) => (
          <div key={label}>
            <dt className="font-medium">{label}</dt>
            <dd className="tabular-nums">
              Antes {before} · ahora <b className="font-semibold">{now}</b>
            </dd>
          </div>
        ))}
      </dl>
      <Button id={acceptId} variant="outline" size="sm" onClick={onAccept} className={noticeActionClass}>
        {priceChangeTexts.accept}
      </Button>
    </>
  );
}
