import type { Cart } from '@ceiba/contract/carts';
import { bankDiscountText } from '@ceiba/domain/carts/cart-totals';
import { donationTexts } from '@ceiba/domain/donations/donation-texts';
import { giftCardTexts } from '@ceiba/domain/gift-cards/gift-card-payment';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { paymentPlanMessage } from '@ceiba/domain/payments/card-form';
import {
  installmentAmount,
  longestPlanBanksText,
  longestPlanText,
  planLabel,
} from '@ceiba/domain/payments/installments';
import type { PaymentMethod, PaymentOption } from '@ceiba/domain/payments/payment-options';
import { savedCardTexts } from '@ceiba/domain/payments/saved-card';
import { Button } from '@ceiba/ui/button';
import { CardLogos } from '@ceiba/ui/card-logos';
import { Checkbox } from '@ceiba/ui/choice';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { Skeleton } from '@ceiba/ui/loading';
import { scrollBehavior } from '@ceiba/ui/motion';
import { type ReactNode, Suspense, useId } from 'react';
import { useDonation } from '../donations/use-donation.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { usePolicy } from '../policies/shop-policy.ts';
import { CardFields } from './card-fields.tsx';
import { coveredByPoints } from './covered-by-points.ts';
import type { Payment } from './use-payment.ts';

const SavedCardChoice = lazyPart(() => import('./saved-card-choice.tsx'));

/** The card to pay with: one of the customer's saved cards (PAY-33), or a new card. `children`: the plans, below the card. */
function CardPayment({
  payment,
  isInstallments,
  children,
}: {
  payment: Payment;
  isInstallments: boolean;
  children?: ReactNode;
}) {
  const { cards, isNew, isLoading, useSaved } = payment.savedCards;
  if (isLoading) return <LoadingCards />;
  const hasSaved = cards.length > 0;
  return (
    <>
      {hasSaved && (
        <Suspense fallback={<LoadingCards />}>
          <SavedCardChoice payment={payment}>{children}</SavedCardChoice>
        </Suspense>
      )}
      {(isNew || !hasSaved) && (
        <CardFields payment={payment} isInstallments={isInstallments}>
          {children}
          {payment.savedCards.isCustomer && (
            <Checkbox label={savedCardTexts.save} className="mt-2" {...payment.form.register('isSaveCard')} />
          )}
        </CardFields>
      )}
      {hasSaved && isNew && (
        <button
          type="button"
          onClick={useSaved}
          className="inline-flex min-h-touch items-center gap-2 justify-self-start text-sm font-semibold text-link hover:underline"
        >
          <Icon name="credit-card" size="sm" />
          {savedCardTexts.useSaved}
        </button>
      )}
    </>
  );
}

function LoadingCards() {
  return (
    <div role="status" aria-label="Buscando tus tarjetas" className="grid gap-2">
      <Skeleton className="h-12 rounded-md" />
      <Skeleton className="h-12 rounded-md" />
    </div>
  );
}

const places = ['uno', 'dos', 'tres'];

/** The plans of the card with their monthly amounts (PAY-25, PAY-27), computed from the shown total. */
function PlanCards({ payment: { form, installments }, total }: { payment: Payment; total: Centavos }) {
  const policy = usePolicy();
  const { offer, isLoading } = installments;
  const chosen = form.watch('paymentPlan');
  const messageId = useId();
  if (offer === null) {
    if (!isLoading) return null;
    return (
      <div role="status" aria-label="Buscando cuotas" className="grid grid-cols-3 gap-2">
        {places.map((place) => (
          <Skeleton key={place} className="h-14 rounded-md" />
        ))}
      </div>
    );
  }
  if (offer.installments.length === 0) return null;
  // The shopper must choose again a plan that was chosen for another card. An empty plan is about to become the first plan.
  const isOffered = chosen === '' || offer.installments.includes(Number(chosen));
  const message = isOffered ? null : paymentPlanMessage(null);
  return (
    <fieldset aria-describedby={messageId}>
      <legend className="mb-2 text-sm font-medium">Cuotas</legend>
      <div className="grid cols-trio gap-2">
        {offer.installments.map((plan) => (
          <label
            key={plan}
            className="grid min-h-14 cursor-pointer content-center justify-items-center rounded-md bg-surface px-1 py-2 text-center text-xs text-ink-soft shadow-[inset_0_0_0_1px_var(--color-border-strong)] has-checked:bg-surface-tint has-checked:shadow-[inset_0_0_0_2px_var(--color-primary)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            {/* The plan is not registered, because the form would still read a plan that was removed with its card. */}
            <input
              type="radio"
              name="paymentPlan"
              value={String(plan)}
              checked={chosen === String(plan)}
              onChange={() => form.setValue('paymentPlan', String(plan))}
              className="sr-only"
            />
            {planLabel(plan)}
            <b className="text-base font-bold tracking-[-0.01em] wrap-anywhere text-ink tabular-nums">
              {formatQ(installmentAmount(total, plan))}
            </b>
          </label>
        ))}
      </div>
      <p id={messageId} role="status" className="mt-2 text-sm text-danger empty:hidden">
        {message}
      </p>
      {offer.hasDiscount && (
        <p className="mt-2 flex items-center gap-1.5 text-sm font-semibold text-success">
          <Icon name="badge-percent" size="sm" />
          {bankDiscountText(policy)}
        </p>
      )}
    </fieldset>
  );
}

const methodsId = 'metodos';

/** Scrolls to the chosen method and focuses it. On a phone the alert may still cover the top. */
export function showChosenMethod(): void {
  const methods = document.getElementById(methodsId);
  const target = methods?.querySelector<HTMLElement>('[aria-expanded="true"]') ?? methods;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
}

/** The payment methods, each with a header that opens and closes it (PAY-01, DEC-187). */
export function PaymentMethods({ cart, payment }: { cart: Cart; payment: Payment }) {
  const { rest } = payment;
  const { installmentPlans, installmentBanks } = usePolicy();
  // Until the card is known, the plans of all cards of the shop are shown.
  const plans = payment.installments.offer?.installments ?? installmentPlans;
  const contents: Record<PaymentMethod, ReactNode> = {
    monthlyPayments: (
      <CardPayment payment={payment} isInstallments>
        <PlanCards payment={payment} total={rest} />
      </CardPayment>
    ),
    singlePayment: <CardPayment payment={payment} isInstallments={false} />,
    cashPayments: null,
  };
  return (
    <section
      id={methodsId}
      aria-label="Método de pago"
      tabIndex={-1}
      className="grid scroll-mt-32 gap-3 outline-none lg:scroll-mt-4"
    >
      <h3 className="sr-only">Método de pago</h3>
      {payment.options.map((option) => (
        <MethodCard
          key={option.method}
          option={option}
          plan={option.method === 'monthlyPayments' && plans.length > 0 ? longestPlanText(rest, plans) : null}
          banks={payment.installments.offer === null ? longestPlanBanksText(plans, installmentBanks) : null}
          isOpen={payment.method === option.method}
          onToggle={() => payment.toggle(option.method)}
        >
          {contents[option.method]}
        </MethodCard>
      ))}
      {payment.isCovered && (
        <p className="rounded-lg bg-success-soft px-4 py-3.5 text-sm text-on-success-soft">
          {coveredByPoints(cart) === null
            ? giftCardTexts.coversAll
            : 'Tu certificado cubre todo: no necesitas otro método de pago.'}
        </p>
      )}
      {cart.donation !== null && <RemoveDonation />}
    </section>
  );
}

const asides: Record<PaymentMethod, ReactNode> = {
  monthlyPayments: <CardLogos cuotas={false} amex={false} />,
  singlePayment: <CardLogos cuotas={false} />,
  cashPayments: <Icon name="banknote" />,
};

/** An open method is the chosen method. The mark at the left also shows this. */
function MethodCard({
  option,
  plan,
  banks,
  isOpen,
  onToggle,
  children,
}: {
  option: PaymentOption;
  /** The plan that most people choose, beside the subtitle. */
  plan: string | null;
  /** The banks whose cards have that plan, until a card is known. */
  banks: string | null;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const text = option.subtitle !== null && !option.isDisabled ? option.subtitle : option.notice;
  const hasContent = isOpen && children !== null;
  return (
    <div
      className={cx(
        'overflow-hidden rounded-lg',
        isOpen ? 'border-2 border-primary' : 'border-[1.5px] border-border-strong',
        option.isDisabled ? 'bg-surface-sunken' : 'bg-surface',
      )}
    >
      <div
        className={cx(
          'relative flex items-center gap-3.5 rounded-lg p-4 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus',
          isOpen && 'bg-surface-tint',
          option.isDisabled && 'text-ink-disabled',
        )}
      >
        <span
          aria-hidden="true"
          className={cx(
            'size-[22px] flex-none rounded-full bg-surface',
            isOpen ? 'border-[7px] border-primary' : 'border-[1.5px] border-border-control',
          )}
        />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3.5 gap-y-1.5">
          <div className="min-w-[min(12rem,100%)] flex-1">
            {/* The button is the method's name (DEC-187); its click area is the whole header. */}
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={hasContent ? `${id}-content` : undefined}
              aria-describedby={text === null ? undefined : `${id}-text`}
              disabled={option.isDisabled}
              onClick={onToggle}
              className="block w-full scroll-mt-32 text-left font-semibold outline-none lg:scroll-mt-9 after:absolute after:inset-0 disabled:text-ink-disabled"
            >
              {option.label}
            </button>
            {text !== null && (
              <p id={`${id}-text`} className="text-sm text-ink-soft tabular-nums">
                {text}
              </p>
            )}
            {plan !== null && !option.isDisabled && <p className="text-sm font-semibold tabular-nums">{plan}</p>}
            {plan !== null && banks !== null && !option.isDisabled && <p className="text-sm text-ink-soft">{banks}</p>}
          </div>
          {asides[option.method]}
        </div>
      </div>
      {hasContent && (
        <div id={`${id}-content`} className="grid gap-4 px-4 pt-2 pb-[18px]">
          {children}
        </div>
      )}
    </div>
  );
}

/** The button that removes the donation. A donation allows only cash (DIF-17). */
function RemoveDonation() {
  const { remove, isPending } = useDonation();
  return (
    <Button variant="outline" size="sm" loading={isPending} onClick={remove} className="justify-self-start">
      {donationTexts.remove}
    </Button>
  );
}
