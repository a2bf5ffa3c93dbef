import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { isMissingOrder, ownOrderQuery } from '../orders/customer-orders.ts';
import { ReturnForm, returnableProducts } from '../returns/return-form.tsx';
import { ReturnList } from '../returns/return-list.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { LoadingLine } from '../ui/loading-line.tsx';

export { shellHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Devoluciones | Ceiba' }, { name: 'robots', content: 'noindex' }];

/** The customer's returns, and with `order` the form for one more of that order (RET-02, DEC-13). */
export default function ReturnsPage() {
  const [search] = useSearchParams();
  const number = search.get('order');
  return (
    <>
      {number !== null && <NewReturn key={number} number={number} />}
      <section aria-labelledby="titulo-devoluciones" className="panel grid gap-5">
        <div>
          <h2 id="titulo-devoluciones" className="text-xl">
            Devoluciones
          </h2>
          <p className="text-sm text-ink-soft">Lo que pediste devolver y cómo va</p>
        </div>
        <ReturnList />
      </section>
    </>
  );
}

function NewReturn({ number }: { number: string }) {
  return (
    <section aria-labelledby="titulo-devolver" className="panel grid gap-5">
      <h2 id="titulo-devolver" className="text-xl">
        Devolver de la orden {number}
      </h2>
      <FormOrReason number={number} />
    </section>
  );
}

function FormOrReason({ number }: { number: string }) {
  const navigate = useNavigate();
  const { data: order, error, refetch } = useQuery(ownOrderQuery(number));
  if (order !== undefined) {
    const products = returnableProducts(order);
    return products.length > 0 ? (
      <ReturnForm
        order={order}
        products={products}
        onRequested={() => void navigate('/dashboard/returns', { replace: true })}
      />
    ) : (
      <EmptyState
        heading="h3"
        title="Esta orden no tiene productos que puedas devolver"
        text="Se devuelve lo que ya recibiste, mientras dura el plazo. Las tarjetas de regalo no se devuelven."
        action={<ButtonLink to={`/dashboard/orders/${number}`}>Ver la orden</ButtonLink>}
      />
    );
  }
  if (isMissingOrder(error)) return <EmptyState heading="h3" title="No encontramos esa orden" />;
  if (error !== null) {
    return <LoadFailure heading="h3" title="No pudimos cargar tu orden" onRetry={() => void refetch()} />;
  }
  return <LoadingLine>Cargando tu orden</LoadingLine>;
}
