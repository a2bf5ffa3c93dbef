import { Outlet } from 'react-router';
import { QueryProvider } from '../platform/query-provider.tsx';

/** Pages that live from the shopper's own data: the cart and what follows an order. */
export default function PersonalLayout() {
  return (
    <QueryProvider>
      <Outlet />
    </QueryProvider>
  );
}
