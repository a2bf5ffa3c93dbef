import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { Suspense } from 'react';
import type { CartLine } from '../carts/cart-lines.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { deliveryFormsId } from './delivery-texts.ts';
import { presaleWaits } from './presale-waits.ts';

const PresaleNotes = lazyPart(async () => ({ default: (await import('./set-apart.tsx')).PresaleNotes }));

/** In the delivery step: which presale its shipments wait for, and the press that takes it out (DEC-215). */
export function PresaleHold({
  lines,
  shipments = [],
}: {
  lines: readonly CartLine[];
  shipments: readonly DeliveryTimeGroup[] | undefined;
}) {
  const waits = presaleWaits(lines, shipments);
  return waits.length === 0 ? null : (
    <Suspense>
      <PresaleNotes waits={waits} focusId={deliveryFormsId} />
    </Suspense>
  );
}
