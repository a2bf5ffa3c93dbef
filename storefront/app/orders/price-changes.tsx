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

/**
 * What costs something else than what the shopper has accepted, by seeing it as the payment opened, by a press on "Realizar pedido" or by
 * saying so. `isRefused`: the order was refused for its total, so that the cause of the change is shown.
 */
export function usePriceChanges(cart: Cart, isRefused: boolean): { changes: PriceChange[]; accept: () => void } {
  const [accepted, setAccepted] = useState(cart);
  const [before, now] = [seen(accepted), seen(cart)];
  const isOther = isRefused || linePriceChanges(before, now).length > 0;
  return { changes: isOther ? totalChanges(before, now) : [], accept: () => setAccepted(cart) };
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
      <Button variant="outline" size="sm" onClick={onAccept} className="mt-2.5">
        {priceChangeTexts.accept}
      </Button>
    </>
  );
}
