import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentSecurityPolicy, securityHeaders } from './content-security.ts';
import type { CachedPage, PageVariant } from './page-cache.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const compressPage = (html: Buffer, quality: number): Promise<[brotli: Buffer, gzip: Buffer]> =>
  Promise.all([
    compressBrotli(html, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
    compressGzip(html, { level: 6 }),
  ]);

/** What the storefront answered, the shop's own security headers and the policy for the page's inline scripts. */
export const headersOf = (response: Response, html: string, isDev: boolean): Record<string, string> => {
  const headers: Record<string, string> = { ...securityHeaders };
  for (const [name, value] of response.headers) headers[name] = value;
  if ((headers['content-type'] ?? '').startsWith('text/html') && !isDev) {
    headers['content-security-policy'] = contentSecurityPolicy(html);
  }
  headers['cache-control'] ??= 'no-store';
  headers.vary = 'accept-encoding';
  return headers;
};

const variantOf = (headers: Record<string, string>, body: Buffer, encoding?: string): PageVariant => ({
  headers: Object.entries({
    ...headers,
    'content-length': String(body.length),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  }).flat(),
  body,
});

/** A page in every encoding; `quality` is brotli's. A redirection has nothing to compress. */
export const variantsOf = async (
  headers: Record<string, string>,
  html: Buffer,
  quality: number,
): Promise<CachedPage['variants']> => {
  const identity = variantOf(headers, html);
  if (html.length === 0) return { identity, br: identity, gzip: identity };
  const [brotli, gzipped] = await compressPage(html, quality);
  return { identity, br: variantOf(headers, brotli, 'br'), gzip: variantOf(headers, gzipped, 'gzip') };
};
