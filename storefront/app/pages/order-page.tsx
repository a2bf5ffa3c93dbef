import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { LoadFailure } from '@ceiba/ui/load-failure';
import { Skeleton } from '@ceiba/ui/loading';
import { useParams } from 'react-router';
import { useOwnOrder } from '../orders/customer-orders.ts';
import { OrderDetail } from '../orders/order-detail.tsx';
import type { PageHandle } from '../platform/prefetch.ts';
import { personalMeta } from '../policies/personal-meta.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const handle: PageHandle = { prefetchedCalls: ['getOrder'] };

export const meta = personalMeta('Mi pedido');

/** One of the customer's orders (HIST-03 to HIST-12). */
export default function OrderPage() {
  const { number = '' } = useParams();
  return (
    <>
      <Breadcrumbs crumbs={[{ title: 'Mis órdenes', path: '/dashboard/orders' }, { title: number }]} />
      <OwnOrder key={number} number={number} />
    </>
  );
}

function OwnOrder({ number }: { number: string }) {
  const { shown, isUnknown, isFailed, reload } = useOwnOrder(number);
  if (isUnknown) {
    return (
      <section className="panel">
        <EmptyState
          heading="h1"
          title="No encontramos ese pedido"
          text="Revisa el número, o búscalo entre tus pedidos."
          action={<ButtonLink to="/dashboard/orders">Mis órdenes</ButtonLink>}
        />
      </section>
    );
  }
  if (shown !== null) return <OrderDetail shown={shown} />;
  if (isFailed) {
    return (
      <section className="panel">
        <LoadFailure
          heading="h1"
          title="No pudimos cargar tu pedido"
          text="Vuelve a intentarlo en un momento. Tu pedido sigue igual."
          onRetry={reload}
        />
      </section>
    );
  }
  return (
    <div role="status" aria-label="Cargando tu pedido" className="grid gap-4">
      <Skeleton className="h-10 w-72" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </div>
  );
}
