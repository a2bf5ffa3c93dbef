import { frameTags, type PageTag } from '@ceiba/contract/page-tags';
import { data, type HeadersFunction } from 'react-router';

/** Headers of a page that is the same for everybody. The server sets for how long (`platform/pages/pages.ts`). */
export const cachedPage = (tags: readonly PageTag[]): { headers: Record<string, string> } => ({
  headers: {
    'Cache-Control': 'public',
    'Page-Tags': [...new Set([...frameTags, ...tags])].join(' '),
  },
});

/** Like `cachedPage`, for a page that changes by itself at a moment (ISO 8601): no cache keeps it longer. */
export const pageUntil = (tags: readonly PageTag[], until: string): { headers: Record<string, string> } => ({
  headers: { ...cachedPage(tags).headers, 'Page-Until': until },
});

/**
 * Like `cachedPage`, for a page that ignores the query although its route reads one elsewhere: one cached page for all queries. `until` as in
 * `pageUntil`.
 */
export const pageWithoutQuery = (tags: readonly PageTag[], until?: string): { headers: Record<string, string> } => ({
  headers: { ...(until === undefined ? cachedPage(tags) : pageUntil(tags, until)).headers, 'Page-Query': 'none' },
});

/** Every route that uses `cachedPage` exports this as `headers`. A refusal (404) has its own headers and is not cached. */
export const pageHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders;

/**
 * Headers of a page that fills itself in the browser with the shopper's own data. The server's markup is the same for everybody, so the server caches
 * it. Browsers and shared caches must not, because they might store the filled page.
 */
export const shellHeaders: HeadersFunction = () => ({
  'Cache-Control': 'private, no-store',
  'Page-Tags': frameTags.join(' '),
});

/** Thrown by loaders of lists for a page beyond the last one. The 404 page links to the last page. */
export const beyondLastPage = (lastPage: string) =>
  data({ lastPage }, { status: 404, headers: { 'Cache-Control': 'no-store' } });

/** Thrown by loaders for the 404 page (DEC-13). Only the browser that asked may store it, and must revalidate it. */
export const notFound = () => data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
