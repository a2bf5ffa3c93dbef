import { securePaymentText } from '@ceiba/domain/content/fallback-texts';
import { Icon } from '@ceiba/ui/icon';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { ShopLogo } from './shop-logo.tsx';

/** Logo, the page's stepper, and the promise of a safe payment. `onLogo` runs before the link home, and may prevent it. */
export function CheckoutHeader({ stepper, onLogo }: { stepper: ReactNode; onLogo?: (event: MouseEvent) => void }) {
  return (
    <header className="border-b border-border bg-surface">
      <div className="wrap checkout-head max-w-checkout">
        <Link to="/" {...(onLogo ? { onClick: onLogo } : {})} className="justify-self-start rounded-sm">
          <ShopLogo behind=", ir al inicio" className="h-9 lg:h-[42px]" />
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
