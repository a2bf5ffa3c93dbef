import { useEffect } from 'react';
import { WishlistAccordion } from './wishlist-accordion.tsx';
import { useWishlists } from './wishlists-data.ts';

/**
 * Under the cart: what its customer keeps for later (WISH-03). Nothing where that cannot be read: the cart does not need it.
 * `onShown`, which keeps its identity, is told once what it shows has been asked for.
 */
export default function CartWishlists({ onShown }: { onShown: () => void }) {
  const { wishlists } = useWishlists();
  useEffect(onShown, [onShown]);
  const filled = wishlists?.filter(({ items }) => items.length > 0) ?? [];
  if (filled.length === 0) return null;
  return (
    <section aria-labelledby="titulo-deseos" className="panel min-w-0">
      <h2 id="titulo-deseos" className="heading-card pb-2 text-xl">
        Lista de deseos
      </h2>
      <WishlistAccordion wishlists={filled} headingId="titulo-carrito" />
    </section>
  );
}
