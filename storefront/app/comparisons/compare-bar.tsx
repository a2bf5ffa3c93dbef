import { comparisonLimit, kindOf } from '@ceiba/domain/comparisons/comparison';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { compareHref } from './comparison-address.ts';
import { setComparison, useComparisons } from './comparison-store.ts';
import { type Comparable, fullText } from './use-compared.ts';

/**
 * A bar under a grid of products with the number of products chosen for comparison, and a link to compare them. Shown if the grid has products of the
 * same kind. If the comparisons have several kinds, shows the kind used last.
 */
export function CompareBar({ products }: { products: readonly Comparable[] }) {
  const kinds = new Set(products.map(({ categories }) => kindOf(categories)?.id));
  const comparison = useComparisons((state) => state.comparisons).find(({ kind }) => kinds.has(kind));
  if (comparison === undefined) return null;
  const { title, slugs } = comparison;
  return (
    <section
      aria-label="Comparación"
      className="sticky bottom-[calc(0.75rem+var(--bottom-taken))] z-(--z-sticky) mt-4 flex flex-wrap items-center justify-between gap-x-3 rounded-lg bg-surface py-2 pr-2 pl-4 shadow-[0_0_0_1px_var(--color-border-strong),var(--shadow-lg)]"
    >
      <p role="status" className="text-sm">
        <b className="font-semibold">{title}</b>
        <span className="block text-ink-soft tabular-nums">
          {slugs.length < comparisonLimit ? (
            <>
              {slugs.length} de {comparisonLimit}
              <span className="max-sm:sr-only"> para comparar</span>
            </>
          ) : (
            `${fullText}: quita uno para elegir otro`
          )}
        </span>
      </p>
      <div className="ml-auto flex flex-wrap gap-2">
        <Button variant="ghost" size="sm" onClick={() => setComparison({ ...comparison, slugs: [] })}>
          Vaciar
        </Button>
        <ButtonLink to={compareHref(slugs)} size="sm" variant="outline">
          Comparar
        </ButtonLink>
      </div>
    </section>
  );
}
