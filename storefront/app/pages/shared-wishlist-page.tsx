import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { QueryProvider } from '@ceiba/client/query-provider';
import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { LoadFailure } from '@ceiba/ui/load-failure';
import { Spinner } from '@ceiba/ui/loading';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { cardProduct } from '../catalog/card-product.ts';
import { ProductCard } from '../catalog/product-card.tsx';
import { api } from '../platform/api.ts';
import { personalMeta } from '../policies/personal-meta.ts';
import { usePolicy } from '../policies/shop-policy.ts';

// The token is in the address, so the page must not be cached.
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const meta = personalMeta('Lista de deseos compartida', { name: 'referrer', content: 'no-referrer' });

/** A shared wishlist: its products, to look at and to buy. Its owner is not named. */
export default function SharedWishlistPage() {
  const { shareToken = '' } = useParams();
  return (
    <main id="contenido" className="wrap py-8">
      <QueryProvider>
        <SharedWishlist key={shareToken} shareToken={shareToken} />
      </QueryProvider>
    </main>
  );
}

function SharedWishlist({ shareToken }: { shareToken: string }) {
  const policy = usePolicy();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['shared-wishlist', shareToken],
    staleTime: 0,
    queryFn: async ({ signal }) => unwrap(await api('getSharedWishlist', { params: { shareToken } }, { signal })).items,
  });
  if (data === undefined && error !== null) return <Unavailable error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <p role="status" className="grid justify-items-center py-16">
        <Spinner />
        <span className="sr-only">Cargando la lista</span>
      </p>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState heading="h1" title="Esta lista está vacía" action={<ButtonLink to="/">Ver productos</ButtonLink>} />
    );
  }
  const now = new Date(dataUpdatedAt);
  return (
    <>
      <h1 className="text-3xl leading-tight">Lista de deseos</h1>
      <p className="mt-1 mb-5 text-ink-soft">Alguien compartió contigo lo que le gustaría tener.</p>
      <ul className="grid cols-cards gap-3 lg:gap-4 lg:[--share:25%-12px] xl:[--share:20%-13px]">
        {data.map(({ quantity, product }) => (
          <li key={product.sku}>
            <ProductCard
              product={cardProduct(product, now, policy)}
              heading="h2"
              {...(quantity > 1 ? { corner: <Wanted quantity={quantity} /> } : {})}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Wanted({ quantity }: { quantity: number }) {
  return <span className="rounded-full bg-surface px-2.5 py-1 text-xs font-semibold">{quantity} unidades</span>;
}

function Unavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = error instanceof ApiFailure && error.error.code === 'WISHLIST_NOT_FOUND';
  return isGone ? (
    <EmptyState
      heading="h1"
      title="Esta lista ya no se comparte"
      text="Pide un enlace nuevo a quien te la envió."
      action={<ButtonLink to="/">Ir al inicio</ButtonLink>}
    />
  ) : (
    <LoadFailure heading="h1" title="No pudimos cargar la lista" onRetry={onRetry} />
  );
}
