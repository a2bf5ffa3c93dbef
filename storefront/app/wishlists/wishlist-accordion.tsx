import { unwrap } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import { Fold } from '@ceiba/ui/accordion-card';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { Spinner } from '@ceiba/ui/loading';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { useCopyLink } from '../alerts/use-copy-link.ts';
import { api } from '../platform/api.ts';
import { WishlistItems } from './wishlist-items.tsx';
import { type ShownWishlist, useWishlist, type Wishlist, type WishlistItem, wishlistKey } from './wishlists-data.ts';

const failed = { title: 'No pudimos cambiar el enlace', message: 'Vuelve a intentarlo en un momento.' };

/** The link of a list. The owner creates and withdraws the link, which shows only the products. */
function ShareWishlist({ wishlist: { id, shareToken } }: { wishlist: ShownWishlist }) {
  const queryClient = useQueryClient();
  const { copy, field, byHand } = useCopyLink();
  const change = useMutation({
    mutationFn: async (isShared: boolean): Promise<string | null> => {
      const params = { id };
      if (isShared) return unwrap(await api('shareWishlist', { params })).shareToken;
      unwrap(await api('unshareWishlist', { params }));
      return null;
    },
    onSuccess: async (token) => {
      await queryClient.cancelQueries({ queryKey: wishlistKey(id) });
      queryClient.setQueryData<ShownWishlist>(wishlistKey(id), (known) => known && { ...known, shareToken: token });
    },
    onError: (error) => showAlert({ id: 'profile-alert', type: 'Error', ...failureWords(error, failed) }),
  });
  if (shareToken === null) {
    return (
      <Button variant="outline" size="sm" loading={change.isPending} onClick={() => change.mutate(true)}>
        Compartir lista
      </Button>
    );
  }
  const link = `${window.location.origin}/wishlist/${shareToken}`;
  return (
    <div className="grid gap-2.5 rounded-lg bg-surface-sunken p-4">
      <TextField
        ref={field}
        label="Enlace de tu lista"
        name="share-link"
        readOnly
        value={link}
        hint={`${byHand} Quien lo tenga ve los productos, no quién eres.`}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="tonal" size="sm" onClick={() => void copy(link)}>
          Copiar enlace
        </Button>
        <Button variant="ghost" size="sm" loading={change.isPending} onClick={() => change.mutate(false)}>
          Dejar de compartir
        </Button>
      </div>
    </div>
  );
}

/** The lists of a customer, one section each (WISH-03). `headingId`: ID of the heading above. */
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
  /** True if no items will appear, so no space is reserved. */
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
