import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** An address as the storefront understands it: two with the same key are the same page. */
export interface PageAddress {
  /** Path and query with nothing in it that the page does not read; what is rendered, too. */
  key: string;
  /** The same without any query: the key of a page that turns out to read none. */
  bareKey: string;
  /** The same with the whole query: a page that has moved takes campaign and advisor along to its present address. */
  whole: string;
}

/** What of a query a page reads, as it understands it, by the id of its route. */
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

/** Needs no parsing to be the same for everybody who writes it: no query, nothing escaped, no dots. */
const plainPath = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/;

/** Slashes said once, none at the end, everything escaped in the one way; undefined where it cannot be decoded. */
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

/** The page whose data the router's client asks for, which it does under the page's path with this ending. */
const pageOf = (pathname: string): string =>
  pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '');

/** Reads addresses for a build of the storefront; undefined for one that names no page of anybody. */
export const pageAddresses = (
  { routes }: Pick<ServerBuild, 'routes'>,
  readQuery: ReadQuery,
): ((address: string) => PageAddress | undefined) => {
  const tree = routesBelow(routes, undefined);
  /** Only routes that exist, in one order: else each made-up name would be another answer. */
  const wantedRoutes = (params: URLSearchParams): string => {
    const wanted = (params.get('_routes') ?? '').split(',').filter((id) => Object.hasOwn(routes, id));
    return wanted.length === 0 ? '' : `?_routes=${encodeURIComponent([...new Set(wanted)].sort().join(','))}`;
  };
  return (address) => {
    if (plainPath.test(address)) return { key: address, bareKey: address, whole: address };
    // A request may name its host, too (`GET http://shop/cart`); whose it is makes no difference to the page.
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
