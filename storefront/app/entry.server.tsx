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

/** Receives the rendered page: a `Response` body would be copied, and read again by its only reader. */
const pageContext = createContext<{ html: Buffer | null; nonce: string }>();

/** The context of one request's loaders. `call` reaches the API's handlers without HTTP. The page's inline scripts have the `nonce`. */
export function loadContext(call: Client, nonce: string): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, call);
  context.set(pageContext, { html: null, nonce });
  return context;
}

/** The page that was rendered with this context. Null if the answer is not a page, or already has a body. */
export const renderedHtml = (context: RouterContextProvider): Buffer | null => context.get(pageContext).html;

/** Milliseconds after which a rendering counts as stuck. */
const renderTimeoutMs = 10_000;

/**
 * Lowers the priority of scripts: a page can be read without them, so styles, fonts and pictures go first. The router has no option for the priority.
 */
const scriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/** Works on bytes, because decoding a page costs more than searching it. */
const withShortScripts = (html: Buffer): Buffer =>
  Buffer.from(withPlainQuotes(scriptsLast(html.toString('latin1'))), 'latin1');

const browserKeys: BrowserKeys = { session: sessionStorageKey, cart: cartStorageKey, cartChanges: cartChannelName };

const themeColour = '<meta name="theme-color" content="#032621"';

/** Sets the colour of the browser's toolbars. */
const withThemeColour = (html: Buffer, colour: string): Buffer => {
  const at = html.indexOf(themeColour);
  if (at < 0) return html;
  const own = themeColour.replace('#032621', paletteOf(colour)[950]);
  return Buffer.concat([html.subarray(0, at), Buffer.from(own), html.subarray(at + themeColour.length)]);
};

/**
 * Sets the shop's main colour. Comes after the style sheet, because it overrides the green of that sheet. Written outside React's rendering, so the
 * browser needs no script; React leaves unknown elements in the head.
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

/**
 * Runs before the first text: the guard of texts, and the shop's clock. The script removes itself, because React must find the markup that it wrote.
 */
const beforeTexts = (nonce: string): string =>
  `<script nonce="${nonce}">document.currentScript.remove();${textGuard}${serverClock}</script>`;

const callsOf = ({ staticHandlerContext: { matches } }: EntryContext, nonce: string): string => {
  const page = matches.at(-1);
  const handle: unknown = page?.route.handle;
  if (page === undefined || !isPageHandle(handle)) return '';
  return prefetchScript(handle.prefetchedCalls, page.params, browserKeys, nonce);
};

/** The script comes before the style sheet: an inline script after the style sheet would wait for it. */
const withFirstScripts = (html: Buffer, entry: EntryContext, nonce: string): Buffer => {
  const scripts = Buffer.from(beforeTexts(nonce) + callsOf(entry, nonce));
  const at = html.indexOf('<link rel="stylesheet"');
  return at < 0 ? html : Buffer.concat([html.subarray(0, at), scripts, html.subarray(at)]);
};

/**
 * Renders the whole page in one piece, without streaming: the server hashes its inline scripts (CSP), compresses it and
 * caches it.
 */
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
      // The page is sent in one piece, so no boundary needs a script to move it into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer);
        const pieces: Buffer[] = [];
        const body = new Writable({
          // No backpressure: the reader collects everything in memory.
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

/** Aborted requests are not errors. */
export const handleError = (error: unknown, { request }: { request: Request }): void => {
  if (!request.signal.aborted) console.error(error);
};
