import { pickupPromise, returnsPromise, supportPromise } from '@ceiba/domain/content/fallback-texts';
import { homeRegionId } from '@ceiba/domain/delivery/regions';
import { formatQ } from '@ceiba/domain/money/money';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { headerActionClass, headerIconClass } from '@ceiba/ui/button';
import { cx } from '@ceiba/ui/class-names';
import { CountBadge } from '@ceiba/ui/count-badge';
import { Icon } from '@ceiba/ui/icon';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useAdvisor } from '../advisors/advisor-store.ts';
import { useSession } from '../auth/session-store.ts';
import { useCartId } from '../carts/cart-store.ts';
import { LocationButton } from '../locations/location-button.tsx';
import { type ChosenLocation, useLocationStore } from '../locations/location-store.ts';
import { island } from '../platform/island.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';
import { usePolicy } from '../policies/shop-policy.ts';
import { offersHref } from '../search/offers-href.ts';
import { SearchBox } from '../search/search-box.tsx';
import type { HeaderCart } from './cart-watch.tsx';
import { ShopLogo } from './shop-logo.tsx';

/** A link to the account if a customer is signed in, otherwise to the login. */
function AccountLink() {
  const session = useSession();
  const to = session ? '/dashboard/profile' : '/login';
  return (
    <>
      <Link to={to} className={headerActionClass}>
        <Icon name="circle-user-round" />
        <span>
          <small className="block max-w-28 truncate text-xs text-ink-inverse-soft">
            {session ? `Hola, ${session.firstName}` : 'Hola'}
          </small>
          Mi cuenta
        </span>
      </Link>
      <Link to={to} aria-label="Mi cuenta" className={headerIconClass}>
        <Icon name="circle-user-round" size="lg" />
      </Link>
    </>
  );
}

const CartWatch = lazyPart(() => import('./cart-watch.tsx'), { fallback: null });

/**
 * Badge with the units in the cart (APP-18) and, on desktop, their price. Both need the browser's cart, and show once the cart has loaded.
 */
function CartLink() {
  const cartId = useCartId();
  const hasCart = typeof cartId === 'string';
  const [watched, setWatched] = useState<HeaderCart | null>(null);
  const cart = hasCart ? watched : null;
  const count = cart?.count ?? 0;
  const units = count === 0 ? '' : `, ${count} ${count === 1 ? 'producto' : 'productos'}`;
  const isKnown = cartId === null || cart !== null;
  const cost = cart ? cart.subtotal : 'Vacío';
  return (
    <>
      {hasCart && <CartWatch onChange={setWatched} />}
      {/* Named by its content: a label would have to repeat the visible words and the badge's number. */}
      <Link to="/cart" className={headerActionClass}>
        <CartIcon count={count} badgeClass="-top-2 -right-2.5" />
        <span className={count > 0 ? 'ml-1.5' : undefined}>
          <small className="block text-xs text-ink-inverse-soft">Carrito</small>{' '}
          {isKnown ? (
            <span className="tabular-nums">{cost}</span>
          ) : (
            <span aria-hidden="true" className="inline-block h-3 w-10 rounded-full bg-surface-inverse-raised" />
          )}
          <span className="sr-only">{units}</span>
        </span>
      </Link>
      <Link to="/cart" className={headerIconClass}>
        <CartIcon count={count} badgeClass="-top-2 -right-2" />
        <span className="sr-only">Carrito{units}</span>
      </Link>
    </>
  );
}

function CartIcon({ count, badgeClass }: { count: number; badgeClass: string }) {
  const isAdvisor = Boolean(useAdvisor());
  return (
    <span aria-hidden="true" className="relative">
      <Icon name="shopping-cart" size="lg" />
      {count > 0 && (
        <CountBadge
          count={count}
          alarm={isAdvisor}
          className={`absolute shadow-[0_0_0_2px_var(--color-surface-inverse)] ${badgeClass}`}
        />
      )}
    </span>
  );
}

const CategoryMenu = lazyPart(() => import('./category-menu.tsx'));

/** Opens the category tree. An icon on mobile, icon and text in the category bar. */
function CategoryMenuButton({ wide = false, className }: { wide?: boolean; className?: string }) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open === true}
        aria-label={wide ? undefined : 'Categorías'}
        onClick={() => setOpen(true)}
        className={cx(
          wide
            ? 'inline-flex min-h-[46px] items-center gap-2 px-3 pr-5 text-sm font-semibold hover:text-quetzal-200'
            : 'inline-grid size-touch place-items-center rounded-full hover:bg-surface-inverse-raised',
          className,
        )}
      >
        <Icon name="menu" size={wide ? 'md' : 'lg'} />
        {wide && 'Categorías'}
      </button>
      {open !== null && (
        <Suspense>
          <CategoryMenu open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

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
              <ShopLogo onDark behind=", inicio" className="h-[38px] lg:h-[46px]" />
            </Link>
          </div>
          <div className="col-span-full row-start-2 lg:flex-[1_1_10rem]">
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

/** `location`: the chosen place, or null. */
const promisesOf = (policy: PublicPolicy, location: ChosenLocation | null) => {
  return [
    {
      icon: 'truck',
      text:
        location !== null && location.userRegion !== homeRegionId
          ? `Envío a ${location.userCity}: ${formatQ(policy.otherRegionFee)}`
          : `Envío gratis desde ${formatQ(policy.freeDeliveryThreshold)} en el departamento de Guatemala`,
    },
    { icon: 'store', text: pickupPromise },
    { icon: 'rotate-ccw', text: returnsPromise(policy) },
    { icon: 'phone', text: supportPromise(policy) },
  ] as const;
};

function Promises() {
  const location = useLocationStore((state) => state.location) ?? null;
  const promises = promisesOf(usePolicy(), location);
  return (
    <ul className="wrap flex min-h-[34px] max-sm:min-h-10 items-center py-1 justify-center gap-7 lg:justify-start">
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
