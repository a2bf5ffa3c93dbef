import { lazy, Suspense } from 'react';
import { quietly } from '../platform/load-part.ts';
import { useTagContainer } from '../policies/shop-policy.ts';

const ConsentWatch = lazy(quietly(() => import('./consent-watch.tsx')));

/** In every page: nothing where the shop has no tag container; else what asks the shopper and, with consent, loads it. */
export function Measuring() {
  const container = useTagContainer();
  return container === null ? null : (
    <Suspense>
      <ConsentWatch container={container} />
    </Suspense>
  );
}
