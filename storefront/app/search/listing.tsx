import { missingDataText } from '@ceiba/domain/content/fallback-texts';
import { productsPerPage } from '@ceiba/domain/search/search-limits';
import { ButtonLink } from '@ceiba/ui/button';
import { cx } from '@ceiba/ui/class-names';
import { CountBadge } from '@ceiba/ui/count-badge';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Icon } from '@ceiba/ui/icon';
import { shownAmount } from '@ceiba/ui/price';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '../platform/lazy-part.tsx';
import { usePendingNavigation } from '../platform/pending-navigation.ts';
import { FacetList } from './facet-list.tsx';
import { countText, type ListingData } from './listing-data.ts';
import { Pager, ProductGrid } from './product-grid.tsx';
import { countFilters, readSearch, type SearchState, searchHref, toggleFacet, withoutFilters } from './search-state.ts';
import { SortForm } from './sort-form.tsx';

interface Chip {
  key: string;
  text: string;
  without: SearchState;
}

const priceText = ({ minPrice, maxPrice }: SearchState): string => {
  if (maxPrice === null) return `Desde ${shownAmount(minPrice ?? 0)}`;
  return minPrice === null ? `Hasta ${shownAmount(maxPrice)}` : `${shownAmount(minPrice)} a ${shownAmount(maxPrice)}`;
};

/** The chosen filters, each with the state after its removal. Labels come from the facets, which may have dropped a value. */
const chipsOf = ({ state, facets }: ListingData): Chip[] => {
  const labelOf = (code: string, value: string) =>
    facets.find((facet) => facet.code === code)?.values.find((entry) => entry.value === value)?.label ?? value;
  const chip = (code: string, value: string): Chip => ({
    key: `${code}:${value}`,
    text: labelOf(code, value),
    without: toggleFacet(state, code, value),
  });
  const hasPrice = state.minPrice !== null || state.maxPrice !== null;
  return [
    ...(state.category === null ? [] : [chip('category', state.category)]),
    ...state.brands.map((brand) => chip('brand', brand)),
    ...(hasPrice
      ? [{ key: 'price', text: priceText(state), without: { ...state, page: 1, minPrice: null, maxPrice: null } }]
      : []),
    ...(state.isOffersOnly
      ? [{ key: 'offers', text: 'En oferta', without: { ...state, page: 1, isOffersOnly: false } }]
      : []),
    ...Object.entries(state.attributes).flatMap(([code, values]) => values.map((value) => chip(code, value))),
  ];
};

const chipClass =
  'inline-flex min-h-touch flex-none items-center gap-2 rounded-full px-4 text-sm font-medium whitespace-nowrap';

const plainChipClass = `${chipClass} bg-surface shadow-[inset_0_0_0_1px_var(--color-border-strong)]`;

const chosenChipClass = `${chipClass} bg-primary-soft text-on-primary-soft shadow-[inset_0_0_0_1.5px_var(--color-primary)]`;

/** Chosen filters, each as a link that removes it. */
function FilterChips({ listing }: { listing: ListingData }) {
  const chips = chipsOf(listing);
  if (chips.length === 0) return null;
  return (
    <>
      {chips.map(({ key, text, without }) => (
        <li key={key}>
          <Link
            to={searchHref(listing.pathname, without)}
            rel="nofollow"
            preventScrollReset
            aria-label={`Quitar filtro ${text}`}
            className={chosenChipClass}
          >
            {text}
            <Icon name="x" size="sm" />
          </Link>
        </li>
      ))}
      <li className="max-lg:hidden">
        <Link
          to={searchHref(listing.pathname, withoutFilters(listing.state))}
          className="ml-1.5 inline-flex min-h-touch items-center text-sm font-semibold text-link hover:underline"
        >
          Limpiar filtros
        </Link>
      </li>
    </>
  );
}

const FilterDrawer = lazyPart(() => import('./filter-drawer.tsx'));

const filtersId = 'filtros';

/**
 * The shopper's choice since the list was loaded, or null. Shows immediately. The next press builds on this choice,
 * even while a slow connection still loads the previous choice.
 */
const useChosen = (pathname: string): SearchState | null => {
  const location = usePendingNavigation()?.location;
  return location?.pathname === pathname ? readSearch(new URLSearchParams(location.search)) : null;
};

/** Title, filters, chips, products and pages, the same for search and category pages. */
export function Listing({
  listing: shown,
  title,
  lead,
  above,
}: {
  listing: ListingData;
  title: ReactNode;
  lead?: ReactNode;
  /** Stands above the products, as wide as the page. */
  above?: ReactNode;
}) {
  const { pathname, products, total } = shown;
  const chosen = useChosen(pathname);
  const state = chosen ?? shown.state;
  const listing = { ...shown, state };
  const isAnswered = total === 0 && shown.answerPage !== null;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-3xl leading-[1.15] wrap-anywhere">{title}</h1>
          <p className="mt-1 text-sm text-ink-soft" role="status">
            {isAnswered ? '' : countText(total)}
          </p>
          {lead}
        </div>
        {products.length > 0 && (
          <div className="max-lg:hidden">
            <SortForm listing={listing} />
          </div>
        )}
      </div>
      {above}
      {isAnswered ? null : total === 0 && countFilters(shown.state) === 0 ? (
        <NoResults nearest={listing.nearestCategory} />
      ) : (
        <>
          <MobileBar listing={listing} isCounted={chosen === null} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[264px_minmax(0,1fr)] lg:items-start lg:gap-8">
            {/* Without scripts, the filter link on a phone jumps here and makes the filters visible. */}
            <aside id={filtersId} aria-label="Filtros" className="max-lg:hidden max-lg:target:block">
              <FacetList listing={listing} />
            </aside>
            <div aria-busy={chosen !== null || undefined} className="group/list">
              <ul className="mb-4 flex flex-wrap gap-2 empty:hidden max-lg:hidden">
                <FilterChips listing={listing} />
              </ul>
              {products.length === 0 ? (
                <NoResults nearest={listing.nearestCategory} clearHref={searchHref(pathname, withoutFilters(state))} />
              ) : (
                <div className="transition-opacity group-aria-busy/list:opacity-55 group-aria-busy/list:delay-200">
                  <ProductGrid products={products} resultId={shown.resultId} />
                </div>
              )}
              <Pager
                page={shown.state.page}
                pages={Math.ceil(total / productsPerPage)}
                hrefOf={(page) => searchHref(pathname, { ...state, page })}
              />
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** Below 1024 px: filters in a drawer; sort order and chosen filters in a row that scrolls sideways. */
function MobileBar({ listing, isCounted }: { listing: ListingData; isCounted: boolean }) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const count = countFilters(listing.state);
  return (
    <div className="mb-3 lg:hidden">
      <ul className="-mx-gutter flex items-center gap-2 overflow-x-auto px-gutter scroll-quiet">
        <li>
          <a
            href={`#${filtersId}`}
            aria-haspopup="dialog"
            onClick={(event) => {
              event.preventDefault();
              setOpen(true);
            }}
            className={plainChipClass}
          >
            <Icon name="sliders-horizontal" size="sm" />
            Filtros
            {count > 0 && <CountBadge count={count} className="bg-primary! text-white!" />}
          </a>
        </li>
        <li className="flex-none">
          <SortForm listing={listing} />
        </li>
        <FilterChips listing={listing} />
      </ul>
      {isOpen !== null && (
        <Suspense>
          <FilterDrawer open={isOpen} onClose={() => setOpen(false)} listing={listing} isCounted={isCounted} />
        </Suspense>
      )}
    </div>
  );
}

/** A search without results (CAT-06), with a next step: removing the filters, the nearest category, or all products. */
function NoResults({ nearest, clearHref }: { nearest: ListingData['nearestCategory']; clearHref?: string }) {
  return (
    <div className={cx('panel', clearHref === undefined && 'mt-4')}>
      <EmptyState
        title={missingDataText}
        text="Revisa cómo está escrito, prueba con menos palabras o mira todo lo que tenemos."
        action={<WayOut nearest={nearest} clearHref={clearHref} />}
      />
    </div>
  );
}

function WayOut({ nearest, clearHref }: { nearest: ListingData['nearestCategory']; clearHref: string | undefined }) {
  if (clearHref !== undefined) return <ButtonLink to={clearHref}>Limpiar filtros</ButtonLink>;
  if (nearest === null) return <ButtonLink to="/search">Ver todos los productos</ButtonLink>;
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <ButtonLink to={`/${nearest.path}`}>Ver {nearest.title}</ButtonLink>
      <ButtonLink to="/search" variant="outline">
        Ver todos los productos
      </ButtonLink>
    </div>
  );
}
