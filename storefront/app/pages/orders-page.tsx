import { useDashboardTexts } from '../content/use-dashboard-texts.ts';
import { OrderList } from '../orders/order-list.tsx';

export { shellHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Mis órdenes | Ceiba' }, { name: 'robots', content: 'noindex' }];

/** The customer's order history (HIST-01, HIST-02, HIST-11). */
export default function OrdersPage() {
  const { title, subtitle } = useDashboardTexts('orders');
  return (
    <section aria-labelledby="titulo-ordenes" className="panel grid gap-5">
      <div>
        <h2 id="titulo-ordenes" className="text-xl">
          {title}
        </h2>
        <p className="text-sm text-ink-soft">{subtitle}</p>
      </div>
      <OrderList />
    </section>
  );
}
