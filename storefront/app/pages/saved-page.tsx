import { unwrap } from '@ceiba/client/call-failure';
import { QueryProvider } from '@ceiba/client/query-provider';
import { listedProductsLimit } from '@ceiba/domain/catalog/product-list';
import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Icon } from '@ceiba/ui/icon';
import { LoadFailure } from '@ceiba/ui/load-failure';
import { LoadingLine } from '@ceiba/ui/loading-line';
import { useFocusAfterRemoval } from '@ceiba/ui/use-focus-after-removal';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSession } from '../auth/session-store.ts';
import { cardProducts } from '../catalog/card-product.ts';
import { ProductCard } from '../catalog/product-card.tsx';
import { api } from '../platform/api.ts';
import { shopNow } from '../platform/shop-time.ts';
import { personalMeta } from '../policies/personal-meta.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { dropFromBrowser, useBrowserList } from '../wishlists/browser-list.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = personalMeta('Productos guardados');

const headingId = 'titulo-guardados';
const loginHref = `/login?${new URLSearchParams({ redirect: '/dashboard/wishlists' })}`;

/** Products that this browser stores for a guest. At login they move to the wishlist (WISH-05). */
export default function SavedPage() {
  const session = useSession();
  return (
    <main id="contenido" className="wrap py-8">
      <h1 id={headingId} tabIndex={-1} className="text-3xl leading-tight">
        Productos guardados
      </h1>
      <p className="mt-1 mb-5 max-w-[68ch] text-ink-soft">
        {session ? (
          <>
            Lo que guardas ahora está en tu{' '}
            <Link to="/dashboard/wishlists" className="link">
              lista de deseos
            </Link>
            .
          </>
        ) : (
          <>
            Se guardan solo en este navegador, hasta que inicies sesión: entonces pasan a tu lista de deseos.{' '}
            <Link to={loginHref} className="link">
              Iniciar sesión
            </Link>
          </>
        )}
      </p>
      <QueryProvider>{session === undefined ? <Loading /> : <Saved isGuest={session === null} />}</QueryProvider>
    </main>
  );
}

const Loading = () => <LoadingLine>Cargando tus productos guardados</LoadingLine>;

/** Splits the SKUs into the maximum number that one call may name. */
const portionsOf = (skus: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(skus.length / listedProductsLimit) }, (_, portion) =>
    skus.slice(portion * listedProductsLimit, (portion + 1) * listedProductsLimit),
  );

function Saved({ isGuest }: { isGuest: boolean }) {
  const policy = usePolicy();
  const skus = useBrowserList((list) => list.skus);
  const keepFocus = useFocusAfterRemoval(skus, cardId, headingId);
  const { data, isError, refetch } = useQuery({
    queryKey: ['saved', skus],
    enabled: skus.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        portionsOf(skus).map((some) => api('listProducts', { query: { skus: some.join(',') } }, { signal })),
      );
      return cardProducts(
        answers.flatMap((answer) => unwrap(answer).products),
        shopNow(),
        policy,
      );
    },
  });
  if (skus.length === 0) return <NothingSaved isGuest={isGuest} />;
  if (data === undefined && isError)
    return <LoadFailure title="No pudimos cargar tus productos guardados" onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const shown = data.filter(({ sku }) => skus.includes(sku));
  return (
    <ul className="grid cols-cards gap-3 lg:gap-4 lg:[--share:25%-12px] xl:[--share:20%-13px]">
      {shown.map((product) => (
        <li key={product.sku} className="grid content-between gap-1">
          <ProductCard product={product} heading="h2" />
          <button
            type="button"
            id={cardId(product.sku)}
            aria-label={`Quitar de guardados: ${product.title}`}
            onClick={() => {
              keepFocus(product.sku);
              dropFromBrowser([product.sku]);
            }}
            className="inline-flex min-h-touch items-center gap-1.5 justify-self-start px-1 text-sm text-ink-soft hover:text-link"
          >
            <Icon name="x" size="sm" />
            Quitar
          </button>
        </li>
      ))}
    </ul>
  );
}

const cardId = (sku: string): string => `guardado-${sku}`;

function NothingSaved({ isGuest }: { isGuest: boolean }) {
  return (
    <EmptyState
      art="/art/lista-vacia.svg"
      title={isGuest ? 'Aún no guardas productos' : 'Este navegador no guarda productos'}
      {...(isGuest && { text: 'Con «Guardar en este navegador», en la página de un producto, los encontrarás aquí.' })}
      action={
        <ButtonLink to={isGuest ? '/' : '/dashboard/wishlists'} variant="outline">
          {isGuest ? 'Ver productos' : 'Ir a mi lista de deseos'}
        </ButtonLink>
      }
    />
  );
}
