import { Icon } from '@ceiba/ui/icon';
import { shownAmount } from '@ceiba/ui/price';
import { Link } from 'react-router';
import type { ListingData } from './listing-data.ts';
import { type SearchState, searchHref, toggleFacet, withoutFilters } from './search-state.ts';

interface Chip {
  key: string;
  text: string;
  without: SearchState;
}

const priceText = ({ minPrice, maxPrice }: SearchState): string => {
  if (maxPrice === null) return `Desde ${shownAmount(minPrice ?? 0)}`;
  return minPrice === null ? `Hasta ${shownAmount(maxPrice)}` : `${shownAmount(minPrice)} a ${shownAmount(maxPrice)}`;
};

/** What is chosen, each with the state without it; labels come from the facets, which may have dropped a value. */
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

export const plainChipClass = `${chipClass} bg-surface shadow-[inset_0_0_0_1px_var(--color-border-strong)]`;

const chosenChipClass = `${chipClass} bg-primary-soft text-on-primary-soft shadow-[inset_0_0_0_1.5px_var(--color-primary)]`;

/** Chosen filters, each a link that takes it back. */
export function FilterChips({ listing }: { listing: ListingData }) {
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
