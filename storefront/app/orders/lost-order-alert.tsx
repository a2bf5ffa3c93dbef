import type { Order } from '@ceiba/contract/order-shapes';
import { AlertBox } from '../ui/alert.tsx';

const titles: Partial<Record<Order['status'], string>> = {
  canceled: 'Este pedido fue cancelado',
  undelivered: 'No pudimos entregar este pedido',
};

/** Said above an order that came to nothing; nothing above any other. */
export function LostOrderAlert({ status, className }: { status: Order['status']; className?: string }) {
  const title = titles[status];
  if (title === undefined) return null;
  return (
    <AlertBox type="Error" title={title} className={className}>
      Si se hizo un cobro, te lo devolvemos. El detalle está en el correo que te enviamos.
    </AlertBox>
  );
}
