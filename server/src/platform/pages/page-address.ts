import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** A parsed address of the storefront. Two addresses with the same key are the same page. */
export interface PageAddress {
  /** Path, and the part of the query that the page reads. The page is rendered from this key. */
  key: string;
  /** The path without query: the key of a page that reads no query. */
  bareKey: string;
  /** The path with the whole query. A redirect to a page's new address passes on campaign and advisor. */
  whole: string;
}

/** Returns the parts of a query that a page reads, by the ID of its route. */
export type ReadQuery = (routeId: string, params: URLSearchParams) => Record<string, string>;

type Routes = ServerBuild['routes'];

const routesBelow = (routes: Routes, parentId: string | undefined): RouteObject[] =>
  Object.values(routes).flatMap((route): RouteObject[] => {
    if (route === undefined || route.parentId !== parentId) return [];
    const { id, path, caseSensitive = false } = route;
    const named = path === undefined ? {} : { path };
    return route.index === true
      ? [{ id, index: true, ...named }]
      : [{ id, caseSensitive, children: routesBelow(routes, id), ...named }];
  });

/** Matches a path that is already canonical: without query, escapes or dots. */
const plainPath = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/;

/** Normalizes a path: single slashes, no slash at the end, uniform escapes. Undefined if the path cannot be decoded. */
const canonicalPath = (path: string): string | undefined => {
  if (!path.startsWith('/') || !URL.canParse(`http://shop${path}`)) return undefined;
  const parts = new URL(`http://shop${path}`).pathname.split('/').filter((part) => part !== '');
  try {
    return `/${parts.map((part) => encodeURIComponent(decodeURIComponent(part))).join('/')}`;
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
};

/** Returns the page whose data the router's client requests. Such an address is the page's path with an added ending. */
const pageOf = (pathname: string): string =>
  pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '');

/** Creates the address parser of a storefront build. The parser returns undefined for an address that no page can have. */
export const pageAddresses = (
  { routes }: Pick<ServerBuild, 'routes'>,
  readQuery: ReadQuery,
): ((address: string) => PageAddress | undefined) => {
  const tree = routesBelow(routes, undefined);
  /** Returns only existing routes, in one order. Otherwise each invented name would lead to a separate cache entry. */
  const wantedRoutes = (params: URLSearchParams): string => {
    const wanted = (params.get('_routes') ?? '').split(',').filter((id) => Object.hasOwn(routes, id));
    return wanted.length === 0 ? '' : `?_routes=${encodeURIComponent([...new Set(wanted)].sort().join(','))}`;
  };
  return (address) => {
    if (plainPath.test(address)) return { key: address, bareKey: address, whole: address };
    // A request may also contain a host (`GET http://shop/cart`), which does not change the page.
    const end = address.indexOf('?');
    const path = (end < 0 ? address : address.slice(0, end)).replace(/^https?:\/\/[^/]*/i, '');
    const pathname = canonicalPath(path);
    if (pathname === undefined) return undefined;
    const given = new URLSearchParams(end < 0 ? '' : address.slice(end));
    const isData = pathname.endsWith('.data');
    const routeId = matchRoutes(tree, isData ? pageOf(pathname) : pathname)?.at(-1)?.route.id;
    const read = new URLSearchParams(routeId === undefined ? {} : readQuery(routeId, given));
    read.sort();
    const bareKey = `${pathname}${isData ? wantedRoutes(given) : ''}`;
    const whole = given.size === 0 ? bareKey : `${pathname}?${given}`;
    if (read.size === 0) return { key: bareKey, bareKey, whole };
    return { key: `${bareKey}${bareKey.includes('?') ? '&' : '?'}${read}`, bareKey, whole };
  };
};
