import { useEffect } from 'react';
import { WishlistAccordion } from './wishlist-accordion.tsx';
import { useWishlists } from './wishlists-data.ts';

/**
 * The customer's saved products under the cart (WISH-03). Renders nothing if they cannot be loaded, because the cart
 * does not need them. `onShown` is called after the loading of all shown parts has started. It must stay the same
 * function.
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
