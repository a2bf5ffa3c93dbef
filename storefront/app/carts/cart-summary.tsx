import type { Cart } from '@ceiba/contract/carts';
import { bannerDiscounts, discountText } from '@ceiba/domain/carts/cart-totals';
import { costLines, productCount } from '@ceiba/domain/carts/cost-lines';
import { goToPayLabel, hasLineToRemove, isGoToPayDisabled } from '@ceiba/domain/carts/line-removal';
import { securePaymentText } from '@ceiba/domain/content/fallback-texts';
import { lostCouponText } from '@ceiba/domain/coupons/coupon';
import { secondOrderTexts } from '@ceiba/domain/delivery/second-order';
import { type Centavos, formatQ, toQuetzales, zero } from '@ceiba/domain/money/money';
import {
  calculatorTexts,
  installmentTable,
  isInstallmentCalculatorVisible,
  planBanksTexts,
  planLabel,
} from '@ceiba/domain/payments/installments';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { CardLogos } from '@ceiba/ui/card-logos';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { Skeleton } from '@ceiba/ui/loading';
import { Price } from '@ceiba/ui/price';
import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { BankQuestion } from '../banks/bank-question.tsx';
import { flagCheckoutFromCart } from '../platform/session-flags.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { cartToPay } from './cart-banks.tsx';
import { cartLines, cartTotals, productLines, withoutDelivery } from './cart-lines.ts';
import { CostList } from './cost-list.tsx';
import { cartScope } from './use-cart.ts';

/**
 * The card at the right (CART-12..14, DIF-15). `isStuck`: neither delivery nor pickup is possible for the whole cart. `children` stand
 * under the card's pay button, which shows from 1024 px; below that width the bar has the button.
 */
export function CartSummary({ cart, isStuck, children }: { cart: Cart; isStuck: boolean; children: ReactNode }) {
  // Delivery is priced in the checkout; until then the total excludes it (CART-31).
  const totals = withoutDelivery(cartTotals(cart));
  const discounts = bannerDiscounts(totals.discounts);
  const lines = costLines(totals, { deliveryType: null, isDeliveryOpen: true, isDigitalOnly: cart.isDigital });
  return (
    <section aria-labelledby="resumen" className="panel grid gap-4">
      <h2 id="resumen" className="heading-card text-xl">
        Resumen de compra
      </h2>
      {discounts.length > 0 && (
        <ul
          aria-label="Descuentos"
          className="grid gap-1 rounded-md bg-success-soft px-3.5 py-2.5 text-sm text-on-success-soft"
        >
          {discounts.map((discount) => (
            <li key={discount.id} className="flex items-center gap-2">
              <Icon name="badge-percent" size="sm" />
              {discountText(discount)}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-sm text-warning empty:hidden">
        {cart.couponProblem && lostCouponText(cart.couponProblem.code, cart.couponProblem.condition)}
      </p>
      <CostList lines={lines} subtotalNote={`(${productCount(cart.totalQuantity)})`} donation={cart.donation} />
      <GoToPay cart={cart} isStuck={isStuck} className="max-lg:hidden" size="lg" />
      {children}
      {/* With a donation the whole order is paid in cash (DIF-17). */}
      {cart.donation === null && (
        <InstallmentCalculator cart={cart} subtotal={totals.subtotal} total={totals.grandTotal} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-muted">
        <span className="inline-flex items-center gap-2">
          <Icon name="shield-check" />
          {securePaymentText}
        </span>
        <CardLogos cuotas={false} />
      </div>
    </section>
  );
}

/** The bar under the cart up to 1023 px (CART-09, DIF-15). `cart` is null if there is no cart or the cart is still loading. */
export function PayBar({
  cart,
  isLoading,
  isStuck = false,
}: {
  cart: Cart | null;
  isLoading: boolean;
  isStuck?: boolean;
}) {
  const total = cart === null ? zero : withoutDelivery(cartTotals(cart)).grandTotal;
  return (
    <div className="cart-bar needs-script sticky bottom-(--bottom-taken) z-(--z-sticky) mt-8 grid gap-2 bg-surface px-gutter pt-2.5 pb-[calc(14px+env(safe-area-inset-bottom))] shadow-bar lg:hidden">
      <p className="flex min-h-7 items-center justify-between gap-4">
        <span className="text-sm text-ink-soft">
          Total{!isLoading && ` (${productCount(cart?.totalQuantity ?? 0)})`}
        </span>
        {isLoading ? <Skeleton className="h-6 w-28" /> : <Price value={toQuetzales(total)} className="text-xl" />}
      </p>
      <GoToPay cart={cart} isLoading={isLoading} isStuck={isStuck} />
    </div>
  );
}

/** The reason why a cart cannot be paid yet: a line without a price, or a visit for a product outside the cart. Null if the cart can be paid. */
function problemOf(items: Cart['items']): string | null {
  if (items.some(({ salesPrice }) => salesPrice === null)) return noPriceText;
  return items.some(({ visitRefusal }) => visitRefusal === 'VISIT_DOES_NOT_FIT') ? visitText : null;
}

const noPriceText = 'Un producto no tiene precio por ahora: elimínalo para continuar.';
const visitText = 'Quita el servicio que no va con tu producto para continuar.';

function GoToPay({
  cart,
  isLoading = false,
  isStuck,
  className,
  size = 'md',
}: {
  cart: Cart | null;
  isLoading?: boolean;
  isStuck: boolean;
  className?: string;
  size?: 'md' | 'lg';
}) {
  const changes = useIsMutating({ predicate: ({ options }) => options.scope?.id === cartScope.id });
  const items = cart?.items ?? [];
  const mustRemove = hasLineToRemove(cartLines({ items }));
  const problem = isStuck ? secondOrderTexts.payReason : problemOf(items);
  const isDisabled = isGoToPayDisabled({
    isLoading: isLoading || changes > 0,
    lines: productLines({ items }),
    hasProblem: problem !== null,
  });
  const noteId = useId();
  if (isDisabled) {
    const hasNote = problem !== null && !mustRemove;
    return (
      <div className={cx('grid gap-1.5', className)}>
        <Button block size={mustRemove ? 'md' : size} disabled aria-describedby={hasNote ? noteId : undefined}>
          {goToPayLabel(mustRemove)}
        </Button>
        {hasNote && (
          <p id={noteId} className="text-center text-xs text-ink-soft">
            {problem}
          </p>
        )}
      </div>
    );
  }
  return (
    <ButtonLink to="/checkout" block size={size} className={className} onClick={flagCheckoutFromCart}>
      {goToPayLabel(false)}
    </ButtonLink>
  );
}

/** The monthly payment of each plan. Shown above a minimum subtotal (CAT-27, CAT-28). */
function InstallmentCalculator({ cart, subtotal, total }: { cart: Cart; subtotal: Centavos; total: Centavos }) {
  const policy = usePolicy();
  if (!isInstallmentCalculatorVisible(subtotal, policy)) return null;
  return (
    <details open className="group">
      <summary className="flex min-h-touch items-center justify-between gap-2 font-semibold">
        <span className="inline-flex items-center gap-2">
          <Icon name="calendar-range" />
          {calculatorTexts.title(policy.installmentPlans)}
        </span>
        <Icon name="chevron-down" className="transition-[rotate] group-open:rotate-180" />
      </summary>
      <dl className="grid cols-trio gap-2 pt-1">
        {installmentTable(total, policy.installmentPlans).map(({ plan, monthly }) => (
          <div
            key={plan}
            className="grid min-h-14 content-center justify-items-center rounded-md px-1 py-2 text-center shadow-[inset_0_0_0_1px_var(--color-border-strong)]"
          >
            <dt className="text-xs text-ink-soft">{planLabel(plan)}</dt>
            <dd className="font-bold tracking-[-0.01em] wrap-anywhere tabular-nums">{formatQ(monthly)}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-1 pt-2 text-sm text-ink-muted">
        <p>{calculatorTexts.note}</p>
        {planBanksTexts(policy.installmentPlans, policy.installmentBanks).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <div className="grid gap-3 pt-3">
        <BankQuestion toPay={cartToPay(cart)} total={total} plans={policy.installmentPlans} />
      </div>
    </details>
  );
}
