import { priceTexts } from '@ceiba/domain/prices/price-history';
import { type MouseEvent, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { isElsewhere } from '../platform/is-elsewhere.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { type ShownReference, shownReference } from './shown-reference.ts';

const HistoryDrawer = lazyPart(() => import('./history-drawer.tsx'));

/**
 * The lowest price before the reduction, and the link that opens the history of prices (PRICE-02, PRICE-04). Until scripts run, the link leads to the
 * same history on the page of the product's stores.
 */
export default function HistoryLink({
  product: { sku },
  offer: { reference },
}: {
  product: { sku: string };
  offer: { reference?: ShownReference | null | undefined };
}) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const open = (event: MouseEvent): void => {
    if (isElsewhere(event)) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      {reference && <p className="text-sm">{shownReference(reference)}</p>}
      <Link
        to={`/tiendas?sku=${encodeURIComponent(sku)}#precios`}
        discover="none"
        data-kept-press
        className="link"
        onClick={open}
      >
        {priceTexts.history}
      </Link>
      {isOpen !== null && (
        <Suspense>
          <HistoryDrawer sku={sku} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
