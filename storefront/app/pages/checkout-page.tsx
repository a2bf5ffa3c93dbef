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

/** The page of a payment link, whose copy has a key of its own, lets the answer go: a second route for it would be a file more here. */
export const handle: PageHandle = { prefetchedCalls: ['getCart'] };

export const meta = personalMeta('Finalizar compra');

/** The checkout of the browser's cart; with the id of a payment link, that of the link's (APP-13). */
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

/** The height of the window: the footer is not seen moving where a lower part takes the place of a higher one. */
const CheckoutMain = ({ children }: { children: ReactNode }) => (
  <main id="contenido" className="min-h-dvh">
    <ScriptNeeded title="Para finalizar tu compra hace falta JavaScript" />
    {children}
  </main>
);

/** The page while a link is opened, and where it opens nothing. */
const inFrame = (content: ReactNode) => (
  <>
    <CheckoutHeader stepper={null} />
    <CheckoutMain>{content}</CheckoutMain>
  </>
);

/** `intro` stands over a payment link's steps. */
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
  // A bank's discount is withdrawn by the step that brought it, though it may not be open yet (DEC-79).
  const isPaymentWanted = useOnce(isPaying || hasBankDiscount(cart));
  return (
    <>
      <div className={checkoutGridClass}>
        <div className="grid gap-4">
          <ContactStep onSubmit={onContact} />
          <DeliveryStep cart={cart} onContinue={onDelivery} onSkipped={() => measureCheckoutProgress(cart)} />
          <StepCard step={2} summary={null}>
            {/* The height of the window until it is filled, so that the page can scroll to it at once (CHK-09). */}
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

/** Fetches the open step's files while the cart is read, and the next step's once the shopper types. */
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

/** True from the first time on that the condition held. */
function useOnce(condition: boolean): boolean {
  const [hasHeld, setHeld] = useState(condition);
  if (condition && !hasHeld) setHeld(true);
  return hasHeld || condition;
}

/** Runs when the shopper goes on from a step. */
function useStepActions(cart: Cart) {
  const { accept } = useAcceptDelivery(cart.id);
  const onContact = async (contact: Contact): Promise<void> => {
    const { steps, deliveryTime } = useCheckout.getState();
    updateCheckout({ contact, typedContact: null });
    // A contact that completes itself comes before the page's own effects.
    measureStart(cart);
    measureCheckoutProgress(cart);
    // An accepted delivery carries the contact's name and phone: it is sent anew with the new ones.
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

/** ANA-05, once for a cart. */
function measureStart(cart: Cart): void {
  if (useCheckout.getState().measuredCartId === cart.id) return;
  updateCheckout({ measuredCartId: cart.id });
  measureCheckoutStart(cart);
}
