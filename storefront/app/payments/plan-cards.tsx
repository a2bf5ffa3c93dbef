import { bankDiscountText } from '@ceiba/domain/carts/cart-totals';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { installmentAmount, planLabel } from '@ceiba/domain/payments/installments';
import { usePolicy } from '../policies/shop-policy.ts';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { typedField } from '../ui/typed-field.ts';
import type { Payment } from './use-payment.ts';

const places = ['uno', 'dos', 'tres'];

/** The plans of the card with their payments (PAY-25, PAY-27); the amounts follow the total shown. */
export function PlanCards({ payment: { form, installments }, total }: { payment: Payment; total: Centavos }) {
  const policy = usePolicy();
  const { offer, isLoading } = installments;
  const field = typedField(form, 'paymentPlan', {});
  const chosen = form.watch('paymentPlan');
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
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Cuotas</legend>
      <div className="grid grid-cols-2 gap-2 min-[360px]:grid-cols-3">
        {offer.installments.map((plan) => (
          <label
            key={plan}
            className="grid min-h-14 cursor-pointer content-center justify-items-center rounded-md bg-surface px-1 py-2 text-center text-xs text-ink-soft shadow-[inset_0_0_0_1px_var(--color-border-strong)] has-checked:bg-surface-tint has-checked:shadow-[inset_0_0_0_2px_var(--color-primary)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input type="radio" {...field} value={String(plan)} checked={chosen === String(plan)} className="sr-only" />
            {planLabel(plan)}
            <b className="text-base font-bold tracking-[-0.01em] text-ink tabular-nums">
              {formatQ(installmentAmount(total, plan))}
            </b>
          </label>
        ))}
      </div>
      {offer.hasDiscount && (
        <p className="mt-2 flex items-center gap-1.5 text-sm font-semibold text-success">
          <Icon name="badge-percent" size="sm" />
          {bankDiscountText(policy)}
        </p>
      )}
    </fieldset>
  );
}
