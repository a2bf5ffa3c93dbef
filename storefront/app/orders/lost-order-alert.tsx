import type { Order } from '@ceiba/contract/order-shapes';
import { deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { AlertBox } from '@ceiba/ui/alert';

type Lost = Pick<Order, 'status' | 'carrier'>;

function titleOf({ status, carrier }: Lost): string | null {
  if (status === 'canceled') return 'Este pedido fue cancelado';
  if (status !== 'undelivered') return null;
  // The order waited in a store and was never on its way.
  return carrier === deliveryTypeLabels.storepickup ? 'No se recogió este pedido' : 'No pudimos entregar este pedido';
}

/** An alert above an order that was lost. Renders nothing above any other order. */
export function LostOrderAlert({ order, className }: { order: Lost; className?: string }) {
  const title = titleOf(order);
  if (title === null) return null;
  return (
    <AlertBox type="Error" title={title} className={className}>
      Si se hizo un cobro, te lo devolvemos. El detalle está en el correo que te enviamos.
    </AlertBox>
  );
}
