import { AccountSection } from '../content/account-section.tsx';
import { OrderList } from '../orders/order-list.tsx';
import type { PageHandle } from '../platform/prefetch.ts';
import { personalMeta } from '../policies/personal-meta.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const handle: PageHandle = { prefetchedCalls: ['listOrders', 'getDashboardTexts'] };

export const meta = personalMeta('Mis órdenes');

/** The customer's order history (HIST-01, HIST-02, HIST-11). */
export default function OrdersPage() {
  return (
    <AccountSection section="orders" headingId="titulo-ordenes">
      <OrderList />
    </AccountSection>
  );
}
