import { Writable } from 'node:stream';
import { createClient, type Transport } from '@ceiba/contract/client';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { apiContext } from './platform/api.ts';

export { readQuery } from './search/page-queries.ts';

/** What loaders of one request may use; `transport` reaches the API without leaving the process. */
export function loadContext(transport: Transport): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, createClient(transport));
  return context;
}

/** Milliseconds; a rendering that takes longer hangs on something. */
const renderTimeoutMs = 10_000;

/** The page can be read without its scripts: what it is drawn with goes first. The router has no word for it. */
const scriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/** The whole page as text, never a stream: the server hashes its inline scripts (CSP), compresses and keeps it. */
const renderPage = (url: string, context: EntryContext): Promise<{ html: string; failed: boolean }> =>
  new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={url} />, {
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
            resolve({ html: scriptsLast(Buffer.concat(pieces).toString()), failed });
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
  context: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { html, failed } = await renderPage(request.url, context);
  if (failed) headers.set('Cache-Control', 'no-store');
  return new Response(html, { status: failed ? 500 : status, headers });
}

/** Aborted requests are nobody's error. */
export const handleError = (error: unknown, { request }: { request: Request }): void => {
  if (!request.signal.aborted) console.error(error);
};
