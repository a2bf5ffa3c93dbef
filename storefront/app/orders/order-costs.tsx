import type { Order } from '@ceiba/contract/order-shapes';
import { type CostLine, costLines } from '@ceiba/domain/carts/cost-lines';
import { giftCardTexts } from '@ceiba/domain/gift-cards/gift-card-payment';
import { cashToHaveReady } from '@ceiba/domain/orders/confirmation-texts';
import { lostWorthTexts } from '@ceiba/domain/orders/order';
import { supportChatLink, supportPhoneLink } from '@ceiba/domain/policies/support-links';
import { Icon } from '@ceiba/ui/icon';
import { amountOf, shownAmount } from '@ceiba/ui/price';
import type { ReactNode } from 'react';
import { CostList } from '../carts/cost-list.tsx';
import { usePolicy } from '../policies/shop-policy.ts';

/** The costs, payment and delivery of an order. `place` is shown under the delivery; `children` stand below. */
export function OrderCosts({
  order,
  place,
  children,
}: {
  order: Pick<Order, 'status' | 'total' | 'dueAtDoor' | 'paymentMethods' | 'carrier' | 'deliveryPromise'>;
  place?: ReactNode;
  children?: ReactNode;
}) {
  const { total } = order;
  const deliveryType = order.carrier === null ? null : (order.deliveryPromise?.shippingMethod ?? 'delivery');
  const lines = costLines(
    {
      subtotal: amountOf(total.subtotal.value),
      warranties: amountOf(total.warranties.value),
      shipping: amountOf(total.total_shipping.value),
      grandTotal: amountOf(total.grandTotal.value),
      discounts: total.discounts.map(({ label, value }) => ({ label: [label], amount: amountOf(value) })),
    },
    { deliveryType, isDeliveryOpen: false, isDigitalOnly: order.carrier === null },
  );
  const lostTexts = lostWorthTexts({
    canceled: amountOf(total.canceled.value),
    undelivered: amountOf(total.undelivered.value),
    returned: amountOf(total.returned.value),
  });
  return (
    <aside aria-label="Resumen" className="grid gap-4">
      <section className="panel grid gap-3">
        <h2 className="heading-card">Resumen de compra</h2>
        <CostList lines={[...lines, ...paidLines(order)]} />
        {lostTexts.map((text) => (
          <p key={text} className="text-sm text-ink-soft">
            {text}
          </p>
        ))}
      </section>
      <section className="panel grid gap-3 text-sm">
        {order.paymentMethods.map(({ name }) => (
          <Payment key={name} name={name} dueAtDoor={order.dueAtDoor} />
        ))}
        {order.carrier !== null && (
          <div className="flex items-start gap-2.5">
            <Icon name={deliveryType === 'storepickup' ? 'store' : 'map-pin'} className="flex-none" />
            <p className="min-w-0 wrap-anywhere">
              <b className="block font-semibold">{order.carrier}</b>
              {place}
            </p>
          </div>
        )}
        {children}
      </section>
      <Support />
    </aside>
  );
}

/** Lines under the total: each payment if there are several (DEC-199), and the open amount of an unpaid order at a store. */
function paidLines({ status, total, paymentMethods }: Pick<Order, 'status' | 'total' | 'paymentMethods'>): CostLine[] {
  const paid = paymentMethods.flatMap(({ name, amount }) =>
    amount === undefined ? [] : [paidLine(name, shownAmount(amount.value))],
  );
  const isLess = status === 'pending_payment' && total.owed.value < total.grandTotal.value;
  return paid.length > 0 || !isLess
    ? paid
    : [{ kind: 'rest', label: 'Por pagar', text: shownAmount(total.owed.value) }];
}

/** A gift card's amount is shown as a deduction, as in the checkout (`giftCardLines`). */
const paidLine = (name: string, amount: string): CostLine =>
  name.startsWith(giftCardTexts.title)
    ? { kind: 'giftCard', label: name, text: `-${amount}` }
    : { kind: 'rest', label: name, text: amount };

function Payment({ name, dueAtDoor }: { name: string; dueAtDoor: Order['dueAtDoor'] }) {
  const ready = dueAtDoor && cashToHaveReady(name, amountOf(dueAtDoor.value));
  return (
    <p className="flex items-center gap-2.5">
      <Icon name={ready === null ? 'credit-card' : 'banknote'} />
      <span>
        {name}
        {ready !== null && <b className="block font-semibold">{ready}</b>}
      </span>
    </p>
  );
}

/** A number that cannot be dialled is shown as text instead of a link. */
function Support() {
  const policy = usePolicy();
  const call = supportPhoneLink(policy);
  const chat = supportChatLink(policy);
  return (
    <div className="grid gap-2">
      {call === undefined ? (
        <p className="flex items-center justify-center gap-2 py-2 text-sm">
          <Icon name="headset" size="sm" />
          Necesito ayuda · {policy.supportPhone}
        </p>
      ) : (
        <a href={call} className="btn btn-outline btn-md btn-block">
          <Icon name="headset" size="sm" />
          Necesito ayuda · {policy.supportPhone}
        </a>
      )}
      {chat !== null && (
        <a href={chat} target="_blank" rel="noreferrer" className="btn btn-outline btn-md btn-block">
          <Icon name="phone" size="sm" />
          WhatsApp · {policy.supportWhatsApp}
        </a>
      )}
    </div>
  );
}
