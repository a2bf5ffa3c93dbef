import type { Order } from '@ceiba/contract/order-shapes';
import { formatTypedPhone, phonePrefix } from '@ceiba/domain/customers/phone';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { hasComeToNothing, orderSubtitle, orderTitle } from '@ceiba/domain/orders/order';
import { ButtonLink } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { BuyAgainBox } from './buy-again-box.tsx';
import type { ShownOrder } from './customer-orders.ts';
import { LostOrderAlert } from './lost-order-alert.tsx';
import { OrderCosts } from './order-costs.tsx';
import { OrderShipments, OrderStatusTag } from './order-shipments.tsx';

/** An own order: where its shipments are, what it cost, how it was paid and billed (HIST-03 to HIST-06, APP-34). */
export function OrderDetail({ shown: { order, tracking } }: { shown: ShownOrder }) {
  return (
    <>
      <div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-3xl leading-tight">
            <span className="max-lg:hidden">{orderTitle(order.number, false)}</span>
            <span className="lg:hidden">{orderTitle(order.number, true)}</span>
          </h1>
          <OrderStatusTag status={order.status} />
        </div>
        <p className="mt-2 flex items-center gap-2 text-ink-soft">
          {!hasComeToNothing(order.status) && <Icon name="circle-check" className="flex-none text-success" />}
          {orderSubtitle(order.orderDate, order.status)}
        </p>
      </div>
      <LostOrderAlert order={order} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_320px] lg:items-start lg:gap-6 min-[1700px]:grid-cols-[minmax(0,1fr)_420px]">
        <OrderShipments
          order={order}
          tracking={tracking}
          actions={(subOrderId) => <ReturnLink order={order} subOrderId={subOrderId} />}
        />
        <OrderCosts order={order} place={<Place delivery={order.delivery} />}>
          <Billing address={order.billingAddress} />
          <BuyAgainBox order={order} />
        </OrderCosts>
      </div>
    </>
  );
}

/** The way to a return of what came with a shipment, while there is something of it to return (DEC-142). */
function ReturnLink({ order, subOrderId }: { order: Order; subOrderId: string }) {
  const products = order.products.filter((product) => product.subOrderId === subOrderId);
  const product = products.find(({ returnable }) => returnable !== null);
  if (product?.returnable == null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-border pt-4">
      <ButtonLink
        to={`/dashboard/returns?${new URLSearchParams({ order: order.number, sku: product.productSku })}`}
        variant="tonal"
        size="sm"
        icon={<Icon name="rotate-ccw" size="sm" />}
      >
        Solicitar devolución
      </ButtonLink>
      <span className="text-sm text-ink-soft">Hasta el {formatDateText(product.returnable.until)}</span>
    </div>
  );
}

/** The store or the address it goes to, and who receives it. */
function Place({ delivery }: { delivery: Order['delivery'] }) {
  if (delivery === null) return null;
  const { store, street, city, region, zone, receiver, phone, extras } = delivery;
  const address = [street.join(' ').trim(), zone, city].filter((part) => part !== '').join(', ');
  const lines = [
    store ?? '',
    address,
    region === city ? '' : region,
    `Recibe ${receiver}, ${phonePrefix} ${formatTypedPhone(phone)}`,
    extras,
  ];
  return <Lines lines={lines} />;
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines
    .filter((line) => line !== '')
    .map((line) => (
      <span key={line} className="block text-ink-soft">
        {line}
      </span>
    ));

/** Who the invoice is made out to, and where; nothing of an order that has none. */
function Billing({ address: { name, nit, documentType, street, city, region } }: { address: Order['billingAddress'] }) {
  const identity = documentType === 'CF' ? documentType : `${documentType} ${nit}`;
  const lines = [name, identity, street.join(' ').trim(), [city, region].filter((part) => part !== '').join(', ')];
  return (
    <div className="flex items-start gap-2.5">
      <Icon name="receipt-text" className="flex-none" />
      <p className="min-w-0 wrap-anywhere">
        <b className="block font-semibold">Facturación</b>
        <Lines lines={lines} />
      </p>
    </div>
  );
}
