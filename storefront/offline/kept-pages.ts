/** Maximum number of cached pages. The ones opened longest ago are dropped first. */
export const offlinePages = 40;

/** Caches of the browser: the opened pages, and the files that they need. */
export const cacheNames = { pages: 'ceiba.pages', files: 'ceiba.files' } as const;

/** The status and headers of a response. */
export interface PageAnswer {
  status: number;
  redirected: boolean;
  headers: { get(name: string): string | null };
}

/** Returns whether an address may be cached at all. Not with a query, because search words are personal, as is the token of a mail's link. */
export const isCacheable = (address: URL): boolean => address.search === '';

/** Returns whether an address belongs to the desk. The worker neither answers nor caches such addresses (OFF-01). */
export const isOfStaff = ({ pathname }: URL): boolean => /^\/admin(?:\/|$)/.test(pathname);

/**
 * Returns whether a page may be cached: only pages that the shop has declared to be the same for everybody (`cachedPage`). The cart, the checkout, the
 * account and the pages after an order are `no-store`. Answers of the API are no pages.
 */
export const mayCache = (address: URL, { status, redirected, headers }: PageAnswer): boolean => {
  const caching = (headers.get('cache-control') ?? '').split(',').map((word) => word.trim().toLowerCase());
  return (
    isCacheable(address) &&
    status === 200 &&
    !redirected &&
    (headers.get('content-type') ?? '').startsWith('text/html') &&
    caching.includes('public') &&
    !caching.includes('no-store') &&
    !caching.includes('private')
  );
};

/** Scripts, styles, fonts and drawings that a page names and needs to be readable. Product pictures are left out. */
export const filesOf = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/["'](\/(?:assets|art|identity)\/[\w./-]{1,200})/g)].flatMap(([, file]) =>
      file === undefined || file.includes('..') ? [] : file,
    ),
  ),
];

/** The page whose data the router loads during a navigation within the shop. Null for any other address. */
export const pageOfData = (address: URL): URL | null => {
  if (!address.pathname.endsWith('.data')) return null;
  const page = new URL(address);
  page.pathname = address.pathname === '/_root.data' ? '/' : address.pathname.slice(0, -'.data'.length);
  page.searchParams.delete('_routes');
  page.hash = '';
  return page;
};
