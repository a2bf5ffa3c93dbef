import { quietPart } from '../platform/quiet-part.tsx';
import { useViewedStore } from './viewed-store.ts';

const ViewedRail = quietPart(() => import('./viewed-rail.tsx'));

/**
 * What this browser looked at last. It is nobody's but the browser's, so that it comes after the page woke up; who has
 * seen nothing yet gets neither the row nor its script.
 */
export function ViewedProducts({ except = '', className }: { except?: string; className?: string }) {
  const skus = useViewedStore((state) => state.skus);
  const shown = skus.filter((sku) => sku !== except);
  if (shown.length === 0) return null;
  return <ViewedRail skus={shown} {...(className === undefined ? {} : { className })} />;
}
