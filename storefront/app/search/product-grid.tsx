import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { memo } from 'react';
import { Link } from 'react-router';
import type { CardProduct } from '../catalog/card-product.ts';
import { type PackedCard, useCards } from '../catalog/packed-card.ts';
import { ProductCard } from '../catalog/product-card.tsx';
import { CompareBar } from '../comparisons/compare-bar.tsx';
import { CompareToggle } from '../comparisons/compare-toggle.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';

const ListEvents = lazyPart(() => import('../analytics/list-events.tsx'), { fallback: null });

function GridItem({ product, eager }: { product: CardProduct; eager: boolean }) {
  return (
    <li>
      <ProductCard product={product} heading="h2" eager={eager} corner={<CompareToggle product={product} />} />
    </li>
  );
}

/**
 * Two columns, 3 from 640 px, 4 from 1279 px. Each product can be chosen for comparison. A press on a filter does not
 * render the grid again.
 */
export const ProductGrid = memo(function ProductGrid({
  products: packed,
  resultId,
}: {
  products: readonly PackedCard[];
  /** ID of the answer, by which the list is measured. */
  resultId?: string;
}) {
  const products = useCards(packed);
  return (
    <>
      <ul className="late-cards grid cols-cards gap-2.5 *:min-w-0 sm:gap-4">
        {products.map((product, index) => (
          <GridItem key={product.sku} product={product} eager={index === 0} />
        ))}
      </ul>
      <CompareBar products={products} />
      {resultId !== undefined && <ListEvents listId={resultId} products={products} />}
    </>
  );
});

const linkClass =
  'grid h-touch min-w-touch place-items-center rounded-md font-medium tabular-nums hover:bg-surface-sunken';

/** Pages as links. `hrefOf` returns the address of a page. */
export function Pager({ page, pages, hrefOf }: { page: number; pages: number; hrefOf: (page: number) => string }) {
  if (pages < 2) return null;
  return (
    <nav aria-label="Páginas" className="mt-8 flex justify-center gap-1">
      {page > 1 && (
        <Link to={hrefOf(page - 1)} rel="prev" aria-label="Página anterior" className={linkClass}>
          <Icon name="chevron-left" />
        </Link>
      )}
      {pagesAround(page, pages).map((shown) =>
        typeof shown === 'string' ? (
          <span key={shown} aria-hidden="true" className="grid h-touch min-w-6 place-items-center text-ink-muted">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={hrefOf(shown)}
            aria-label={`Página ${shown}`}
            aria-current={shown === page ? 'page' : undefined}
            className={cx(linkClass, shown === page && 'bg-primary text-white hover:bg-primary')}
          >
            {shown}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={hrefOf(page + 1)} rel="next" aria-label="Página siguiente" className={linkClass}>
          <Icon name="chevron-right" />
        </Link>
      )}
    </nav>
  );
}

/** Pages with a link: the first, the last, and the pages beside the current page. A text replaces the pages between. */
export const pagesAround = (page: number, pages: number): (number | 'before' | 'after')[] => {
  const near = [page - 1, page, page + 1].filter((shown) => shown > 1 && shown < pages);
  const first = near[0] ?? pages;
  const last = near.at(-1) ?? 1;
  return [
    1,
    ...(first > 2 && near.length > 0 ? ['before' as const] : []),
    ...near,
    ...((near.length > 0 && last < pages - 1) || (near.length === 0 && pages > 2) ? ['after' as const] : []),
    ...(pages > 1 ? [pages] : []),
  ];
};
