import type { LinkCart } from '@ceiba/contract/payment-links';
import { linkHoldsText, preparedByText } from '@ceiba/domain/advisors/advisor-texts';
import { productCount } from '@ceiba/domain/carts/cost-lines';
import { isDeliveryOpen } from '@ceiba/domain/checkout/steps';
import { toQuetzales } from '@ceiba/domain/money/money';
import { Fold } from '@ceiba/ui/accordion-card';
import { Price } from '@ceiba/ui/price';
import { cartTotals, productLines, withoutDelivery } from '../carts/cart-lines.ts';
import { useCart } from '../carts/use-cart.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { LineList } from '../checkout/order-summary.tsx';

/** What a stranger reads first of a payment link: who prepared it, until when it holds, what is in it and what it costs. */
export function LinkIntro({
  cart: { employeeInfo },
  storeName,
  expiresAt,
}: {
  cart: LinkCart;
  storeName: string | null;
  expiresAt: string;
}) {
  const { cart } = useCart();
  const steps = useCheckout((state) => state.steps);
  if (cart === null) return null;
  const totals = cartTotals(cart);
  const isWithoutDelivery = isDeliveryOpen(steps) && !cart.isDigital;
  return (
    <div className="wrap max-w-checkout pt-4 lg:pt-8">
      <section aria-labelledby="preparado" className="panel grid gap-3">
        <div className="grid gap-1">
          <h2 id="preparado" className="heading-card text-xl text-pretty">
            {preparedByText(employeeInfo?.firstName ?? null, storeName)}
          </h2>
          <p className="text-sm text-ink-soft">{linkHoldsText(new Date(expiresAt))}</p>
        </div>
        <Fold open title={productCount(cart.totalQuantity)}>
          <LineList lines={productLines(cart)} />
        </Fold>
        <p className="flex items-baseline justify-between gap-4 border-t border-border pt-3 font-semibold">
          {isWithoutDelivery ? 'Total sin envío' : 'Total'}
          <Price
            value={toQuetzales((isWithoutDelivery ? withoutDelivery(totals) : totals).grandTotal)}
            className="text-xl"
          />
        </p>
      </section>
    </div>
  );
}
