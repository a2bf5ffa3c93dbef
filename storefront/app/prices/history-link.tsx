import { priceTexts } from '@ceiba/domain/prices/price-history';
import { type MouseEvent, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '../platform/lazy-part.tsx';

const HistoryDrawer = lazyPart(() => import('./history-drawer.tsx'));

/** A press that asks for a new tab or window. */
const isElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

/** Opens a product's history of prices (PRICE-04). Until scripts run, the link leads to the same on its own page. */
export default function HistoryLink({ sku }: { sku: string }) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const open = (event: MouseEvent): void => {
    if (isElsewhere(event)) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Link
        to={`/precios?sku=${encodeURIComponent(sku)}`}
        rel="nofollow"
        discover="none"
        data-kept-press
        className="link text-sm"
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
