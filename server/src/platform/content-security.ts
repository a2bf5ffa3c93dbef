import { createHash } from 'node:crypto';

/** What stands between `<script …>` and `</script>`, of scripts without `src`; each character is read once. */
const inlineScripts = (html: string): string[] => {
  const scripts: string[] = [];
  let at = html.indexOf('<script');
  while (at >= 0) {
    const open = html.indexOf('>', at);
    const close = open < 0 ? -1 : html.indexOf('</script>', open);
    if (close < 0) return scripts;
    const script = html.slice(open + 1, close);
    if (script !== '' && !/\ssrc=/.test(html.slice(at, open))) scripts.push(script);
    at = html.indexOf('<script', close);
  }
  return scripts;
};

/**
 * The page's policy: scripts from ourselves and the page's own inline scripts by their hash. A nonce would have to be
 * new for every answer, and a cached page is the same for all (architecture §7). Styles only from files.
 * `mapTiles` is the origin the map drawer loads its pictures from.
 */
export const contentSecurityPolicy = (html: string, mapTiles = 'https://tile.openstreetmap.org'): string => {
  const hashes = new Set<string>();
  for (const script of inlineScripts(html)) {
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`.trim(),
    "style-src 'self'",
    `img-src 'self' data: ${mapTiles}`,
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};

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
