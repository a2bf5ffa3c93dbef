import { QueryProvider } from '@ceiba/client/query-provider';
import { Outlet } from 'react-router';

/** Pages that live from the shopper's own data: the cart and what follows an order. */
export default function PersonalLayout() {
  return (
    <QueryProvider>
      <Outlet />
    </QueryProvider>
  );
}
