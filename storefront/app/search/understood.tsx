import { longestSearch } from '@ceiba/domain/search/search-limits';
import { Icon } from '@ceiba/ui/icon';
import { shownAmount } from '@ceiba/ui/price';
import { Link, useLocation } from 'react-router';
import type { ListingData } from './listing-data.ts';
import { searchHref } from './search-state.ts';

/** The meanings of the search words, each with a link to the other meaning. */
export function Understood({ listing }: { listing: ListingData }) {
  return (
    <>
      <Shortened />
      <Correction listing={listing} />
      <Otherwise listing={listing} />
      <PriceWish listing={listing} />
      <Answer listing={listing} />
    </>
  );
}

/** Says that the search was shortened, if the address has too many words. */
function Shortened() {
  const { search } = useLocation();
  const words = (new URLSearchParams(search).get('q') ?? '').trim();
  return words.length > longestSearch ? (
    <p className="mt-1">Buscamos solo con los primeros {longestSearch} caracteres de lo que escribiste.</p>
  ) : null;
}

/** The shop's page that answers the search, such as "devoluciones". */
function Answer({ listing: { answerPage } }: { listing: ListingData }) {
  if (answerPage === null) return null;
  return (
    <Link
      to={answerPage.path}
      className="panel mt-3 flex max-w-xl items-center gap-3 p-4 text-ink no-underline hover:border-primary"
    >
      <Icon name="info" className="flex-none text-primary" />
      <span className="min-w-0 flex-1">
        <strong className="block">{answerPage.title}</strong>{' '}
        <span className="text-sm text-ink-soft">{answerPage.text}</span>
      </span>
      <Icon name="arrow-right" className="flex-none text-primary" />
    </Link>
  );
}

/** Says that the words were corrected to find something. */
function Correction({ listing: { correctedQuery, state, pathname } }: { listing: ListingData }) {
  if (correctedQuery === null) return null;
  return (
    <p className="mt-1">
      Mostramos resultados de{' '}
      <Link to={searchHref(pathname, { ...state, q: correctedQuery, page: 1 })} className="link">
        “{correctedQuery}”
      </Link>
    </p>
  );
}

/** Says that the shown products are only similar, or have only some of the words. */
function Otherwise({ listing: { otherBrand, foundWords, total, state, pathname } }: { listing: ListingData }) {
  if (otherBrand !== null) {
    return (
      <p className="mt-1">
        No vendemos {otherBrand}
        {total === 0 ? '.' : '; estos son similares.'}
      </p>
    );
  }
  if (foundWords === null) return null;
  return (
    <p className="mt-1">
      No encontramos todo lo que buscas. Mostramos resultados de{' '}
      <Link to={searchHref(pathname, { ...state, q: foundWords, page: 1 })} className="link">
        “{foundWords}”
      </Link>
    </p>
  );
}

/** "hasta Q3,000.00, en oferta, de menor a mayor precio". */
const priceWishText = ({
  minPrice,
  maxPrice,
  isCheapestFirst,
  isOffersOnly,
}: Omit<Wish, 'words' | 'withoutLimits'>): string =>
  [
    minPrice !== undefined && maxPrice !== undefined ? `de ${shownAmount(minPrice)} a ${shownAmount(maxPrice)}` : '',
    minPrice !== undefined && maxPrice === undefined ? `desde ${shownAmount(minPrice)}` : '',
    minPrice === undefined && maxPrice !== undefined ? `hasta ${shownAmount(maxPrice)}` : '',
    isOffersOnly ? 'en oferta' : '',
    isCheapestFirst ? 'primero los de menor precio' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

type Wish = NonNullable<ListingData['priceWish']>;

/** Shows how the price was understood. Chosen limits replace the typed ones. */
function PriceWish({ listing: { priceWish, state, pathname, total } }: { listing: ListingData }) {
  if (priceWish === null) return null;
  const { words, isOffersOnly } = priceWish;
  // A list without products has no sort order.
  const isCheapestFirst = priceWish.isCheapestFirst && total > 0;
  const isChosen = state.minPrice !== null || state.maxPrice !== null;
  const text = priceWishText(isChosen ? { isCheapestFirst, isOffersOnly } : { ...priceWish, isCheapestFirst });
  if (text === '') return null;
  return (
    <p className="mt-1">
      {total === 0 ? 'No encontramos productos' : 'Mostramos productos'} {text}.{' '}
      <Link to={searchHref(pathname, { ...state, q: words, page: 1 })} className="link">
        {wayOutText(words, isChosen)}
      </Link>
    </p>
  );
}

function wayOutText(words: string, isPriceChosen: boolean): string {
  if (words === '') return isPriceChosen ? 'Ver todos los de este precio' : 'Ver todos los productos';
  return isPriceChosen ? `Ver todo “${words}” de este precio` : `Ver “${words}” a cualquier precio`;
}
