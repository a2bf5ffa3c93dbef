import type { Order, Tracking } from '@ceiba/contract/order-shapes';
import { formatWeekdayDateText, unknownDateText } from '@ceiba/domain/dates/spanish-date';
import {
  canceledUnitsText,
  hasComeToNothing,
  type OrderStatus,
  orderStatusLabels,
  promisedTitle,
  splitText,
} from '@ceiba/domain/orders/order';
import { AlertBox } from '@ceiba/ui/alert';
import { Icon } from '@ceiba/ui/icon';
import { Price } from '@ceiba/ui/price';
import { StateTag } from '@ceiba/ui/state-tag';
import { Thumbnail } from '@ceiba/ui/thumbnail';
import type { ReactNode } from 'react';
import { TrackingTimeline } from './tracking-timeline.tsx';

type ShownOrder = Pick<Order, 'status' | 'products' | 'deliveryPromise'>;

/** Every shipment of an order with its seller, timeline and products (HIST-05, HIST-06); two side by side from 1700 px on. */
export function OrderShipments({
  order,
  tracking,
  actions,
}: {
  order: ShownOrder;
  tracking: readonly Tracking[];
  /** What can be done with a shipment, by the number of its sub-order. */
  actions?: ((subOrderId: string) => ReactNode) | undefined;
}) {
  const split = splitText(tracking.length);
  return (
    <div className="grid gap-4">
      {split !== null && <AlertBox type="Info" title={split} />}
      <div className="grid items-start gap-4 min-[1700px]:has-[>:nth-child(2)]:grid-cols-2">
        {tracking.map((shipment, index) => (
          <Shipment key={shipment.subOrderId} order={order} shipment={shipment} n={index + 1}>
            {actions?.(shipment.subOrderId)}
          </Shipment>
        ))}
      </div>
    </div>
  );
}

const tones = {
  pending_payment: 'warning',
  processing: 'info',
  shipped: 'success',
  delivered: 'success',
  undelivered: 'danger',
  canceled: 'danger',
} as const satisfies Record<OrderStatus, string>;

const icons: Record<OrderStatus, string> = {
  pending_payment: 'clock',
  processing: 'package',
  shipped: 'truck',
  delivered: 'package-check',
  undelivered: 'x',
  canceled: 'x',
};

/** DEC-137. */
export function OrderStatusTag({ status }: { status: OrderStatus }) {
  return (
    <StateTag tone={tones[status]}>
      <Icon name={icons[status]} size="sm" />
      {orderStatusLabels[status]}
    </StateTag>
  );
}

function Shipment({
  order,
  shipment,
  n,
  children,
}: {
  order: ShownOrder;
  shipment: Tracking;
  n: number;
  children?: ReactNode;
}) {
  const products = order.products.filter(({ subOrderId }) => subOrderId === shipment.subOrderId);
  const status = products[0]?.status ?? order.status;
  return (
    <section aria-label={`Envío ${n}`} className="panel grid gap-5">
      <div className="line-body items-start">
        <div>
          <h2 className="heading-card">Envío {n}</h2>
          <p className="text-sm text-ink-soft">
            Vendido por {shipment.seller} ·{' '}
            <span className="whitespace-nowrap tabular-nums">{shipment.subOrderId}</span>
          </p>
        </div>
        <OrderStatusTag status={status} />
      </div>
      <TrackingTimeline
        steps={shipment.status}
        isLost={hasComeToNothing(status)}
        promise={hasComeToNothing(status) ? null : promiseOf(order, shipment.sellerId)}
      />
      <ul className="border-t border-border">
        {products.map((product) => (
          <li
            key={product.id}
            className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-3.5 border-b border-border py-3 text-sm last:border-b-0 last:pb-0"
          >
            <Thumbnail
              image={{ url: product.productsThumbnail.url, label: product.productName }}
              quantity={product.quantityOrdered}
              width={64}
            />
            <div className="line-body">
              <span>
                {product.productName}
                <br />
                <span className="text-ink-muted">Cantidad: {product.quantityOrdered}</span>
                {product.quantityCanceled > 0 && (
                  <span className="block text-ink-muted">{canceledUnitsText(product.quantityCanceled)}</span>
                )}
              </span>
              <span>
                <Price value={product.productSalePrice.value} className="text-base" />
                {product.quantityOrdered > 1 && <span className="text-ink-soft"> c/u</span>}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

/** What was promised of this seller's part when it was placed (DEC-101), and of which step; nothing of what comes by e-mail. */
function promiseOf({ deliveryPromise }: ShownOrder, sellerId: number): { title: string; text: string } | null {
  const group = deliveryPromise?.groups.find((each) => each.sellerId === sellerId);
  if (group === undefined) return null;
  const isPickup = deliveryPromise?.shippingMethod === 'storepickup';
  const date = formatWeekdayDateText(isPickup ? group.pickupDate : group.deliveryDate);
  const pickup = date === unknownDateText ? date : `Desde el ${date}`;
  return { title: promisedTitle(isPickup), text: isPickup ? pickup : `Entrega estimada: ${date}` };
}
