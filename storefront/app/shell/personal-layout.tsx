import { QueryProvider } from '@ceiba/client/query-provider';
import { Outlet } from 'react-router';

/** Layout of pages with the shopper's own data: the cart and the pages after an order. */
export default function PersonalLayout() {
  return (
    <QueryProvider>
      <Outlet />
    </QueryProvider>
  );
}
