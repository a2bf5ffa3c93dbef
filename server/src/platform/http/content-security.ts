import { createHash } from 'node:crypto';
import { isMeasuredPage } from '@ceiba/domain/analytics/measured-pages';

/** A page as it leaves, and the inline scripts that its templates declare. */
export interface DeclaredPage {
  html: Buffer;
  scripts: readonly Buffer[];
}

/**
 * Parts a page from the nonce it was rendered with, which its templates alone know: what stands in a script without it was
 * written into the page by something else, and is declared by nobody. The nonce goes, as cached pages are the same for all and
 * their policy lists hashes (record 0003). Each character is read once.
 */
export const takeNonce = (page: Buffer, nonce: string): DeclaredPage => {
  const mark = ` nonce="${nonce}"`;
  // A letter for each byte: decoding a page costs more than looking through it.
  const html = page.toString('latin1');
  const scripts: Buffer[] = [];
  let at = html.indexOf('<script');
  while (at >= 0) {
    const open = html.indexOf('>', at);
    const close = open < 0 ? -1 : html.indexOf('</script>', open);
    if (close < 0) break;
    const tag = html.slice(at, open);
    if (close > open + 1 && tag.includes(mark) && !/\ssrc=/.test(tag)) scripts.push(page.subarray(open + 1, close));
    at = html.indexOf('<script', close);
  }
  return { html: Buffer.from(html.replaceAll(mark, ''), 'latin1'), scripts };
};

/** Where the map drawer loads its pictures from (DEC-46). */
const openStreetMap = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

/** The origin of a template of tiles; one with subdomains lets in all of them. */
const originOf = (tiles: string): string => tiles.slice(0, tiles.indexOf('/', 'https://'.length)).replace('{s}', '*');

const noSources = { script: [], image: [], connect: [] };

/** What Google names for a container with Analytics; no code written into a tag is allowed, as that runs inline. */
const measuringSources = {
  script: ['https://www.googletagmanager.com'],
  image: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  connect: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
};

/**
 * A page's policy: scripts from ourselves and the inline scripts that it declares by their hash. A nonce would have to be
 * new for every answer, and a cached page is the same for all (architecture §7). Styles only from files.
 * Where `isMeasured`, a tag container and what it reports to are allowed beside them (record 0029).
 */
export const contentSecurityPolicy = (
  scripts: readonly Buffer[],
  isMeasured = false,
  mapTiles = openStreetMap,
): string => {
  const { script, image, connect } = isMeasured ? measuringSources : noSources;
  const hashes = new Set(scripts.map((each) => `'sha256-${createHash('sha256').update(each).digest('base64')}'`));
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...script].join(' '),
    "style-src 'self'",
    ['img-src', "'self'", 'data:', originOf(mapTiles), ...image].join(' '),
    "font-src 'self'",
    ['connect-src', "'self'", ...connect].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};

export interface PageSources {
  /** A tag container may run on the pages that are measured. */
  hasTagContainer?: boolean;
  /** Template of the map's tiles; undefined: OpenStreetMap's. */
  mapTiles?: string | undefined;
}

/** The policy of the page of a path, in a shop that has a tag container or has none. */
export const pageSecurityPolicy = (
  scripts: readonly Buffer[],
  pathname: string,
  { hasTagContainer = false, mapTiles }: PageSources,
): string => contentSecurityPolicy(scripts, hasTagContainer && isMeasuredPage(pathname), mapTiles);

/** Headers every answer carries. */
const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), geolocation=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** A year, as browsers' own lists want it. Other names of the domain are not ours to decide. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000' };

/** Headers every answer of this shop carries; reached by https in production, browsers are told to stay with it. */
export const securityHeadersOf = ({
  publicUrl,
  isDev,
}: {
  publicUrl: string;
  isDev: boolean;
}): Record<string, string> =>
  publicUrl.startsWith('https://') && !isDev ? { ...securityHeaders, ...strictTransport } : { ...securityHeaders };
