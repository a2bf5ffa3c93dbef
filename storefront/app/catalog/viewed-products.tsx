import { lazyPart } from '../platform/lazy-part.tsx';
import { storageKey, useViewedStore } from './viewed-store.ts';

const ViewedRail = lazyPart(() => import('./viewed-rail.tsx'), { fallback: null });

/**
 * The products that this browser viewed last. Only the browser knows them, so the row comes after hydration; if it viewed no products, neither row
 * nor script loads. The row's space is reserved until it renders (platform/early-wait.tsx).
 */
export function ViewedProducts({ except = '', className = '' }: { except?: string; className?: string }) {
  const skus = useViewedStore((state) => state.skus);
  const shown = skus.filter((sku) => sku !== except);
  return (
    <div className={`viewed ${className}`} data-kept-for={storageKey} data-except={except} suppressHydrationWarning>
      {shown.length > 0 && <ViewedRail skus={shown} />}
    </div>
  );
}
