import { Suspense } from 'react';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { ExclusiveItemsProps } from './exclusive-items-part.tsx';

const ExclusiveItemsPart = lazyPart(() => import('./exclusive-items-part.tsx'));

/** In the delivery step: lines that delay the order, or exclude each other. Loads its script only if the cart may have such lines. */
export const ExclusiveItems = (props: ExclusiveItemsProps) =>
  props.onRetry || props.lines.some(({ item }) => item.presale) ? (
    <Suspense>
      <ExclusiveItemsPart {...props} />
    </Suspense>
  ) : null;
