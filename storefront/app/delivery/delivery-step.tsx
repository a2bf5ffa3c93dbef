import { digitalDeliveryText } from '@ceiba/domain/delivery/digital-delivery';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { dispatchStep, useCheckout } from '../checkout/checkout-store.ts';
import { StepCard } from '../checkout/step-card.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { DeliveryFormsProps } from './delivery-forms.tsx';
import { DeliverySkeleton } from './delivery-skeleton.tsx';
import { loadSending } from './use-accept-delivery.ts';

const DeliveryForms = lazyPart(() => import('./delivery-forms.tsx'));
const GiftRecipients = lazyPart(() => import('./gift-recipients.tsx'), { fallback: null });
const DeliverySummary = lazyPart(() => import('./delivery-summary.tsx'));

/** Preloads the content of the step before it opens. */
export function fetchDeliveryAhead(): void {
  DeliveryForms.preload();
  DeliverySummary.preload();
  loadSending().catch(() => {});
}

interface DeliveryStepProps extends DeliveryFormsProps {
  /** Called when nothing is to be delivered and the step was skipped. */
  onSkipped: () => void;
}

/** Step 2: the place and method of delivery (DEL-01..33). */
export function DeliveryStep({ cart, onContinue, onSkipped }: DeliveryStepProps) {
  useDigitalDelivery(cart.isDigital, onSkipped);
  if (cart.isDigital) {
    return (
      <StepCard
        step={1}
        canEdit={false}
        summary={
          <>
            <p>{digitalDeliveryText}</p>
            <GiftRecipients items={cart.items} />
          </>
        }
      >
        <p>{digitalDeliveryText}</p>
      </StepCard>
    );
  }
  return (
    <StepCard
      step={1}
      summary={
        <Suspense>
          <DeliverySummary />
        </Suspense>
      }
    >
      <Suspense fallback={<DeliverySkeleton />}>
        <DeliveryForms cart={cart} onContinue={onContinue} />
      </Suspense>
    </StepCard>
  );
}

/** Completes the step as soon as it is reached if there is nothing to deliver (DEC-84). */
function useDigitalDelivery(isDigital: boolean, onSkipped: () => void): void {
  const skipped = useEffectEvent(onSkipped);
  const isOpen = useCheckout(({ steps }) => ['default', 'editing'].includes(steps.stepStates[1]));
  useEffect(() => {
    if (!isDigital || !isOpen) return;
    dispatchStep({ type: 'complete', step: 1 });
    dispatchStep({ type: 'deliveryConfirmed' });
    skipped();
  }, [isDigital, isOpen]);
}
