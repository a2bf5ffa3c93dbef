import { storesTexts } from '@ceiba/domain/delivery/store-availability';
import { type MouseEvent, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { isElsewhere } from '../platform/is-elsewhere.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { StoresDrawerProps } from './stores-drawer.tsx';

const StoresDrawer = lazyPart(() => import('./stores-drawer.tsx'));

/** Opens the stores that have a product (LIVE-01). Until scripts run, the link leads to the same answer on the page of stores. */
export default function StoresLink(props: Omit<StoresDrawerProps, 'open' | 'onClose'>) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const open = (event: MouseEvent): void => {
    if (isElsewhere(event)) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Link
        to={`/tiendas?sku=${encodeURIComponent(props.product.sku)}`}
        rel="nofollow"
        discover="none"
        data-kept-press
        className="place-button"
        onClick={open}
      >
        {storesTexts.title}
      </Link>
      {isOpen !== null && (
        <Suspense>
          <StoresDrawer {...props} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
