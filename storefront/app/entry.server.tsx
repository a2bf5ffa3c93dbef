import { Writable } from 'node:stream';
import serverClock from '@ceiba/client/server-clock?inline-script';
import textGuard from '@ceiba/client/text-guard?inline-script';
import type { Client } from '@ceiba/contract/client';
import { brandStyle, paletteOf } from '@ceiba/domain/policies/brand-colour';
import { renderToPipeableStream } from 'react-dom/server';
import { createContext, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { apiContext } from './platform/api.ts';
import { withPlainQuotes } from './platform/page-data-script.ts';
import { type BrowserKeys, isPageHandle, prefetchScript } from './platform/prefetch-script.ts';
import { ScriptNonce } from './platform/script-nonce.ts';
import { cartChannelName, cartStorageKey, sessionStorageKey } from './platform/storage-keys.ts';
import { isRootData } from './policies/personal-meta.ts';

export { readQuery } from './search/page-queries.ts';

/** Where a rendering leaves its page: a body of `Response` would be written anew, and read out again by its only reader. */
const pageContext = createContext<{ html: Buffer | null; nonce: string }>();

/**
 * What loaders of one request may use; `call` reaches the API's handlers without a request. The page's inline scripts bear the
 * `nonce`.
 */
export function loadContext(call: Client, nonce: string): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, call);
  context.set(pageContext, { html: null, nonce });
  return context;
}

/** The page that was rendered with this context; null where what was answered is no page, or has its body itself. */
export const renderedHtml = (context: RouterContextProvider): Buffer | null => context.get(pageContext).html;

/** Milliseconds; a rendering that takes longer hangs on something. */
const renderTimeoutMs = 10_000;

/** The page can be read without its scripts: what it is drawn with goes first. The router has no word for it. */
const scriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/** Works on bytes: decoding a page costs more than looking through it. */
const withShortScripts = (html: Buffer): Buffer =>
  Buffer.from(withPlainQuotes(scriptsLast(html.toString('latin1'))), 'latin1');

const browserKeys: BrowserKeys = { session: sessionStorageKey, cart: cartStorageKey, cartChanges: cartChannelName };

const themeColour = '<meta name="theme-color" content="#032621"';

/** Colour of the browser's own bars. */
const withThemeColour = (html: Buffer, colour: string): Buffer => {
  const at = html.indexOf(themeColour);
  if (at < 0) return html;
  const own = themeColour.replace('#032621', paletteOf(colour)[950]);
  return Buffer.concat([html.subarray(0, at), Buffer.from(own), html.subarray(at + themeColour.length)]);
};

/**
 * The shop's main colour behind the style sheet whose green it replaces. It stands outside of what React draws: the browser needs no program
 * that makes it, and React leaves in the head what it does not know.
 */
const withBrandColour = (
  html: Buffer,
  { staticHandlerContext: { loaderData } }: EntryContext,
  nonce: string,
): Buffer => {
  const root: unknown = loaderData.root;
  const colour = isRootData(root) ? root.policy.shopColour : null;
  const page = colour === null ? html : withThemeColour(html, colour);
  const at = colour === null ? -1 : page.indexOf('</head>');
  if (colour === null || at < 0) return html;
  const style = `<style nonce="${nonce}">${brandStyle(colour)}</style>`;
  return Buffer.concat([page.subarray(0, at), Buffer.from(style), page.subarray(at)]);
};

/** Runs before the first text: what watches texts, and the shop's clock. It takes itself out of the page, in which React has to find what it wrote. */
const beforeTexts = (nonce: string): string =>
  `<script nonce="${nonce}">document.currentScript.remove();${textGuard}${serverClock}</script>`;

const callsOf = ({ staticHandlerContext: { matches } }: EntryContext, nonce: string): string => {
  const page = matches.at(-1);
  const handle: unknown = page?.route.handle;
  if (page === undefined || !isPageHandle(handle)) return '';
  return prefetchScript(handle.prefetchedCalls, page.params, browserKeys, nonce);
};

/** Before the style sheet, which an inline script behind it would wait for. */
const withFirstScripts = (html: Buffer, entry: EntryContext, nonce: string): Buffer => {
  const scripts = Buffer.from(beforeTexts(nonce) + callsOf(entry, nonce));
  const at = html.indexOf('<link rel="stylesheet"');
  return at < 0 ? html : Buffer.concat([html.subarray(0, at), scripts, html.subarray(at)]);
};

/** The whole page at once, never a stream: the server hashes its inline scripts (CSP), compresses and keeps it. */
const renderPage = (url: string, context: EntryContext, nonce: string): Promise<{ html: Buffer; failed: boolean }> =>
  new Promise((resolve, reject) => {
    let failed = false;
    const page = (
      <ScriptNonce value={nonce}>
        <ServerRouter context={context} url={url} nonce={nonce} />
      </ScriptNonce>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Nothing is sent in pieces, so no boundary needs to be moved into place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer);
        const pieces: Buffer[] = [];
        const body = new Writable({
          // Nobody reads slower than it is written.
          highWaterMark: Number.MAX_SAFE_INTEGER,
          write(piece: Buffer, _encoding, done) {
            pieces.push(piece);
            done();
          },
          final(done) {
            const drawn = withBrandColour(withShortScripts(Buffer.concat(pieces)), context, nonce);
            resolve({ html: withFirstScripts(drawn, context, nonce), failed });
            done();
          },
        });
        pipe(body);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError(error) {
        failed = true;
        console.error(error);
      },
    });
    const timer = setTimeout(
      () => abort(new Error(`rendering ${url} took longer than ${renderTimeoutMs} ms`)),
      renderTimeoutMs,
    );
  });

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const page = context.get(pageContext);
  const { html, failed } = await renderPage(request.url, entry, page.nonce);
  page.html = html;
  if (failed) headers.set('Cache-Control', 'no-store');
  return new Response(null, { status: failed ? 500 : status, headers });
}

/** Aborted requests are nobody's error. */
export const handleError = (error: unknown, { request }: { request: Request }): void => {
  if (!request.signal.aborted) console.error(error);
};
