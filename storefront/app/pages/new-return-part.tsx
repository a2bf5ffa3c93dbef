import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { LoadFailure } from '@ceiba/ui/load-failure';
import { LoadingLine } from '@ceiba/ui/loading-line';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { isMissingOrder, ownOrderQuery } from '../orders/customer-orders.ts';
import { ReturnForm, returnableProducts } from '../returns/return-form.tsx';

interface WantedReturn {
  number: string;
  /** The product from whose page the shopper came. Null if the address names no product. */
  sku: string | null;
}

/**
 * The form to return products of an order, or the reason why nothing can be returned (RET-02). Loaded on demand, because most visitors only look at
 * their returns.
 */
export default function NewReturn({ number, sku }: WantedReturn) {
  const navigate = useNavigate();
  const { data: order, error, refetch } = useQuery(ownOrderQuery(number));
  if (order !== undefined) {
    const products = returnableProducts(order);
    return products.length > 0 ? (
      <ReturnForm
        order={order}
        products={products}
        sku={sku}
        onRequested={() => void navigate('/dashboard/returns', { replace: true })}
      />
    ) : (
      <EmptyState
        heading="h3"
        title="Este pedido no tiene productos que puedas devolver"
        text="Se devuelve lo que ya recibiste, mientras dura el plazo. Las tarjetas de regalo no se devuelven."
        action={<ButtonLink to={`/dashboard/orders/${number}`}>Ver el pedido</ButtonLink>}
      />
    );
  }
  if (isMissingOrder(error)) return <EmptyState heading="h3" title="No encontramos ese pedido" />;
  if (error !== null) {
    return <LoadFailure heading="h3" title="No pudimos cargar tu pedido" onRetry={() => void refetch()} />;
  }
  return <LoadingLine>Cargando tu pedido</LoadingLine>;
}
