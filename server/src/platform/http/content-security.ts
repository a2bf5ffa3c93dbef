import { createHash } from 'node:crypto';
import { isMeasuredPage } from '@ceiba/domain/analytics/measured-pages';

/** Declarations of a page's templates: its inline scripts, and the style sheet of the shop's main colour. */
export interface Declared {
  scripts: readonly Buffer[];
  styles?: readonly Buffer[];
}

/** A page as it leaves, and what is declared in it. */
export interface DeclaredPage extends Required<Declared> {
  html: Buffer;
}

/** The inline parts of a kind that bear the nonce. */
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
 * Parts a page from the nonce it was rendered with, which its templates alone know: what stands in a script without it was
 * written into the page by something else, and is declared by nobody. The nonce goes, as cached pages are the same for all and
 * their policy lists hashes (record 0003).
 */
export const takeNonce = (page: Buffer, nonce: string): DeclaredPage => {
  const mark = ` nonce="${nonce}"`;
  // A letter for each byte: decoding a page costs more than looking through it.
  const html = page.toString('latin1');
  const scripts = markedParts(page, html, 'script', mark);
  const styles = markedParts(page, html, 'style', mark);
  return { html: Buffer.from(html.replaceAll(mark, ''), 'latin1'), scripts, styles };
};

/** Where the map drawer loads its pictures from (DEC-46). */
const openStreetMap = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

/** The origin of a template of tiles; one with subdomains lets in all of them. */
const originOf = (tiles: string): string => tiles.slice(0, tiles.indexOf('/', 'https://'.length)).replace('{s}', '*');

const hashesOf = (parts: readonly Buffer[]): string[] => [
  ...new Set(parts.map((each) => `'sha256-${createHash('sha256').update(each).digest('base64')}'`)),
];

const noSources = { script: [], image: [], connect: [] };

/** What Google names for a container with Analytics; no code written into a tag is allowed, as that runs inline. */
const measuringSources = {
  script: ['https://www.googletagmanager.com'],
  image: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  connect: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
};

/**
 * A page's policy: scripts from ourselves and the inline scripts that it declares by their hash. A nonce would have to be
 * new for every answer, and a cached page is the same for all (architecture §7). Styles come from files, but for the one of the main colour.
 * Where `isMeasured`, a tag container and what it reports to are allowed beside them (record 0029).
 */
export const contentSecurityPolicy = (
  { scripts, styles = [] }: Declared,
  isMeasured = false,
  mapTiles = openStreetMap,
): string => {
  const { script, image, connect } = isMeasured ? measuringSources : noSources;
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashesOf(scripts), ...script].join(' '),
    ['style-src', "'self'", ...hashesOf(styles)].join(' '),
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
  declared: Declared,
  pathname: string,
  { hasTagContainer = false, mapTiles }: PageSources,
): string => contentSecurityPolicy(declared, hasTagContainer && isMeasuredPage(pathname), mapTiles);

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
