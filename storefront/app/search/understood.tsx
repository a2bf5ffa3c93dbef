import { Link } from 'react-router';
import { shownAmount } from '../ui/price.tsx';
import type { ListingData } from './listing-data.ts';
import { searchHref } from './search-state.ts';

/** How the words of a search were read, each with a way to what they say otherwise. */
export function Understood({ listing }: { listing: ListingData }) {
  return (
    <>
      <Correction listing={listing} />
      <PriceWish listing={listing} />
    </>
  );
}

/** Says so where the words were corrected to find something. */
function Correction({ listing: { correctedQuery } }: { listing: ListingData }) {
  if (correctedQuery === null) return null;
  return (
    <p className="mt-1">
      Mostramos resultados de{' '}
      <Link to={`/search?q=${encodeURIComponent(correctedQuery)}`} className="link">
        “{correctedQuery}”
      </Link>
    </p>
  );
}

/** "hasta Q3,000.00, en oferta, de menor a mayor precio". */
const priceWishText = ({ minPrice, maxPrice, isCheapestFirst, isOffersOnly }: Wish): string =>
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

/** Tells what was understood of the price, unless filters that were chosen say otherwise by now. */
function PriceWish({ listing: { priceWish, state, pathname } }: { listing: ListingData }) {
  if (priceWish === null || state.minPrice !== null || state.maxPrice !== null) return null;
  const { words } = priceWish;
  return (
    <p className="mt-1">
      Mostramos productos {priceWishText(priceWish)}.{' '}
      <Link to={searchHref(pathname, { ...state, q: words, page: 1 })} className="link">
        {words === '' ? 'Ver todos los productos' : `Ver “${words}” a cualquier precio`}
      </Link>
    </p>
  );
}
