import { createHash } from 'node:crypto';
import { isMeasuredPage } from '@ceiba/domain/analytics/measured-pages';

/** The inline parts that a page's templates declare: scripts, and the style sheet of the shop's main colour. */
export interface Declared {
  scripts: readonly Buffer[];
  styles?: readonly Buffer[];
}

/** A page as it is sent, with its declared inline parts. */
export interface DeclaredPage extends Required<Declared> {
  html: Buffer;
}

/** Returns the inline parts of a kind that carry the nonce. */
const markedParts = (page: Buffer, html: string, name: 'script' | 'style', mark: string): Buffer[] => {
  const parts: Buffer[] = [];
  let at = html.indexOf(`<${name}`);
  while (at >= 0) {
    const open = html.indexOf('>', at);
    const close = open < 0 ? -1 : html.indexOf(`</${name}>`, open);
    if (close < 0) break;
    const tag = html.slice(at, open);
    if (close > open + 1 && tag.includes(mark) && !/\ssrc=/.test(tag)) parts.push(page.subarray(open + 1, close));
    at = html.indexOf(`<${name}`, close);
  }
  return parts;
};

/**
 * Removes the nonce from a page and returns the inline parts that carried it. Only templates know the nonce. Injected scripts lack the
 * nonce and are not declared. Cached pages are the same for all visitors, so their policy lists hashes instead (record 0003).
 */
export const takeNonce = (page: Buffer, nonce: string): DeclaredPage => {
  const mark = ` nonce="${nonce}"`;
  // Latin-1 maps each byte to one letter. To decode UTF-8 would cost more than the search.
  const html = page.toString('latin1');
  const scripts = markedParts(page, html, 'script', mark);
  const styles = markedParts(page, html, 'style', mark);
  return { html: Buffer.from(html.replaceAll(mark, ''), 'latin1'), scripts, styles };
};

/** The source of the map drawer's tiles (DEC-46). */
const openStreetMap = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

/** Returns the origin of the map's tiles. A template with subdomains allows all of them. Without a template, the origin is OpenStreetMap. */
export const tilesOrigin = (tiles = openStreetMap): string =>
  tiles.slice(0, tiles.indexOf('/', 'https://'.length)).replace('{s}', '*');

const hashesOf = (parts: readonly Buffer[]): string[] => [
  ...new Set(parts.map((each) => `'sha256-${createHash('sha256').update(each).digest('base64')}'`)),
];

const noSources = { script: [], image: [], connect: [] };

/** The sources that Google documents for a container with Analytics. Custom code in a tag is not allowed, because it runs inline. */
const measuringSources = {
  script: ['https://www.googletagmanager.com'],
  image: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  connect: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
};

/**
 * Builds a page's policy: the shop's own scripts, and the declared inline scripts by hash. A nonce would have to be new for every answer,
 * but a cached page is the same for all (architecture §7). Styles come from files, except the style of the main colour. With `isMeasured`,
 * a tag container and its endpoints are allowed, too (record 0029).
 */
export const contentSecurityPolicy = (
  { scripts, styles = [] }: Declared,
  isMeasured = false,
  mapTiles?: string,
): string => {
  const { script, image, connect } = isMeasured ? measuringSources : noSources;
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashesOf(scripts), ...script].join(' '),
    ['style-src', "'self'", ...hashesOf(styles)].join(' '),
    ['img-src', "'self'", 'data:', tilesOrigin(mapTiles), ...image].join(' '),
    "font-src 'self'",
    ['connect-src', "'self'", ...connect].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};

export interface PageSources {
  /** True if the shop has a tag container, which may run on measured pages. */
  hasTagContainer?: boolean;
  /** Template of the map's tiles. Undefined for OpenStreetMap. */
  mapTiles?: string | undefined;
}

/** Returns the policy of the page at a path, depending on whether the shop has a tag container. */
export const pageSecurityPolicy = (
  declared: Declared,
  pathname: string,
  { hasTagContainer = false, mapTiles }: PageSources,
): string => contentSecurityPolicy(declared, hasTagContainer && isMeasuredPage(pathname), mapTiles);

/** Headers of every answer. */
const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), geolocation=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** One year, as browsers' preload lists require. Subdomains are excluded, because they may belong to other sites. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000' };

/** Returns the headers of every answer of this shop. In production over https, they include strict transport security. */
export const securityHeadersOf = ({
  publicUrl,
  isDev,
}: {
  publicUrl: string;
  isDev: boolean;
}): Record<string, string> =>
  publicUrl.startsWith('https://') && !isDev ? { ...securityHeaders, ...strictTransport } : { ...securityHeaders };
