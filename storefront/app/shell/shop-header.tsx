import { trustClaims } from '@ceiba/domain/content/fallback-texts';
import { formatQ } from '@ceiba/domain/money/money';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { Icon } from '@ceiba/ui/icon';
import { Link } from 'react-router';
import { LocationButton } from '../locations/location-button.tsx';
import { island } from '../platform/island.tsx';
import { usePolicy } from '../policies/shop-policy.ts';
import { offersHref } from '../search/offers-href.ts';
import { SearchBox } from '../search/search-box.tsx';
import { AccountLink } from './account-link.tsx';
import { CartLink } from './cart-link.tsx';
import { CategoryMenuButton } from './category-menu-button.tsx';

/** Promise bar, logo, search, location, account and cart; the categories under it from 1024 px. */
export function ShopHeader() {
  return (
    <header className="on-dark relative z-(--z-header)">
      <div className="bg-quetzal-950 text-xs text-ink-inverse-soft">
        <Promises />
      </div>
      <div className="bg-surface-inverse text-ink-inverse">
        <div className="wrap head-row">
          <div className="flex items-center gap-0.5">
            <CategoryMenuButton className="-ml-2.5 lg:hidden" />
            <Link to="/" className="rounded-sm">
              <img
                src="/art/logo-on-dark.svg"
                alt="Ceiba, inicio"
                width={117}
                height={38}
                className="h-[38px] w-auto lg:h-[46px]"
              />
            </Link>
          </div>
          <div className="col-span-full row-start-2 lg:col-span-1 lg:col-start-2 lg:row-start-1">
            <SearchBox />
          </div>
          <div className="head-links">
            <LocationButton />
            <AccountLink />
            <CartLink />
          </div>
        </div>
        <CategoryBar />
      </div>
    </header>
  );
}

const promisesOf = (policy: PublicPolicy) => {
  const [returns, , pickup, support] = trustClaims(policy);
  return [
    { icon: 'truck', text: `Envío gratis desde ${formatQ(policy.freeDeliveryThreshold)} en Guatemala` },
    { icon: 'store', text: pickup.claim },
    { icon: 'rotate-ccw', text: returns.claim },
    { icon: 'phone', text: support.claim },
  ] as const;
};

function Promises() {
  const promises = promisesOf(usePolicy());
  return (
    <ul className="wrap flex min-h-[34px] items-center py-1 justify-center gap-7 lg:justify-start">
      {promises.map(({ icon, text }) => (
        <li key={icon} className="promise">
          <Icon name={icon} size="sm" />
          {text}
        </li>
      ))}
    </ul>
  );
}

const Categories = island(() => import('./category-bar.tsx'), 'touched', 'h-[46px] min-w-0 flex-1');

function CategoryBar() {
  return (
    <nav aria-label="Categorías" className="hidden border-t border-border-inverse lg:block">
      <div className="wrap relative flex items-center gap-1">
        <CategoryMenuButton wide className="-ml-3" />
        <Categories />
        <Link to={offersHref} className="bar-link -mr-3 font-semibold text-offer-inverse">
          <Icon name="zap" size="sm" />
          Ofertas
        </Link>
      </div>
    </nav>
  );
}
