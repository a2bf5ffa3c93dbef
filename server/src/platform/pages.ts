import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Transport } from '@ceiba/contract/client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { contentSecurityPolicy, securityHeaders } from './content-security.ts';
import { keepAnswers } from './kept-answers.ts';
import { type EncodedPage, encodingFor, PageBody } from './page-body.ts';
import { type CachedPage, createPageCache, lifetimeOf } from './page-cache.ts';
import { type FindPriceChange, keepPriceChange } from './price-change.ts';

/** Parameters that never change what the server renders: campaign marks, and the advisor's entry (read by the browser). */
const ignoredParameters = /^(?:utm_\w+|gclid|fbclid|msclkid|at|store)$/;

export interface PagesOptions {
  /** Folder of the storefront's build. */
  buildDir: string;
  publicUrl: string;
  transport: Transport;
  cacheBytes: number;
  /** When prices next change by themselves: no page is kept beyond it. */
  findPriceChange: FindPriceChange;
  /** Tests move it. */
  now?: () => Date;
  /** Development: asks for the build anew on each request. */
  loadBuild?: () => Promise<ServerBuild>;
}

export interface Pages {
  /** Drops what depends on the tags: finished pages, and the menu they all show. */
  purge(tags: readonly string[]): void;
  /** Pages kept now. */
  readonly size: number;
  /** Answers at once what is kept. */
  handle(request: FastifyRequest, reply: FastifyReply): Promise<void> | void;
}

interface StorefrontEntry {
  loadContext(transport: Transport): RouterContextProvider;
}

const isStorefrontEntry = (entry: object): entry is StorefrontEntry => 'loadContext' in entry;

const loadStorefrontBuild = async (buildDir: string): Promise<ServerBuild> =>
  import(pathToFileURL(join(buildDir, 'server', 'index.js')).href);

/** Needs no parsing to be the same for everybody who writes it: no query, nothing escaped, no dots. */
const plainPath = /^\/[\w/-]*$/;

/** Address without what does not change the page; the page cache's key. */
const cacheKeyOf = (address: string, publicUrl: string): string => {
  if (plainPath.test(address) && !address.includes('//')) return address;
  const url = new URL(address, publicUrl);
  for (const name of [...url.searchParams.keys()]) if (ignoredParameters.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  return `${url.pathname}${url.search}`;
};

/** What the storefront answered, the shop's own security headers and the policy for the page's inline scripts. */
const headersOf = (response: Response, html: string, isDev: boolean): Record<string, string> => {
  const headers: Record<string, string> = { ...securityHeaders };
  for (const [name, value] of response.headers) headers[name] = value;
  if ((headers['content-type'] ?? '').startsWith('text/html') && !isDev) {
    headers['content-security-policy'] = contentSecurityPolicy(html);
  }
  headers['cache-control'] ??= 'no-store';
  headers.vary = 'accept-encoding';
  return headers;
};

/** Writes past the framework's reply, which would look at each header again for each shopper. */
const write = (reply: FastifyReply, status: number, { headers, body }: EncodedPage, hit: string): void => {
  const closing = reply.getHeader('connection') === 'close' ? ['connection', 'close'] : [];
  reply.hijack();
  reply.raw.writeHead(status, [...headers, 'x-cache', hit, ...closing]);
  reply.raw.end(body);
};

/** At once where the page was sent in this encoding before. */
const send = (request: FastifyRequest, reply: FastifyReply, page: CachedPage, hit: string): Promise<void> | void => {
  const encoded = page.body.in(encodingFor(request.headers['accept-encoding'] ?? ''));
  if (!(encoded instanceof Promise)) return write(reply, page.status, encoded, hit);
  return encoded.then((made) => write(reply, page.status, made, hit));
};

/**
 * Renders the storefront and keeps public pages. A route makes its page public by answering a `Cache-Tag` header;
 * everything else is rendered for each request and never kept.
 */
export const createPages = async (options: PagesOptions): Promise<Pages> => {
  const cache = createPageCache(options.cacheBytes);
  // Without a cache (development) nothing is kept, so nothing has to be purged.
  const answers =
    options.cacheBytes > 0 ? keepAnswers(options.transport) : { transport: options.transport, purge: () => {} };
  const running = new Map<string, Promise<CachedPage>>();
  const priceChange = keepPriceChange(options.findPriceChange);
  const now = (): number => (options.now?.() ?? new Date()).getTime();
  const fixedBuild = options.loadBuild === undefined ? await loadStorefrontBuild(options.buildDir) : undefined;
  const fixedHandler = fixedBuild && createRequestHandler(fixedBuild, 'production');

  // Unknown (the database is away): nothing is kept beyond this moment.
  const nextPriceChange = (): Promise<number | null> => priceChange.after(now()).catch(now);

  const renderer = async () => {
    const build = fixedBuild ?? (await options.loadBuild?.());
    if (build === undefined) throw new Error('There is no storefront build');
    const handler = fixedHandler ?? createRequestHandler(build, 'development');
    const entry = build.entry.module;
    if (!isStorefrontEntry(entry)) throw new Error('The storefront’s entry.server must export loadContext');
    return (request: Request, transport: Transport) => handler(request, entry.loadContext(transport));
  };

  const render = async (key: string, signal?: AbortSignal): Promise<CachedPage> => {
    const startedAt = cache.startRender();
    const lifetime = lifetimeOf(now(), await nextPriceChange());
    const handle = await renderer();
    let isAway = false;
    const transport: Transport = async (call) => {
      const answer = await answers.transport(call);
      isAway ||= answer.status === 503;
      return answer;
    };
    const request = new Request(new URL(key, options.publicUrl), signal ? { signal } : {});
    const response = await handle(request, transport);
    const html = Buffer.from(await response.arrayBuffer());
    const headers = headersOf(response, html.toString('utf8'), fixedBuild === undefined);
    const tags = (headers['cache-tag'] ?? '').split(' ').filter((tag) => tag !== '');
    const isPublic = tags.length > 0 && options.cacheBytes > 0 && response.status === 200 && !isAway;
    // Not a defect but a database that restarts: whoever asks, a search engine among them, is told to come back.
    const status = isAway && response.status === 500 ? 503 : response.status;
    if (status === 503) headers['retry-after'] = '1';
    if (isPublic && !lifetime.isShared) headers['cache-control'] = 'private, no-cache';
    const { freshUntil, staleUntil } = lifetime;
    const page: CachedPage = {
      status,
      tags,
      body: new PageBody(headers, html, isPublic ? 6 : 4),
      freshUntil,
      staleUntil,
    };
    if (isPublic) cache.put(key, page, startedAt);
    return page;
  };

  /** Many shoppers asking for the same page at once cause one rendering. */
  const renderOnce = (key: string): Promise<CachedPage> => {
    const current = running.get(key);
    if (current !== undefined) return current;
    const next = render(key).finally(() => {
      if (running.get(key) === next) running.delete(key);
    });
    running.set(key, next);
    return next;
  };

  return {
    purge: (tags) => {
      answers.purge(tags);
      priceChange.forget(tags);
      cache.purge(tags);
      // Who asks from now on must not get what was begun before.
      running.clear();
    },
    get size() {
      return cache.size;
    },
    handle: (request, reply) => {
      const key = cacheKeyOf(request.url, options.publicUrl);
      const kept = cache.get(key);
      const moment = now();
      if (kept !== undefined && moment < kept.freshUntil) return send(request, reply, kept, 'hit');
      if (kept !== undefined && moment < kept.staleUntil) {
        renderOnce(key).catch((error: Error) =>
          request.log.error({ reqId: request.id, err: error }, 'page not renewed'),
        );
        return send(request, reply, kept, 'stale');
      }
      return (
        renderOnce(key)
          // Prices changed while it was being made.
          .then((page) => (now() < page.staleUntil ? page : renderOnce(key)))
          .then((page) => send(request, reply, page, 'miss'))
      );
    },
  };
};

/** Pages of the storefront: whatever no other route answers. Only GET and HEAD reach React Router. */
export const registerPages = (app: FastifyInstance, pages: Pages): void => {
  app.route({
    method: 'GET',
    url: '/*',
    exposeHeadRoute: true,
    // Pages are kept compressed.
    compress: false,
    handler: (request, reply) => pages.handle(request, reply),
  });
};

/** Whether the storefront has been built. */
export const hasStorefrontBuild = (buildDir: string): Promise<boolean> =>
  readdir(join(buildDir, 'server')).then(
    (names) => names.includes('index.js'),
    () => false,
  );
