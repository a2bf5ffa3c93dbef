import { lazyPart } from '../platform/lazy-part.tsx';
import { storageKey, useViewedStore } from './viewed-store.ts';

const ViewedRail = lazyPart(() => import('./viewed-rail.tsx'), { fallback: null });

/**
 * What this browser looked at last. It is nobody's but the browser's, so that it comes after the page woke up; who has
 * seen nothing yet gets neither the row nor its script. Its place is kept (platform/early-wait.tsx) until it takes it.
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
