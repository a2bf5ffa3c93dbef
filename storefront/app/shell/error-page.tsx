import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from 'react-router';
import { isPageHydrated } from '../platform/island.tsx';
import type { RootData } from '../policies/shop-policy.ts';

/** The 404 page (DEC-13) and the page for unexpected errors. Inside the shop layout, unless that has failed. */
export function ErrorPage() {
  const error = useRouteError();
  const here = useLocation();
  useEffect(() => {
    // Offline, the data of a navigation cannot be loaded, but the page itself may be cached.
    if (!navigator.onLine && isPageHydrated() && navigator.serviceWorker?.controller) location.reload();
  }, []);
  // The root itself may have failed.
  const name = useRouteLoaderData<() => RootData>('root')?.policy.shopName;
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  // For a page beyond the last (`beyondLastPage`), the link leads to the last page.
  const lastPage: unknown = isMissing && error.data?.lastPage;
  const back = typeof lastPage === 'string' ? lastPage : '/';
  const title = isMissing ? 'Página no encontrada' : 'Algo salió mal';
  return (
    <main id="contenido" className="wrap py-10">
      <title>{name ? `${title} | ${name}` : title}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        heading="h1"
        art={isMissing ? '/art/no-encontrada.svg' : '/art/fallo.svg'}
        title={title}
        text={
          isMissing
            ? 'La página que buscas cambió de lugar o ya no existe.'
            : 'No pudimos mostrar esta página. Intenta de nuevo en un momento.'
        }
        // Reloads the failed page. The layout around the error links home.
        action={
          <ButtonLink to={isMissing ? back : here} reloadDocument={!isMissing}>
            {isMissing ? (back === '/' ? 'Ir al inicio' : 'Ver la última página') : 'Intentar de nuevo'}
          </ButtonLink>
        }
      />
    </main>
  );
}
