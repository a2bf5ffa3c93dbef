import type { Cart } from '@ceiba/contract/carts';
import { hasLineToRemove } from '@ceiba/domain/carts/line-removal';
import { formatQ } from '@ceiba/domain/money/money';
import { installmentAmount, planLabel } from '@ceiba/domain/payments/installments';
import { isPayButtonDisabled, payButtonLabel } from '@ceiba/domain/payments/payment-options';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { Billing } from '../billing/use-billing.ts';
import { cartLines, cartTotals } from '../carts/cart-lines.ts';
import { planOf } from '../payments/card-form.ts';
import type { Payment } from '../payments/use-payment.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { paymentFormId } from './payment-form-id.ts';
import type { Placing } from './use-placing.ts';

interface PayProps {
  cart: Cart;
  payment: Payment;
  billing: Billing;
  placing: Placing;
}

/** "Realizar pedido" (CHK-22, CHK-23), with the reason when it cannot be pressed. */
export function PayButton({ cart, payment, billing, placing }: PayProps) {
  const mustRemove = hasLineToRemove(cartLines(cart));
  const isLoading = payment.isLoading || billing.lookup === 'asking';
  const isDisabled = isPayButtonDisabled({
    isBillingValid: billing.isValid,
    isPaymentValid: payment.isValid,
    method: payment.method,
    isLoading,
    hasLineToRemove: mustRemove,
  });
  const noteId = useId();
  // The answer is there, or will not come (ORD-07): nothing loads any more, and what became of it is asked for first.
  const isChecking = placing.notice === 'checking';
  return (
    <div className="grid gap-2">
      <Button
        type="submit"
        form={paymentFormId}
        size="lg"
        block
        blocked={isDisabled || isChecking}
        aria-describedby={noteId}
        loading={placing.isPlacing && !isChecking}
        icon={mustRemove ? undefined : <Icon name="lock" />}
        className={mustRemove ? 'text-base' : undefined}
      >
        {payButtonLabel(mustRemove)}
      </Button>
      {mustRemove ? (
        <Link id={noteId} to="/cart" className="link justify-self-center text-sm">
          Ir al carrito
        </Link>
      ) : (
        <p id={noteId} className="text-center text-xs text-ink-muted empty:hidden">
          {isDisabled && !placing.isPlacing ? missing(payment, billing) : <PlanNote cart={cart} payment={payment} />}
        </p>
      )}
    </div>
  );
}

function missing(payment: Payment, billing: Billing): string {
  if (payment.method === null) return 'Elige un método de pago para continuar.';
  if (!payment.isValid) return 'Completa los datos de tu tarjeta para continuar.';
  return billing.isValid ? 'Un momento…' : 'Completa tus datos de facturación para continuar.';
}

/** "12 cuotas de Q812.67 sin recargo". */
function PlanNote({ cart, payment }: Pick<PayProps, 'cart' | 'payment'>) {
  const plan = planOf(payment.form.watch());
  if (payment.method !== 'monthlyPayments' || plan === null) return null;
  return (
    <>
      {planLabel(plan)} de{' '}
      <b className="font-semibold tabular-nums">{formatQ(installmentAmount(cartTotals(cart).grandTotal, plan))}</b> sin
      recargo
    </>
  );
}

/** Total and button at the foot of the screen, up to 1023 px; above them what is known of an attempt (`children`). */
export function PayBar({ children, ...props }: PayProps & { children: ReactNode }) {
  return (
    <div className="pay-bar sticky bottom-(--bottom-taken) z-(--z-sticky) mt-6 grid gap-2 bg-surface px-gutter pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] shadow-bar lg:hidden">
      {children}
      <p className="flex items-center justify-between gap-4">
        <span className="text-sm text-ink-soft">Total</span>
        <Price value={props.cart.prices.grandTotal.value} className="text-xl" />
      </p>
      <PayButton {...props} />
    </div>
  );
}
