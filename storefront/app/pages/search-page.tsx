import { pageTags } from '@ceiba/contract/page-tags';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { data, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router';
import { apiContext } from '../platform/api.ts';
import { cachedPage, pageHeaders } from '../platform/page-headers.ts';
import { pageMeta } from '../platform/page-meta.ts';
import { loadPolicy } from '../policies/load-policy.ts';
import { promisesText } from '../policies/promises-text.ts';
import { Listing } from '../search/listing.tsx';
import { loadListing } from '../search/listing-data.ts';
import { renamedSearch } from '../search/renamed-brands.ts';
import {
  countFilters,
  readSearch,
  type SearchState,
  searchHref,
  searchParams,
  withOtherQuery,
} from '../search/search-state.ts';
import { Understood } from '../search/understood.tsx';

const titleOf = ({ q, isOffersOnly }: SearchState): string => {
  if (q !== '') return `“${q}”`;
  return isOffersOnly ? 'Ofertas' : 'Todos los productos';
};

/** Loads the search page (CAT-06, DEC-21, DEC-180). */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const state = readSearch(url.searchParams);
  const call = context.get(apiContext);
  const [listing, policy] = await Promise.all([loadListing(call, '/search', state), loadPolicy(call)]);
  const renamed = listing.total === 0 ? await renamedSearch(call, '/search', state) : undefined;
  if (renamed !== undefined) throw redirect(withOtherQuery(renamed, url, Object.keys(searchParams(state))), 301);
  const title = titleOf(state);
  const page = {
    title: state.q === '' ? title : `${title}: resultados`,
    description: `${title} en ${policy.shopName}: ${listing.total} productos con ${promisesText(['envío a toda Guatemala'], policy)}.`,
    canonical: `${url.origin}${searchHref('/search', state)}`,
    isIndexed: state.q === '' && countFilters({ ...state, isOffersOnly: false }) === 0,
  };
  const meta = pageMeta(page, policy);
  return data({ listing, title, meta }, cachedPage(pageTags.search));
}

export const headers = pageHeaders;
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.meta ?? [];

export default function SearchPage() {
  const { listing, title } = useLoaderData<typeof loader>();
  return (
    <main id="contenido" className="wrap">
      <Breadcrumbs crumbs={[{ title: 'Búsqueda' }]} />
      <Listing listing={listing} title={title} lead={<Understood listing={listing} />} />
    </main>
  );
}
