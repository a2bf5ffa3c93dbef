import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { QueryProvider } from '@ceiba/client/query-provider';
import { cartCodeTexts } from '@ceiba/domain/cart-codes/cart-code';
import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { LoadFailure } from '@ceiba/ui/load-failure';
import { Spinner } from '@ceiba/ui/loading';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { SharedCart } from '../cart-codes/shared-cart.tsx';
import { api } from '../platform/api.ts';
import { personalMeta } from '../policies/personal-meta.ts';
import { ScriptNeeded } from '../shell/script-needed.tsx';

// The code is in the address, so the page must not be cached.
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const meta = personalMeta(cartCodeTexts.title, { name: 'referrer', content: 'no-referrer' });

/** `/c/{code}`: the products of a shared cart (WA-03). The owner of the cart is not named. */
export default function SharedCartPage() {
  const { code = '' } = useParams();
  return (
    <main id="contenido" className="wrap py-8">
      <QueryProvider>
        <CartOfCode key={code} code={code} />
      </QueryProvider>
    </main>
  );
}

function CartOfCode({ code }: { code: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['cart-code', code],
    staleTime: 0,
    retry: false,
    queryFn: async ({ signal }) => unwrap(await api('getCartCode', { params: { code } }, { signal })).data,
  });
  if (data === undefined && error !== null) return <Unavailable error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <>
        <ScriptNeeded title="Este carrito necesita JavaScript" />
        <p role="status" className="needs-script grid justify-items-center py-16">
          <Spinner />
          <span className="sr-only">Cargando el carrito</span>
        </p>
      </>
    );
  }
  return (
    <>
      <h1 className="text-3xl leading-tight">{cartCodeTexts.title}</h1>
      <p className="mt-1 mb-5 text-ink-soft">Alguien compartió contigo estos productos. Los precios son los de hoy.</p>
      <SharedCart code={code} {...data} />
    </>
  );
}

function Unavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = error instanceof ApiFailure && error.error.code === 'CODE_NOT_FOUND';
  return isGone ? (
    <EmptyState
      heading="h1"
      title={cartCodeTexts.notFound}
      text="Pide uno nuevo a quien te lo envió."
      action={<ButtonLink to="/">Ir al inicio</ButtonLink>}
    />
  ) : (
    <LoadFailure heading="h1" title="No pudimos cargar el carrito" onRetry={onRetry} />
  );
}
