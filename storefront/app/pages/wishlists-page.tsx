import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { LoadFailure } from '@ceiba/ui/load-failure';
import { LoadingLine } from '@ceiba/ui/loading-line';
import { AccountSection } from '../content/account-section.tsx';
import type { PageHandle } from '../platform/prefetch.ts';
import { personalMeta } from '../policies/personal-meta.ts';
import { RestockNotices } from '../restock/restock-notices.tsx';
import { WishlistAccordion } from '../wishlists/wishlist-accordion.tsx';
import { useWishlists } from '../wishlists/wishlists-data.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const handle: PageHandle = { prefetchedCalls: ['listWishlists', 'listRestockNotices', 'getDashboardTexts'] };

export const meta = personalMeta('Lista de deseos');

/** A customer's saved products (WISH-03, DEC-13), and the products for which the customer awaits a restock mail. */
export default function WishlistsPage() {
  const { wishlists, isFailed } = useWishlists();
  return (
    <>
      <AccountSection section="wishlists" headingId="titulo-deseos" className="gap-3">
        <Wishlists />
      </AccountSection>
      <RestockNotices areListsKnown={wishlists !== null || isFailed} />
    </>
  );
}

function Wishlists() {
  const { wishlists, isFailed, reload } = useWishlists();
  if (isFailed) {
    return <LoadFailure title="No pudimos cargar tu lista de deseos" onRetry={reload} />;
  }
  if (wishlists === null) {
    return <LoadingLine>Cargando tu lista de deseos</LoadingLine>;
  }
  return (
    <>
      <WishlistAccordion wishlists={wishlists} headingId="titulo-deseos" />
      {wishlists.every(({ items }) => items.length === 0) && <NothingKept />}
    </>
  );
}

function NothingKept() {
  return (
    <EmptyState
      art="/art/lista-vacia.svg"
      title="Aún no guardas productos"
      text="Con «Guardar para después» los encontrarás aquí."
      action={
        <ButtonLink to="/" variant="outline">
          Ver productos
        </ButtonLink>
      }
    />
  );
}
