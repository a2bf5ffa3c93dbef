import { Suspense } from 'react';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { ExclusiveItemsProps } from './exclusive-items-part.tsx';

const ExclusiveItemsPart = lazyPart(() => import('./exclusive-items-part.tsx'));

/** In the delivery step: what holds the order back, or cannot be in it together; fetched where there may be such a thing. */
export const ExclusiveItems = (props: ExclusiveItemsProps) =>
  props.onRetry || props.lines.some(({ item }) => item.presale) ? (
    <Suspense>
      <ExclusiveItemsPart {...props} />
    </Suspense>
  ) : null;
