import { lazyPart } from '../platform/lazy-part.tsx';
import { useTagContainer } from '../policies/shop-policy.ts';

const ConsentWatch = lazyPart(() => import('./consent-watch.tsx'), { fallback: null });

/** In every page: nothing where the shop has no tag container; else what asks the shopper and, with consent, loads it. */
export function Measuring() {
  const container = useTagContainer();
  return container === null ? null : <ConsentWatch container={container} />;
}
