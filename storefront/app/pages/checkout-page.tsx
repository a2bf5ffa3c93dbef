import type { Cart } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { isStepContentVisible } from '@ceiba/domain/checkout/steps';
import { securePaymentText } from '@ceiba/domain/content/fallback-texts';
import { type FormEvent, useEffect } from 'react';
import { measureCheckoutProgress, measureCheckoutStart } from '../analytics/ecommerce-events.ts';
import { BillingSection } from '../billing/billing-section.tsx';
import { useBilling } from '../billing/use-billing.ts';
import { cartTotals } from '../carts/cart-lines.ts';
import type { Contact } from '../checkout/checkout-data.ts';
import { CheckoutSkeleton, checkoutGridClass } from '../checkout/checkout-skeleton.tsx';
import { dispatchStep, isShoppersReload, updateCheckout, useCheckout } from '../checkout/checkout-store.ts';
import { ContactStep } from '../checkout/contact-step.tsx';
import { OrderSummary } from '../checkout/order-summary.tsx';
import { StepCard } from '../checkout/step-card.tsx';
import { Stepper } from '../checkout/stepper.tsx';
import { useCheckoutCart } from '../checkout/use-checkout-cart.ts';
import { CouponBox } from '../coupons/coupon-box.tsx';
import { useCouponAfterReload, useLeavingByLogo } from '../coupons/leaving-coupon.ts';
import { DeliveryStep } from '../delivery/delivery-step.tsx';
import { useAcceptDelivery } from '../delivery/use-accept-delivery.ts';
import { PayBar, PayButton, paymentFormId } from '../orders/pay-button.tsx';
import { PlacingNoticeBox } from '../orders/placing-notice.tsx';
import { usePlacing } from '../orders/use-placing.ts';
import { PaymentMethods } from '../payments/payment-methods.tsx';
import { usePayment } from '../payments/use-payment.ts';
import { PointsSection } from '../points/points-section.tsx';
import { CheckoutHeader } from '../shell/checkout-layout.tsx';
import { Icon } from '../ui/icon.tsx';

export { shellHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Finalizar compra | Ceiba' }, { name: 'robots', content: 'noindex' }];

export default function CheckoutPage() {
  const steps = useCheckout((state) => state.steps);
  const checkout = useCheckoutCart();
  const leave = useLeavingByLogo(checkout.state === 'ready' ? checkout.cart : null);
  return (
    <>
      <CheckoutHeader stepper={<Stepper steps={steps} />} onLogo={leave} />
      <main id="contenido">
        <h1 className="sr-only">Finalizar compra</h1>
        {checkout.state === 'ready' ? (
          <CheckoutOfCart cart={checkout.cart} />
        ) : (
          <CheckoutSkeleton onRetry={checkout.state === 'failed' ? checkout.reload : null} />
        )}
      </main>
    </>
  );
}

function CheckoutOfCart({ cart }: { cart: Cart }) {
  const steps = useCheckout((state) => state.steps);
  const contact = useCheckout((state) => state.contact);
  const payment = usePayment(cart);
  const billing = useBilling(cartTotals(cart).grandTotal, nameOf(contact));
  const placing = usePlacing(cart, payment, billing);
  const { onContact, onDelivery } = useStepActions(cart);
  useMeasuredStart(cart);
  useCouponAfterReload(cart, isShoppersReload);
  const isPaying = steps.currentStep === 2 && isStepContentVisible(steps, 2);
  const pay = { cart, payment, billing, placing };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    placing.place();
  };
  return (
    <>
      <div className={checkoutGridClass}>
        <div className="grid gap-4">
          <ContactStep onSubmit={onContact} />
          <DeliveryStep cart={cart} onContinue={onDelivery} />
          <StepCard step={2} summary={null}>
            <form id={paymentFormId} noValidate onSubmit={submit} aria-label="Pago" className="grid gap-6">
              <PaymentMethods cart={cart} payment={payment} />
              <BillingSection billing={billing} />
            </form>
            <PointsSection cart={cart} />
            <PlacingNoticeBox placing={placing} email={contact?.email ?? ''} />
          </StepCard>
        </div>
        <aside aria-label="Tu compra" className="grid gap-4 lg:sticky lg:top-6">
          <OrderSummary cart={cart}>
            {isPaying && (
              <div className="max-lg:hidden">
                <PayButton {...pay} />
              </div>
            )}
          </OrderSummary>
          {isPaying && <CouponBox cart={cart} />}
          {isPaying && <SafePayment />}
        </aside>
      </div>
      {isPaying && <PayBar {...pay} />}
    </>
  );
}

const nameOf = (contact: Contact | null): string =>
  contact === null ? '' : `${contact.firstname} ${contact.lastname}`;

/** What happens when the shopper goes on from a step. */
function useStepActions(cart: Cart) {
  const { accept } = useAcceptDelivery(cart.id);
  const onContact = async (contact: Contact): Promise<void> => {
    const { steps, deliveryTime } = useCheckout.getState();
    updateCheckout({ contact, typedContact: null });
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
    measureCheckoutProgress(cart);
  };
  return { onContact, onDelivery };
}

/** ANA-05. */
function useMeasuredStart(cart: Cart): void {
  useEffect(() => {
    if (useCheckout.getState().measuredCartId === cart.id) return;
    updateCheckout({ measuredCartId: cart.id });
    measureCheckoutStart(cart);
  }, [cart]);
}

function SafePayment() {
  return (
    <section className="flex items-start gap-3 rounded-lg bg-success-soft px-4 py-3.5 text-sm text-on-success-soft">
      <Icon name="shield-check" />
      <p>
        <b className="block text-base font-semibold">{securePaymentText}</b>
        Tus datos viajan cifrados y no guardamos el CVV.
      </p>
    </section>
  );
}
