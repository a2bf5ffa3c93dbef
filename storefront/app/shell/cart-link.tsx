import { headerActionClass, headerIconClass } from '@ceiba/ui/button';
import { CountBadge } from '@ceiba/ui/count-badge';
import { Icon } from '@ceiba/ui/icon';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAdvisor } from '../advisors/advisor-store.ts';
import { useCartId } from '../carts/cart-store.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { CartSummary } from './cart-watch.tsx';

const CartWatch = lazyPart(() => import('./cart-watch.tsx'), { fallback: null });

/**
 * Badge with the units in the cart (APP-18) and, on desktop, what they cost; both arrive with the browser's cart, and
 * until then nothing is said of it.
 */
export function CartLink() {
  const cartId = useCartId();
  const hasCart = typeof cartId === 'string';
  const [watched, setWatched] = useState<CartSummary | null>(null);
  const cart = hasCart ? watched : null;
  const count = cart?.count ?? 0;
  const units = count === 0 ? '' : `, ${count} ${count === 1 ? 'producto' : 'productos'}`;
  const isKnown = cartId === null || cart !== null;
  const cost = cart && count > 0 ? cart.subtotal : 'Vacío';
  return (
    <>
      {hasCart && <CartWatch onChange={setWatched} />}
      {/* Named by what they hold: a label beside the visible words would have to repeat them, the badge's number too. */}
      <Link to="/cart" className={headerActionClass}>
        <CartIcon count={count} badgeClass="-top-2 left-3.5" />
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
        <CartIcon count={count} badgeClass="-top-2 left-3" />
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
