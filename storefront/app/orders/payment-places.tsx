import { readStored } from '@ceiba/client/storage';
import type { Advisor } from '@ceiba/contract/advisors';
import type { Cart } from '@ceiba/contract/carts';
import { Skeleton } from '@ceiba/ui/loading';
import { type ReactNode, type RefCallback, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Billing } from '../billing/use-billing.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { orderStorageKeys } from '../platform/storage-keys.ts';

/** Elements of the checkout that the payment step fills; null while they are not on the page. */
export interface PaymentPlaces {
  /** In the step's card: methods, invoice, points, and what is known of an attempt. */
  forms: HTMLElement | null;
  /** In the summary, under its total: what gift cards pay. */
  costs: HTMLElement | null;
  /** In the summary, on a wide screen. */
  button: HTMLElement | null;
  /** Below the summary: coupon and promise. */
  aside: HTMLElement | null;
  /** At the foot of a narrow screen. */
  bar: HTMLElement | null;
}

export interface PaymentStepProps {
  cart: Cart;
  places: PaymentPlaces;
  /** What an advisor makes a payment link with; the page puts it in, as links stand above orders. */
  linkPanel: (billing: Billing, advisor: Advisor, mustAccept: boolean) => ReactNode;
}

/** The places, and for each what its element takes as `ref`. */
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

/** Fetches the payment step before it opens. */
export const fetchPaymentAhead = PaymentStep.preload;

/** The payment step, whose script comes while the delivery is being chosen; until it is there, its geometry. */
export function Payment(props: PaymentStepProps) {
  const { forms } = props.places;
  return (
    <Suspense fallback={forms && createPortal(<PaymentSkeleton />, forms)}>
      <PaymentStep {...props} />
    </Suspense>
  );
}

const readLeft = (): string | null => readStored('session', orderStorageKeys.sent);

const left = readLeft();

/** Whether the page that was loaded before this one has left an attempt whose end it did not learn, and nobody has since. */
export const isAttemptLeft = (): boolean => left !== null && readLeft() === left;

/** Stands in place of the checkout while that is so. */
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
