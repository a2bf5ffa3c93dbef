import { Fold } from '@ceiba/ui/accordion-card';
import { Button } from '@ceiba/ui/button';
import { Spinner } from '@ceiba/ui/loading';
import { useState } from 'react';
import { Link } from 'react-router';
import { ShareWishlist } from './share-wishlist.tsx';
import { WishlistItems } from './wishlist-items.tsx';
import { useWishlist, type Wishlist, type WishlistItem } from './wishlists-data.ts';

/** The lists of a customer, one section each (WISH-03). `headingId` is of the heading above them. */
export function WishlistAccordion({ wishlists, headingId }: { wishlists: readonly Wishlist[]; headingId: string }) {
  const [moved, setMoved] = useState<WishlistItem | null>(null);
  return (
    <div>
      {wishlists.map(({ id, title, items }) => (
        <Fold key={id} title={`${title} (${items.length})`} open>
          <Section id={id} isEmpty={items.length === 0} headingId={headingId} onMoved={setMoved} />
        </Fold>
      ))}
      <p role="status" className="text-sm text-success">
        {moved !== null && (
          <>
            {moved.title} está en tu{' '}
            <Link to="/cart" className="link">
              carrito
            </Link>
            .
          </>
        )}
      </p>
    </div>
  );
}

interface SectionProps {
  id: string;
  /** Nothing will come, so that nothing keeps a place for it. */
  isEmpty: boolean;
  headingId: string;
  onMoved: (item: WishlistItem) => void;
}

function Section({ id, isEmpty, headingId, onMoved }: SectionProps) {
  const { wishlist, isFailed, reload } = useWishlist(id);
  if (isFailed) {
    return (
      <div role="alert" className="grid justify-items-start gap-2.5 py-2">
        <p>No pudimos cargar los productos de esta lista.</p>
        <Button variant="outline" size="sm" onClick={reload}>
          Reintentar
        </Button>
      </div>
    );
  }
  if (wishlist === null) {
    if (isEmpty) return null;
    return (
      <p role="status" className="grid justify-items-center py-6">
        <Spinner />
        <span className="sr-only">Cargando tu lista</span>
      </p>
    );
  }
  return (
    <>
      {wishlist.items.length > 0 && <ShareWishlist wishlist={wishlist} />}
      <WishlistItems wishlist={wishlist} headingId={headingId} onMoved={onMoved} />
    </>
  );
}
