import { useDashboardTexts } from '../content/use-dashboard-texts.ts';
import { RestockNotices } from '../restock/restock-notices.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { LoadingLine } from '../ui/loading-line.tsx';
import { WishlistAccordion } from '../wishlists/wishlist-accordion.tsx';
import { useWishlists } from '../wishlists/wishlists-data.ts';

export { shellHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Lista de deseos | Ceiba' }, { name: 'robots', content: 'noindex' }];

/** What a customer keeps for later (WISH-03, DEC-13), and what they wait for. */
export default function WishlistsPage() {
  const { title, subtitle } = useDashboardTexts('wishlists');
  return (
    <>
      <section aria-labelledby="titulo-deseos" className="panel grid gap-3">
        <div>
          <h2 id="titulo-deseos" tabIndex={-1} className="text-xl outline-none">
            {title}
          </h2>
          <p className="text-sm text-ink-soft">{subtitle}</p>
        </div>
        <Wishlists />
      </section>
      <RestockNotices />
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
