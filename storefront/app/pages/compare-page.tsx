import { unwrap } from '@ceiba/client/call-failure';
import { pageTags } from '@ceiba/contract/page-tags';
import { comparisonLimit } from '@ceiba/domain/comparisons/comparison';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Icon } from '@ceiba/ui/icon';
import { useEffect } from 'react';
import { data, Link, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router';
import { type CardProduct, cardProduct } from '../catalog/card-product.ts';
import { ProductCard } from '../catalog/product-card.tsx';
import { compareHref, comparisonParams, readComparison } from '../comparisons/comparison-address.ts';
import { loadComparison } from '../comparisons/comparison-page-data.ts';
import { setComparison, useComparisons } from '../comparisons/comparison-store.ts';
import { ComparisonTable } from '../comparisons/comparison-table.tsx';
import { apiContext } from '../platform/api.ts';
import { cachedPage, pageHeaders } from '../platform/page-headers.ts';
import { pageMeta } from '../platform/page-meta.ts';
import { shopNow } from '../platform/shop-time.ts';
import { loadPolicy } from '../policies/load-policy.ts';
import { withOtherQuery } from '../search/search-state.ts';

/** Up to four products of a kind side by side, named in the address, which can be bookmarked and shared. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const address = readComparison(url.searchParams);
  if (address.skus.length > 0) {
    const { products } = unwrap(await call('listProducts', { query: { skus: address.skus.join(',') } }));
    const slugs = products.map(({ slug }) => slug);
    const compared = compareHref(slugs, address.isOnlyDifferent);
    throw redirect(withOtherQuery(compared, url, Object.keys(comparisonParams(address))));
  }
  const [{ products, ...comparison }, policy] = await Promise.all([loadComparison(call, address), loadPolicy(call)]);
  const now = shopNow();
  const page = {
    title: comparison.kind === null ? 'Comparar productos' : `Comparar: ${comparison.kind.title}`,
    description: 'Compara hasta cuatro productos del mismo tipo, lado a lado.',
    canonical: `${url.origin}/compare`,
    isIndexed: false,
  };
  const meta = pageMeta(page, policy);
  const cards = products.map(
    ({ images, description, attributes, breadcrumbs, hasWarranties, warranties, variants, visits, ...product }) =>
      cardProduct(product, now, policy),
  );
  return data(
    { ...comparison, cards, isOnlyDifferent: address.isOnlyDifferent, meta },
    cachedPage(pageTags.comparison(products)),
  );
}

export const headers = pageHeaders;
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.meta ?? [];

export default function ComparePage() {
  const { cards, kind, leftOut, rows, isOnlyDifferent } = useLoaderData<typeof loader>();
  const slugs = cards.map(({ slug }) => slug);
  useEffect(() => {
    if (kind !== null) setComparison({ kind: kind.id, title: kind.title, slugs: cards.map(({ slug }) => slug) });
  }, [kind, cards]);
  if (kind === null) return <NothingToCompare />;
  return (
    <main id="contenido" className="wrap pb-10">
      <Breadcrumbs crumbs={[{ title: kind.title, ...(kind.path ? { path: kind.path } : {}) }, { title: 'Comparar' }]} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h1 className="text-3xl leading-[1.15]">Comparar: {kind.title}</h1>
        {cards.length > 1 && (
          <Link
            to={compareHref(slugs, !isOnlyDifferent)}
            preventScrollReset
            className="link inline-flex min-h-touch items-center text-sm"
          >
            {isOnlyDifferent ? 'Ver todas las características' : 'Ver solo las diferencias'}
          </Link>
        )}
      </div>
      {leftOut.length > 0 && (
        <p className="mb-4 text-sm text-ink-soft">
          Solo se comparan productos del mismo tipo. Quedó fuera: {leftOut.join(', ')}.
        </p>
      )}
      <ComparisonTable
        title={`Comparación de ${kind.title}`}
        names={cards.map(({ title }) => title)}
        columns={cards.map((card) => ({ key: card.slug, head: <Column card={card} kind={kind} slugs={slugs} /> }))}
        rows={rows}
      />
      {cards.length < comparisonLimit && kind.path !== undefined && (
        <p className="mt-5">
          <ButtonLink to={kind.path} variant="outline">
            {cards.length === 1 ? 'Elige otro para comparar' : 'Agregar otro producto'}
          </ButtonLink>
        </p>
      )}
    </main>
  );
}

type Kind = NonNullable<Awaited<ReturnType<typeof loadComparison>>['kind']>;

/** A product at the head of its column, with a link to remove it. */
function Column({ card, kind, slugs }: { card: CardProduct; kind: Kind; slugs: readonly string[] }) {
  const others = slugs.filter((slug) => slug !== card.slug);
  return (
    // With two products, no wider than the pictures of cards.
    <div className="grid gap-1 lg:max-w-[264px]">
      <ProductCard product={card} heading="h2" />
      <Link
        to={compareHref(others)}
        // The comparison is updated here, because the page without products would not know their kind.
        onClick={() => setComparison({ kind: kind.id, title: kind.title, slugs: others })}
        aria-label={`Quitar de la comparación: ${card.title}`}
        className="inline-flex min-h-touch items-center gap-1.5 justify-self-start px-1 text-sm text-ink-soft hover:text-link"
      >
        <Icon name="x" size="sm" />
        Quitar
      </Link>
    </div>
  );
}

/** Without products in the address, the page links to this browser's comparisons. */
function NothingToCompare() {
  const comparisons = useComparisons((state) => state.comparisons);
  return (
    <main id="contenido" className="wrap py-10">
      <EmptyState
        heading="h1"
        title="Aún no hay productos para comparar"
        text="Elige hasta cuatro productos del mismo tipo con el botón “Comparar” de cada uno."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {comparisons.map(({ kind, title, slugs }) => (
              <ButtonLink key={kind} to={compareHref(slugs)}>
                Seguir comparando: {title} ({slugs.length})
              </ButtonLink>
            ))}
            <ButtonLink to="/search" variant={comparisons.length > 0 ? 'outline' : 'primary'}>
              Ver todos los productos
            </ButtonLink>
          </div>
        }
      />
    </main>
  );
}
