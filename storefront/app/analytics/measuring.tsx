import { lazyPart } from '../platform/lazy-part.tsx';
import { useTagContainer } from '../policies/shop-policy.ts';

const ConsentWatch = lazyPart(() => import('./consent-watch.tsx'), { fallback: null });

/**
 * Part of every page. Renders nothing if the shop has no tag container; otherwise the part that asks the shopper and, with consent, loads the
 * container.
 */
export function Measuring() {
  const container = useTagContainer();
  return container === null ? null : <ConsentWatch container={container} />;
}
