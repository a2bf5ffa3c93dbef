import { PagedList } from '@ceiba/client/paged-list';
import type { Order } from '@ceiba/contract/order-shapes';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { orderTexts, orderTitle } from '@ceiba/domain/orders/order';
import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Icon } from '@ceiba/ui/icon';
import { Price } from '@ceiba/ui/price';
import { Thumbnail } from '@ceiba/ui/thumbnail';
import { Link } from 'react-router';
import { useOrderHistory } from './customer-orders.ts';
import { OrderStatusTag } from './order-shipments.tsx';

/** Maximum number of pictures of one order in the list. */
const shownPictures = 5;

const texts = {
  loading: 'Cargando tus pedidos',
  failed: { title: orderTexts.loadFailed, text: null },
  more: 'Ver más pedidos',
};

/** The orders of the signed-in customer, page by page, with an empty and a failed state (HIST-01, HIST-02). */
export function OrderList() {
  const empty = (
    <EmptyState
      title={orderTexts.empty}
      art="/art/paquete.svg"
      heading="h3"
      action={<ButtonLink to="/">Ver productos</ButtonLink>}
    />
  );
  return (
    <PagedList list={useOrderHistory()} texts={texts} empty={empty}>
      {(order) => <OrderCard key={order.id} order={order} />}
    </PagedList>
  );
}

function OrderCard({ order }: { order: Order }) {
  const hidden = order.products.length - shownPictures;
  return (
    <li className="relative grid gap-3 rounded-lg border border-border p-4 hover:bg-surface-tint">
      <div className="line-body items-start">
        <div>
          <h3 className="heading-card">
            <Link to={`/dashboard/orders/${order.number}`} className="after:absolute after:inset-0 hover:underline">
              {orderTitle(order.number, true)}
            </Link>
          </h3>
          <p className="text-sm text-ink-soft">{formatDateText(order.orderDate)}</p>
        </div>
        <OrderStatusTag status={order.status} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ul aria-label="Productos" className="flex min-w-0 flex-wrap items-center gap-3">
          {order.products.slice(0, shownPictures).map((product) => (
            <li key={product.id} className="w-14">
              <Thumbnail
                image={{ url: product.productsThumbnail.url, label: product.productName }}
                quantity={product.quantityOrdered}
                width={56}
                alt={product.productName}
              />
            </li>
          ))}
          {hidden > 0 && <li className="text-sm text-ink-soft">y {hidden} más</li>}
        </ul>
        <span className="ml-auto flex items-center gap-1">
          <Price value={order.total.grandTotal.value} className="text-base" />
          <Icon name="chevron-right" size="sm" />
        </span>
      </div>
    </li>
  );
}
