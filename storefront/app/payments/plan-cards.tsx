import { bankDiscountText } from '@ceiba/domain/carts/cart-totals';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { paymentPlanMessage } from '@ceiba/domain/payments/card-form';
import { installmentAmount, planLabel } from '@ceiba/domain/payments/installments';
import { Icon } from '@ceiba/ui/icon';
import { Skeleton } from '@ceiba/ui/loading';
import { useId } from 'react';
import { usePolicy } from '../policies/shop-policy.ts';
import type { Payment } from './use-payment.ts';

const places = ['uno', 'dos', 'tres'];

/** The plans of the card with their payments (PAY-25, PAY-27); the amounts follow the total shown. */
export function PlanCards({ payment: { form, installments }, total }: { payment: Payment; total: Centavos }) {
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
  // Of another card the shopper had before: what to pay in is theirs to choose anew. An empty plan is about to be the first.
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
            {/* Not registered: the form would go on reading a plan that has left the page with its card. */}
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
