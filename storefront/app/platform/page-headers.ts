import { frameTags, type PageTag } from '@ceiba/contract/page-tags';
import { data, type HeadersFunction } from 'react-router';

/** Headers of a page that is the same for everybody; the server says for how long (`platform/pages/pages.ts`). */
export const cachedPage = (tags: readonly PageTag[]): { headers: Record<string, string> } => ({
  headers: {
    'Cache-Control': 'public',
    'Page-Tags': [...new Set([...frameTags, ...tags])].join(' '),
  },
});

/** Like `cachedPage`, for a page that shows what changes by itself at a moment (ISO 8601): nobody keeps it longer. */
export const pageUntil = (tags: readonly PageTag[], until: string): { headers: Record<string, string> } => ({
  headers: { ...cachedPage(tags).headers, 'Page-Until': until },
});

/** Like `cachedPage`, for a page of a route that reads a query elsewhere, but not here: one page, whatever the query; `until` as `pageUntil`. */
export const pageWithoutQuery = (tags: readonly PageTag[], until?: string): { headers: Record<string, string> } => ({
  headers: { ...(until === undefined ? cachedPage(tags) : pageUntil(tags, until)).headers, 'Page-Query': 'none' },
});

/** Every route that uses `cachedPage` exports this as `headers`; a refusal (404) brings its own and is not kept. */
export const pageHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders;

/**
 * Headers of a page that fills itself in the browser from the shopper's own data. What the server sends is the same for
 * everybody, so the server keeps it; browsers and shared caches must not, because they might keep what it became.
 */
export const shellHeaders: HeadersFunction = () => ({
  'Cache-Control': 'private, no-store',
  'Page-Tags': frameTags.join(' '),
});

/** Thrown by loaders of lists for a page beyond the last, whose address the 404 page leads to. */
export const beyondLastPage = (lastPage: string) =>
  data({ lastPage }, { status: 404, headers: { 'Cache-Control': 'no-store' } });

/** Thrown by loaders: the 404 page (DEC-13). It may be kept for a moment by nobody but the browser that asked. */
export const notFound = () => data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
