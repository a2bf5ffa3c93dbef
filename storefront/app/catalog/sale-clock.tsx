import { Icon } from '@ceiba/ui/icon';
import { tryToLoad } from '@ceiba/ui/try-to-load';
import { useEffect } from 'react';
import { useHasCome } from '../platform/clock.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { CountdownLine } from './countdown.tsx';
import { type OfferedPage, useEnded } from './use-offer.ts';

/**
 * Returns whether the flash sale has ended while the page is open. At that moment the tag goes away, and the price is read
 * again for all parts of the page (CAT-15).
 */
function useAfterSale({ product: { sku, flashSale, salesPrice }, offer }: OfferedPage): boolean {
  const policy = usePolicy();
  const isOver = useHasCome(flashSale === null ? null : Date.parse(flashSale.endsAt));
  useEffect(() => {
    if (!isOver) return;
    const abort = new AbortController();
    tryToLoad(() => import('./offer.ts'))
      .then(({ freshOffer }) => freshOffer(sku, { known: { ...offer, salesPrice }, policy }, abort.signal))
      // Rejects without a network, or if the shopper has left the page. The page then stays unchanged.
      .then(
        (after) => useEnded.setState({ before: offer, after }),
        () => undefined,
      );
    return () => abort.abort();
  }, [isOver, sku, salesPrice, offer, policy]);
  return isOver;
}

/** The clock of a product's flash sale, and until when the price is valid. Rendered once per page, and only during a flash sale. */
export default function SaleClock({ page }: { page: OfferedPage }) {
  const { flashSale, validUntil } = page.product;
  const isOver = useAfterSale(page);
  if (flashSale === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="offer-clock">
        <Icon name="zap" size="sm" />
        <CountdownLine endsAt={flashSale.endsAt} />
      </span>
      {!isOver && validUntil && <span className="text-sm text-ink-soft">{validUntil}</span>}
    </div>
  );
}
