import type { Advisor } from '@ceiba/contract/advisors';
import type { Cart } from '@ceiba/contract/carts';
import { hasLineToRemove } from '@ceiba/domain/carts/line-removal';
import { securePaymentText } from '@ceiba/domain/content/fallback-texts';
import { giftCardLines, giftCardTexts } from '@ceiba/domain/gift-cards/gift-card-payment';
import { formatQ, toQuetzales } from '@ceiba/domain/money/money';
import { installmentAmount, planLabel } from '@ceiba/domain/payments/installments';
import { isPayButtonDisabled, payButtonLabel } from '@ceiba/domain/payments/payment-options';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { Price } from '@ceiba/ui/price';
import { type FormEvent, type ReactNode, Suspense, useId } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { useAdvisor } from '../advisors/advisor-store.ts';
import { BillingSection } from '../billing/billing-section.tsx';
import { type Billing, useBilling } from '../billing/use-billing.ts';
import { cartLines, cartTotals } from '../carts/cart-lines.ts';
import { CostList } from '../carts/cost-list.tsx';
import type { Contact } from '../checkout/checkout-data.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { CouponBox } from '../coupons/coupon-box.tsx';
import { GiftCardSection } from '../gift-cards/gift-card-section.tsx';
import { type GiftCards, useGiftCards } from '../gift-cards/use-gift-cards.ts';
import { planOf } from '../payments/card-form.ts';
import { PaymentMethods, showChosenMethod } from '../payments/payment-methods.tsx';
import { type Payment, usePayment } from '../payments/use-payment.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { useOpenLink } from '../platform/open-link.ts';
import { PointsDrawerOf, PointsSection, usePointsDrawer } from '../points/points-section.tsx';
import { type Attempt, isLoading, isOtherTotal, mayPress, noticeOf } from './attempt.ts';
import { AttemptNotice, useNoticePlace } from './attempt-notice.tsx';
import { AcceptFirst, focusAcceptance, PriceChanges, usePriceChanges } from './price-changes.tsx';
import { useAttempt } from './use-attempt.ts';

/** ID of the form with card and billing. The buttons are outside of it. */
const paymentFormId = 'pago';

const AdvisorPayment = lazyPart(() => import('../advisors/advisor-payment.tsx'));
const StorePayment = lazyPart(() => import('./store-payment.tsx'));

/** Elements of the checkout into which the payment step renders. Null while the elements are not on the page. */
export interface PaymentPlaces {
  /** In the step's card: methods, invoice, points, and the state of an attempt. */
  forms: HTMLElement | null;
  /** In the summary, under its total: the gift cards' amounts. */
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
  /** Renders the panel with which an advisor makes a payment link. Passed in by the page, because links depend on orders. */
  linkPanel: (billing: Billing, advisor: Advisor, mustAccept: boolean) => ReactNode;
}

/**
 * The payment step. Card, invoice and attempt live in this one component and render into the page's places. They survive while an earlier step is
 * edited and the places are gone (CHK-07).
 */
export default function PaymentStep({ cart, places, linkPanel }: PaymentStepProps) {
  const contact = useCheckout((state) => state.contact);
  const giftCards = useGiftCards(cart);
  const payment = usePayment(cart, giftCards);
  const isLink = useOpenLink() !== null;
  const advisorBilling = isLink ? (cart.billingAddress ?? null) : null;
  const billing = useBilling(cartTotals(cart).grandTotal, nameOf(contact), advisorBilling);
  const { attempt, place, ask, understand } = useAttempt(cart, { payment, giftCards, billing }, places.forms !== null);
  const atWork = useAdvisor();
  // Every visitor of a link pays the link's cart, even an advisor.
  const advisor = isLink ? null : atWork;
  const points = usePointsDrawer();
  // The e-mail of the order that was sent. The contact may have changed since.
  const email = attempt.draft?.order.email ?? contact?.email ?? '';
  const prices = usePriceChanges(cart, isOtherTotal(attempt.reason));
  const mustAccept = prices.changes.length > 0;
  const accept = () => {
    prices.accept();
    understand();
  };
  // A new total to accept stays beside the disabled pay button.
  const { place: noticePlace, leaveBar } = useNoticePlace(mustAccept ? null : noticeOf(attempt));
  const changes = mustAccept && <PriceChanges changes={prices.changes} onAccept={accept} />;
  const review = () => {
    leaveBar();
    showChosenMethod();
  };
  const notice = <AttemptNotice attempt={attempt} email={email} onAsk={ask} onReview={review} changes={changes} />;
  const pay = { cart, payment, giftCards, billing, attempt, mustAccept };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // ENTER in the invoice form of an advisor's customer does not order.
    if (advisor) return;
    // ENTER in a field does not accept a new total either.
    if (mustAccept) return focusAcceptance();
    prices.accept();
    place();
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
            {advisor && notice}
            {advisor && (
              <Suspense>
                <AdvisorPayment
                  contents={{
                    link: linkPanel(billing, advisor, mustAccept),
                    store: (
                      <StorePayment
                        cart={cart}
                        billing={billing}
                        mustAccept={mustAccept}
                        onOtherTotal={prices.refuse}
                      />
                    ),
                  }}
                />
              </Suspense>
            )}
            {!advisor && <GiftCardSection giftCards={giftCards} />}
            <PointsSection cart={cart} onChoose={points.open} />
            {!advisor && noticePlace === 'forms' && notice}
          </>,
          places.forms,
        )}
      <PointsDrawerOf drawer={points} isShown={places.forms !== null} />
      {!advisor &&
        places.costs &&
        giftCards.parts !== null &&
        giftCards.parts.length > 0 &&
        createPortal(<CostList lines={giftCardLines(cartTotals(cart).grandTotal, giftCards.parts)} />, places.costs)}
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
            <CouponBox cart={cart} email={contact?.email ?? null} />
            <SafePayment />
          </>,
          places.aside,
        )}
      {!advisor && places.bar && createPortal(<PayBar {...pay}>{noticePlace === 'bar' && notice}</PayBar>, places.bar)}
    </>
  );
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

interface PayProps {
  cart: Cart;
  payment: Payment;
  giftCards: Pick<GiftCards, 'isApplying' | 'isWaiting'>;
  billing: Billing;
  attempt: Attempt;
  /** True if the total has changed and must be accepted first. */
  mustAccept: boolean;
}

/** "Realizar pedido" (CHK-22, CHK-23), with the reason if it is disabled. */
function PayButton({ cart, payment, giftCards, billing, attempt, mustAccept }: PayProps) {
  const mustRemove = hasLineToRemove(cartLines(cart));
  const isAsking = payment.isLoading || billing.lookup === 'asking';
  const isDisabled = isPayButtonDisabled({
    isBillingValid: billing.isValid,
    isPaymentValid: payment.isValid,
    method: payment.method,
    isLoading: isAsking,
    hasLineToRemove: mustRemove,
  });
  const isBlocked = isDisabled || giftCards.isWaiting;
  const noteId = useId();
  return (
    <div className="grid gap-2">
      <Button
        type="submit"
        form={paymentFormId}
        size="lg"
        block
        blocked={isBlocked || mustAccept || !mayPress(attempt)}
        aria-describedby={noteId}
        loading={isLoading(attempt)}
        icon={mustRemove ? undefined : <Icon name="lock" />}
        className={mustRemove ? 'text-base' : undefined}
      >
        {payButtonLabel(mustRemove)}
      </Button>
      {mustRemove ? (
        <Link id={noteId} to="/cart" className="link justify-self-center text-sm">
          Ir al carrito
        </Link>
      ) : mustAccept ? (
        <AcceptFirst id={noteId} />
      ) : (
        <p id={noteId} className="text-center text-xs text-ink-muted empty:hidden">
          {isBlocked && mayPress(attempt) ? missing(payment, giftCards, billing) : <PlanNote payment={payment} />}
        </p>
      )}
    </div>
  );
}

function missing(payment: Payment, giftCards: PayProps['giftCards'], billing: Billing): string {
  if (giftCards.isApplying) return 'Un momento…';
  if (giftCards.isWaiting) return 'Aplica tu tarjeta de regalo, o borra su código, para continuar.';
  if (payment.method === null) return 'Elige un método de pago para continuar.';
  if (!payment.isValid) return 'Completa los datos de tu tarjeta para continuar.';
  return billing.isValid ? 'Un momento…' : 'Completa tus datos de facturación para continuar.';
}

/** "12 cuotas de Q812.67 sin recargo". */
function PlanNote({ payment }: Pick<PayProps, 'payment'>) {
  const plan = planOf(payment.form.watch());
  if (payment.method !== 'monthlyPayments' || plan === null) return null;
  return (
    <>
      {planLabel(plan)} de{' '}
      <b className="font-semibold tabular-nums">{formatQ(installmentAmount(payment.rest, plan))}</b> sin recargo
    </>
  );
}

/** Total and button at the foot of the screen, up to 1023 px. The state of an attempt (`children`) is above them. */
function PayBar({ children, ...props }: PayProps & { children: ReactNode }) {
  const { rest } = props.payment;
  // False if gift cards pay a part of the total.
  const isWhole = rest === cartTotals(props.cart).grandTotal;
  return (
    <div className="pay-bar sticky bottom-(--bottom-taken) z-(--z-sticky) mt-6 flex max-h-[40dvh] flex-col gap-2 overflow-y-auto bg-surface px-gutter pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] shadow-bar lg:hidden">
      {children}
      <p className="flex items-center justify-between gap-4">
        <span className="text-sm text-ink-soft">
          {isWhole ? 'Total' : rest === 0 ? giftCardTexts.covered : giftCardTexts.rest}
        </span>
        <Price value={toQuetzales(rest)} className="text-xl" />
      </p>
      <PayButton {...props} />
    </div>
  );
}
