import { securePaymentText } from '@ceiba/domain/content/fallback-texts';
import { type FormEvent, Suspense, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useAdvisor } from '../advisors/advisor-store.ts';
import { BillingSection } from '../billing/billing-section.tsx';
import { useBilling } from '../billing/use-billing.ts';
import { cartTotals } from '../carts/cart-lines.ts';
import type { Contact } from '../checkout/checkout-data.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { CouponBox } from '../coupons/coupon-box.tsx';
import { PaymentMethods, showChosenMethod } from '../payments/payment-methods.tsx';
import { usePayment } from '../payments/use-payment.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { useOpenLink } from '../platform/open-link.ts';
import { PointsDrawerOf, PointsSection, usePointsDrawer } from '../points/points-section.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNoticePlace } from './notice-place.ts';
import { useOrderedElsewhere } from './ordered-elsewhere.ts';
import { PayBar, PayButton } from './pay-button.tsx';
import { paymentFormId } from './payment-form-id.ts';
import type { PaymentStepProps } from './payment-places.tsx';
import { PlacingNoticeBox } from './placing-notice.tsx';
import { usePlacing } from './use-placing.ts';

const AdvisorPayment = lazyPart(() => import('../advisors/advisor-payment.tsx'));
const StorePayment = lazyPart(() => import('./store-payment.tsx'));

/**
 * The payment step: card, invoice and attempt live in one place, and are shown where the page has room for them. They
 * outlive an editing of the steps before, which takes the places away (CHK-07).
 */
export default function PaymentStep({ cart, places, linkPanel }: PaymentStepProps) {
  const contact = useCheckout((state) => state.contact);
  const payment = usePayment(cart);
  const isLink = useOpenLink() !== null;
  const given = isLink ? (cart.billingAddress ?? null) : null;
  const billing = useBilling(cartTotals(cart).grandTotal, nameOf(contact), given);
  const placing = usePlacing(cart, payment, billing);
  const atWork = useAdvisor();
  // Whoever opens a link pays it, an advisor too.
  const advisor = isLink ? null : atWork;
  const points = usePointsDrawer();
  const pay = { cart, payment, billing, placing };
  const noticePlace = useNoticePlace(placing.notice);
  const notice = <PlacingNoticeBox placing={placing} email={contact?.email ?? ''} onReview={showChosenMethod} />;
  useOrderedElsewhere(cart.id);
  useLeftPayment(places.forms === null, placing.takeBack);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // ENTER in the invoice of an advisor's customer orders nothing.
    if (!advisor) placing.place();
  };
  return (
    <>
      {places.forms &&
        createPortal(
          <>
            <form id={paymentFormId} noValidate onSubmit={submit} aria-label="Pago" className="grid gap-6">
              {!advisor && <PaymentMethods cart={cart} payment={payment} />}
              <BillingSection billing={billing} />
            </form>
            {advisor && (
              <Suspense>
                <AdvisorPayment
                  contents={{
                    link: linkPanel(billing, advisor),
                    store: <StorePayment cart={cart} billing={billing} />,
                  }}
                />
              </Suspense>
            )}
            <PointsSection cart={cart} onChoose={points.open} />
            {noticePlace === 'forms' && notice}
          </>,
          places.forms,
        )}
      <PointsDrawerOf drawer={points} isShown={places.forms !== null} />
      {!advisor &&
        places.button &&
        createPortal(
          <>
            {noticePlace === 'button' && notice}
            <PayButton {...pay} />
          </>,
          places.button,
        )}
      {places.aside &&
        createPortal(
          <>
            <CouponBox cart={cart} />
            <SafePayment />
          </>,
          places.aside,
        )}
      {!advisor && places.bar && createPortal(<PayBar {...pay}>{noticePlace === 'bar' && notice}</PayBar>, places.bar)}
    </>
  );
}

/** Who goes back to a step before, or is led there by another content of the cart, orders nothing that is not sent yet. */
function useLeftPayment(isLeft: boolean, takeBack: () => void): void {
  useEffect(() => {
    if (isLeft) takeBack();
  }, [isLeft, takeBack]);
}

const nameOf = (contact: Contact | null): string =>
  contact === null ? '' : `${contact.firstname} ${contact.lastname}`;

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
