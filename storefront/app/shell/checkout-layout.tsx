import { securePaymentText } from '@ceiba/domain/content/fallback-texts';
import type { MouseEvent, ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import { island } from '../platform/island.tsx';
import { QueryProvider } from '../platform/query-provider.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorPage } from './error-page.tsx';
import { SkipLink } from './skip-link.tsx';

export { ErrorPage as ErrorBoundary };

const CheckoutFooter = island(() => import('./checkout-footer.tsx'), 'touched');

/**
 * Frame of the checkout page: `CheckoutHeader` is drawn by the page itself, because the logo clears the coupon (APP-04)
 * and the stepper shows the page's state; the footer is the same for all (APP-20).
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

/** Logo, the page's stepper, and the promise of a safe payment. `onLogo` runs before the way home, and may keep it for itself. */
export function CheckoutHeader({ stepper, onLogo }: { stepper: ReactNode; onLogo?: (event: MouseEvent) => void }) {
  return (
    <header className="border-b border-border bg-surface">
      <div className="wrap checkout-head max-w-checkout">
        <Link to="/" {...(onLogo ? { onClick: onLogo } : {})} className="justify-self-start rounded-sm">
          <img
            src="/art/logo.svg"
            alt="Ceiba, ir al inicio"
            width={111}
            height={36}
            className="h-9 w-auto lg:h-[42px]"
          />
        </Link>
        <span className="col-start-2 row-start-1 inline-flex items-center gap-2 text-sm font-semibold text-success lg:col-start-3">
          <Icon name="shield-check" />
          {securePaymentText}
        </span>
        {stepper && <div className="checkout-steps">{stepper}</div>}
      </div>
    </header>
  );
}
