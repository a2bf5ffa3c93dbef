import type { Cart } from '@ceiba/contract/carts';
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

/** The button that accepts a new total: the reason of a waiting pay button leads to it. */
const acceptId = 'acepto-el-total';

/** The press that a notice asks for stays in view where the notice is scrolled. */
export const noticeActionClass = 'sticky bottom-0 mt-2.5 bg-surface';

export const leadToAccept = (): void => document.getElementById(acceptId)?.focus();

export interface PriceWatch {
  changes: PriceChange[];
  accept: () => void;
  /** An order of this page was refused because its total is another one. */
  refuse: () => void;
}

/**
 * The differences between the cart and the one that the shopper has accepted: by seeing it when the payment opened, by a press on
 * "Realizar pedido" while nothing had changed, or by accepting the new total. After a refusal (`isRefused`) all differences count, not
 * prices alone.
 */
export function usePriceChanges(cart: Cart, isRefused: boolean): PriceWatch {
  const [accepted, setAccepted] = useState(cart);
  const [wasRefused, setRefused] = useState(false);
  const [before, now] = [seen(accepted), seen(cart)];
  const isOther = isRefused || wasRefused || linePriceChanges(before, now).length > 0;
  return {
    changes: isOther ? totalChanges(before, now) : [],
    accept: () => {
      setAccepted(cart);
      setRefused(false);
    },
    refuse: () => setRefused(true),
  };
}

/** The reason of a button that waits for "Acepto el nuevo total", leading there. */
export function AcceptFirst({ id }: { id: string }) {
  return (
    <button type="button" id={id} onClick={leadToAccept} className="link justify-self-center text-sm">
      {priceChangeTexts.acceptFirst}
    </button>
  );
}

/** Product, before and now, and both totals. */
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
