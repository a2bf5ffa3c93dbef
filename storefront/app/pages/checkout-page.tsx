import type { Cart } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { linkIdOf } from '@ceiba/domain/advisors/advisor';
import { type CheckoutSteps, isStepContentVisible } from '@ceiba/domain/checkout/steps';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { AdvisorBar } from '../advisors/advisor-bar.tsx';
import { measureCheckoutProgress, measureCheckoutStart, measureDelivery } from '../analytics/ecommerce-events.ts';
import { hasBankDiscount } from '../carts/cart-lines.ts';
import type { Contact } from '../checkout/checkout-data.ts';
import { CheckoutSkeleton, checkoutGridClass } from '../checkout/checkout-skeleton.tsx';
import { dispatchStep, updateCheckout, useCheckout } from '../checkout/checkout-store.ts';
import { ContactStep } from '../checkout/contact-step.tsx';
import { OrderSummary } from '../checkout/order-summary.tsx';
import { StepCard } from '../checkout/step-card.tsx';
import { Stepper } from '../checkout/stepper.tsx';
import { useCheckoutCart } from '../checkout/use-checkout-cart.ts';
import { useCouponAfterReload, useLeavingByLogo } from '../coupons/leaving-coupon.ts';
import { DeliveryStep, fetchDeliveryAhead } from '../delivery/delivery-step.tsx';
import { useAcceptDelivery } from '../delivery/use-accept-delivery.ts';
import {
  fetchPaymentAhead,
  isAttemptLeft,
  Payment,
  ResumedAttempt,
  usePaymentPlaces,
} from '../orders/payment-places.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { PageHandle } from '../platform/prefetch.ts';
import { personalMeta } from '../policies/personal-meta.ts';
import { useForgetWanted } from '../restock/use-forget-wanted.ts';
import { CheckoutHeader } from '../shell/checkout-header.tsx';
import { ScriptNeeded } from '../shell/script-needed.tsx';

const LinkGate = lazyPart(() => import('../payment-links/link-gate.tsx'));
const LinkPanel = lazyPart(() => import('../payment-links/link-panel.tsx'));

export { shellHeaders as headers } from '../platform/page-headers.ts';

/**
 * The page of a payment link uses the same route, because a second route would cost one more file. The cart of a link has another key, so this page
 * drops the prefetched answer.
 */
export const handle: PageHandle = { prefetchedCalls: ['getCart'] };

export const meta = personalMeta('Finalizar compra');

/** The checkout of the browser's cart, or with the ID of a payment link, of the link's cart (APP-13). */
export default function CheckoutPage() {
  const linkId = linkIdOf(useLocation().pathname);
  useForgetWanted();
  const [isLeft, setLeft] = useState(false);
  useEffect(() => setLeft(isAttemptLeft()), []);
  const gate = isLeft ? (
    <ResumedAttempt linkId={linkId} frame={inFrame} onOver={() => setLeft(false)} />
  ) : (
    linkId !== null && (
      <LinkGate key={linkId} linkId={linkId} frame={inFrame}>
        {(intro) => <Checkout intro={intro} />}
      </LinkGate>
    )
  );
  return gate ? <Suspense fallback={inFrame(<CheckoutSkeleton onRetry={null} />)}>{gate}</Suspense> : <Checkout />;
}

/** At least as high as the window, so that the footer does not move when the content changes. */
const CheckoutMain = ({ children }: { children: ReactNode }) => (
  <main id="contenido" className="min-h-dvh">
    <ScriptNeeded title="Para finalizar tu compra hace falta JavaScript" />
    {children}
  </main>
);

/** The frame of the page while a payment link opens, and if the link opens no cart. */
const inFrame = (content: ReactNode) => (
  <>
    <CheckoutHeader stepper={null} />
    <CheckoutMain>{content}</CheckoutMain>
  </>
);

/** `intro` shows above the steps of a payment link. */
function Checkout({ intro }: { intro?: ReactNode }) {
  const steps = useCheckout((state) => state.steps);
  const checkout = useCheckoutCart();
  useStepsAhead(steps);
  const leave = useLeavingByLogo(checkout.state === 'ready' ? checkout.cart : null);
  return (
    <>
      <CheckoutHeader stepper={<Stepper steps={steps} isKnown={checkout.state === 'ready'} />} onLogo={leave} />
      <AdvisorBar />
      <CheckoutMain>
        <h1 className="sr-only">Finalizar compra</h1>
        {checkout.state === 'ready' && intro}
        {checkout.state === 'ready' ? (
          <CheckoutOfCart cart={checkout.cart} />
        ) : (
          <CheckoutSkeleton onRetry={checkout.state === 'failed' ? checkout.reload : null} />
        )}
      </CheckoutMain>
    </>
  );
}

function CheckoutOfCart({ cart }: { cart: Cart }) {
  const steps = useCheckout((state) => state.steps);
  const { onContact, onDelivery } = useStepActions(cart);
  const { places, refs } = usePaymentPlaces();
  useEffect(() => measureStart(cart), [cart]);
  useCouponAfterReload(cart);
  const isPaying = steps.currentStep === 2 && isStepContentVisible(steps, 2);
  // The payment step withdraws a bank's discount, so it must load even if it is not open yet (DEC-79).
  const isPaymentWanted = useOnce(isPaying || hasBankDiscount(cart));
  return (
    <>
      <div className={checkoutGridClass}>
        <div className="grid gap-4">
          <ContactStep onSubmit={onContact} />
          <DeliveryStep cart={cart} onContinue={onDelivery} onSkipped={() => measureCheckoutProgress(cart)} />
          <StepCard step={2} summary={null}>
            {/* As high as the window while empty, so that the page can scroll here immediately (CHK-09). */}
            <div ref={refs.forms} className="empty:min-h-dvh" />
          </StepCard>
        </div>
        <aside aria-label="Tu compra" className="grid gap-4 lg:sticky lg:top-6">
          <OrderSummary cart={cart}>
            {isPaying && (
              <>
                <div ref={refs.costs} className="empty:hidden" />
                <div ref={refs.button} className="empty:hidden max-lg:hidden" />
              </>
            )}
          </OrderSummary>
          {isPaying && <div ref={refs.aside} className="contents" />}
        </aside>
      </div>
      {isPaying && <div ref={refs.bar} className="contents" />}
      {isPaymentWanted && (
        <Payment
          cart={cart}
          places={places}
          linkPanel={(billing, advisor, mustAccept) => (
            <LinkPanel cart={cart} billing={billing} advisor={advisor} mustAccept={mustAccept} />
          )}
        />
      )}
    </>
  );
}

/** Fetches the open step's scripts while the cart loads, and the next step's once the shopper types. */
function useStepsAhead({ currentStep }: CheckoutSteps): void {
  useEffect(() => {
    if (currentStep > 0) fetchDeliveryAhead();
    if (currentStep === 2) return fetchPaymentAhead();
    const fetchNext = currentStep === 0 ? fetchDeliveryAhead : fetchPaymentAhead;
    const isAtWork = ['focusin', 'pointerdown'] as const;
    for (const event of isAtWork) window.addEventListener(event, fetchNext);
    return () => {
      for (const event of isAtWork) window.removeEventListener(event, fetchNext);
    };
  }, [currentStep]);
}

/** True once the condition was true. */
function useOnce(condition: boolean): boolean {
  const [hasHeld, setHeld] = useState(condition);
  if (condition && !hasHeld) setHeld(true);
  return hasHeld || condition;
}

/** The actions when the shopper continues from a step. */
function useStepActions(cart: Cart) {
  const { accept } = useAcceptDelivery(cart.id);
  const onContact = async (contact: Contact): Promise<void> => {
    const { steps, deliveryTime } = useCheckout.getState();
    updateCheckout({ contact, typedContact: null });
    // If the contact completes itself, this code runs before the effects of the page.
    measureStart(cart);
    measureCheckoutProgress(cart);
    // An accepted delivery contains the contact's name and phone, so the delivery is sent again with the new contact.
    const isDeliverySent = steps.stepStates[1] === 'completed' && !cart.isDigital;
    if (isDeliverySent) await accept({ contact, groups: deliveryTime });
    dispatchStep({ type: 'complete', step: 0 });
  };
  const onDelivery = async (groups: DeliveryTimeGroup[]): Promise<void> => {
    const { contact } = useCheckout.getState();
    if (contact === null || !(await accept({ contact, groups }))) return;
    dispatchStep({ type: 'complete', step: 1 });
    dispatchStep({ type: 'deliveryConfirmed' });
    measureDelivery(cart);
  };
  return { onContact, onDelivery };
}

/** Measures the start once per cart (ANA-05). */
function measureStart(cart: Cart): void {
  if (useCheckout.getState().measuredCartId === cart.id) return;
  updateCheckout({ measuredCartId: cart.id });
  measureCheckoutStart(cart);
}
