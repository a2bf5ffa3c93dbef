import { Suspense } from 'react';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { SetApartProps } from './set-apart-part.tsx';

const SetApart = lazyPart(() => import('./set-apart-part.tsx'));

/** In the delivery step: what holds the order back, or cannot be in it together; fetched where there may be such a thing. */
export const Apart = (props: SetApartProps) =>
  props.onRetry || props.lines.some(({ item }) => item.presale) ? (
    <Suspense>
      <SetApart {...props} />
    </Suspense>
  ) : null;
