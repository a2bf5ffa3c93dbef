import { productCount } from '@ceiba/domain/carts/cost-lines';
import { Icon } from '../ui/icon.tsx';
import { Picture } from '../ui/picture.tsx';
import { Price } from '../ui/price.tsx';
import { StateTag } from '../ui/tag.tsx';
import type { OrderSnapshot } from './order-snapshot.ts';

/** What one seller sends, with its date. */
export function OrderShipment({
  order,
  shipment,
  index,
}: {
  order: OrderSnapshot;
  shipment: OrderSnapshot['shipments'][number];
  index: number;
}) {
  const count = order.shipments.length;
  const isPickup = order.delivery?.deliveryType === 'storepickup';
  const units = shipment.lines.reduce((total, line) => total + line.quantity, 0);
  return (
    <section className="panel grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="heading-card">
          {count > 1 ? `Envío ${index + 1} de ${count}` : 'Tu pedido'}{' '}
          <span className="font-normal text-ink-muted">· {count > 1 ? shipment.sellerTitle : productCount(units)}</span>
        </h2>
        <StateTag tone="success">
          <Icon name={order.delivery === null ? 'mail' : isPickup ? 'store' : 'truck'} size="sm" />
          <span className="first-letter:uppercase inline-block">{shipment.dateText}</span>
        </StateTag>
      </div>
      <ul>
        {shipment.lines.map((line) => (
          <li
            key={line.id}
            className="grid grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-3.5 border-t border-border py-3 text-sm last:pb-0"
          >
            <span className="relative">
              <span className="well aspect-square rounded-md">
                <Picture image={line.image} width={64} alt="" className="w-[88%]" />
              </span>
              {line.quantity > 1 && (
                <span className="absolute -top-1.5 -right-1.5 grid h-5.5 min-w-5.5 place-items-center rounded-full bg-quetzal-900 px-1.5 text-xs font-bold text-white tabular-nums shadow-[0_0_0_2px_#fff]">
                  {line.quantity}
                  <span className="sr-only"> unidades</span>
                </span>
              )}
            </span>
            <span>{line.title}</span>
            <Price value={line.lineTotal} className="text-base" />
          </li>
        ))}
      </ul>
    </section>
  );
}
