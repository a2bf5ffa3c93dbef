/** Pages that are not among those opened last are dropped beyond this number. */
export const offlinePages = 40;

/** Caches of the browser: pages somebody opened, and the files those pages are made of. */
export const cacheNames = { pages: 'ceiba.pages', files: 'ceiba.files' } as const;

/** Headers of an answer. */
export interface PageAnswer {
  status: number;
  redirected: boolean;
  headers: { get(name: string): string | null };
}

/**
 * Whether an address may be kept at all: without a query, because what somebody searched for is theirs, as is what a
 * mail's link carries.
 */
export const isKeepable = (address: URL): boolean => address.search === '';

/** The desk is no page of the shop: the worker answers and caches nothing of it (OFF-01). */
export const isOfStaff = ({ pathname }: URL): boolean => /^\/admin(?:\/|$)/.test(pathname);

/**
 * Whether a page may be kept: only what the shop has declared to be the same for everybody (`cachedPage`). The cart,
 * the checkout, the account and what follows an order are `no-store`; answers of the API are no pages.
 */
export const mayKeep = (address: URL, { status, redirected, headers }: PageAnswer): boolean => {
  const caching = (headers.get('cache-control') ?? '').split(',').map((word) => word.trim().toLowerCase());
  return (
    isKeepable(address) &&
    status === 200 &&
    !redirected &&
    (headers.get('content-type') ?? '').startsWith('text/html') &&
    caching.includes('public') &&
    !caching.includes('no-store') &&
    !caching.includes('private')
  );
};

/** Scripts, styles, fonts and drawings a page names: without them it could not be read. Pictures of products are left out. */
export const filesOf = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/["'](\/(?:assets|art|identity)\/[\w./-]{1,200})/g)].flatMap(([, file]) =>
      file === undefined || file.includes('..') ? [] : file,
    ),
  ),
];

/** The page whose data the router asks for while somebody moves within the shop; null for any other address. */
export const pageOfData = (address: URL): URL | null => {
  if (!address.pathname.endsWith('.data')) return null;
  const page = new URL(address);
  page.pathname = address.pathname === '/_root.data' ? '/' : address.pathname.slice(0, -'.data'.length);
  page.searchParams.delete('_routes');
  page.hash = '';
  return page;
};
