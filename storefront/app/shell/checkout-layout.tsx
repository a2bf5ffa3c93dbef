import { QueryProvider } from '@ceiba/client/query-provider';
import { Outlet } from 'react-router';
import { island } from '../platform/island.tsx';
import { ErrorPage } from './error-page.tsx';
import { SkipLink } from './skip-link.tsx';

export { ErrorPage as ErrorBoundary };

const CheckoutFooter = island(() => import('./checkout-footer.tsx'), 'touched');

/**
 * Layout of the checkout page. The page itself renders `CheckoutHeader`, because the logo clears the coupon (APP-04) and the stepper shows the page's
 * state. The footer is the same for all (APP-20).
 */
export default function CheckoutLayout() {
  return (
    <QueryProvider>
      <SkipLink />
      <Outlet />
      <CheckoutFooter />
    </QueryProvider>
  );
}
