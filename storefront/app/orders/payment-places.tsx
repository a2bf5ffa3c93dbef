import { readStored } from '@ceiba/client/storage';
import { Skeleton } from '@ceiba/ui/loading';
import { type RefCallback, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '../platform/lazy-part.tsx';
import { orderStorageKeys } from '../platform/storage-keys.ts';
import type { PaymentPlaces, PaymentStepProps } from './payment-step.tsx';

/** The places, and for each the `ref` callback of its element. */
export function usePaymentPlaces(): {
  places: PaymentPlaces;
  refs: Record<keyof PaymentPlaces, RefCallback<HTMLElement>>;
} {
  const [forms, setForms] = useState<HTMLElement | null>(null);
  const [costs, setCosts] = useState<HTMLElement | null>(null);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [aside, setAside] = useState<HTMLElement | null>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  return {
    places: { forms, costs, button, aside, bar },
    refs: { forms: setForms, costs: setCosts, button: setButton, aside: setAside, bar: setBar },
  };
}

const PaymentStep = lazyPart(() => import('./payment-step.tsx'));

/** Preloads the payment step before it opens. */
export const fetchPaymentAhead = PaymentStep.preload;

/** The payment step. Its script loads while the delivery is being chosen; until then a placeholder shows. */
export function Payment(props: PaymentStepProps) {
  const { forms } = props.places;
  return (
    <Suspense fallback={forms && createPortal(<PaymentSkeleton />, forms)}>
      <PaymentStep {...props} />
    </Suspense>
  );
}

const readLeft = (): string | null => readStored('session', orderStorageKeys.sent);

const attemptAtLoad = readLeft();

/** Returns whether the previous page has left an attempt whose outcome is still unknown. */
export const isAttemptLeft = (): boolean => attemptAtLoad !== null && readLeft() === attemptAtLoad;

/** Shown in place of the checkout while the outcome of that attempt is unknown. */
export const ResumedAttempt = lazyPart(() => import('./attempt-notice.tsx'));

function PaymentSkeleton() {
  return (
    <div role="status" aria-label="Cargando métodos de pago" className="grid min-h-dvh content-start gap-3">
      <Skeleton className="h-[76px] rounded-lg" />
      <Skeleton className="h-[76px] rounded-lg" />
      <Skeleton className="h-[76px] rounded-lg" />
    </div>
  );
}
