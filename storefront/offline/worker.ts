/// <reference lib="webworker" />
import { cacheNames, filesOf, isCacheable, isOfStaff, mayCache, offlinePages, pageOfData } from './kept-pages.ts';

declare const self: ServiceWorkerGlobalScope;
/** Name of the cache of the offline page's own files. It changes with them, and the worker with it. */
declare const release: string;

const shell = `ceiba.offline.${release}`;
const offlinePage = '/offline.html';
const shellFiles = [offlinePage, '/offline.js', '/offline.css'];

/** Deletes files that no cached page names. */
const tidyFiles = async (pages: Cache, files: Cache): Promise<void> => {
  const named = new Set<string>();
  for (const request of await pages.keys()) {
    const page = await pages.match(request);
    for (const file of filesOf((await page?.text()) ?? '')) named.add(file);
  }
  for (const request of await files.keys()) if (!named.has(new URL(request.url).pathname)) await files.delete(request);
};

/** Runs one job after the other: tidying would delete the files of a page that is being cached. */
let turn = Promise.resolve();
const inTurn = (work: () => Promise<void>): Promise<void> => {
  const done = turn.then(work);
  turn = done.catch(() => {});
  return done;
};

/** Caches a page with all its files, or not at all: a partial page would be broken. */
const keepWhole = async (address: URL, answer: Response): Promise<void> => {
  const [pages, files] = await Promise.all([caches.open(cacheNames.pages), caches.open(cacheNames.files)]);
  const wanted = filesOf(await answer.clone().text());
  const missing: string[] = [];
  for (const file of wanted) if ((await files.match(file)) === undefined) missing.push(file);
  await files.addAll(missing);
  // The most recently opened page is at the end.
  await pages.delete(address.pathname);
  await pages.put(address.pathname, answer);
  const kept = await pages.keys();
  const surplus = kept.slice(0, Math.max(0, kept.length - offlinePages));
  for (const request of surplus) await pages.delete(request);
  // New files come with another page, or with a release that replaces files.
  if (surplus.length + missing.length > 0) await tidyFiles(pages, files);
};

const keep = async (address: URL, answer: Response): Promise<void> => {
  if (mayCache(address, answer)) await inTurn(() => keepWhole(address, answer));
};

/** Called when a navigation shows a page without loading it. Fetches the page once, unless the browser saves data. */
const keepVisited = async (address: URL): Promise<void> => {
  if (!isCacheable(address) || (await (await caches.open(cacheNames.pages)).match(address.pathname))) return;
  await keep(address, await fetch(address, { priority: 'low' }));
};

/** A failure to cache (no space, no connection) is ignored. */
const quietly = (work: Promise<void>): Promise<void> => work.catch(() => {});

const openPage = async (event: FetchEvent, address: URL): Promise<Response> => {
  try {
    const preloaded: unknown = await event.preloadResponse;
    const answer = preloaded instanceof Response ? preloaded : await fetch(event.request);
    event.waitUntil(quietly(keep(address, answer.clone())));
    return answer;
  } catch {
    const pages = await caches.open(cacheNames.pages);
    const kept = isCacheable(address) ? await pages.match(address.pathname) : undefined;
    return kept ?? (await caches.match(offlinePage)) ?? Response.error();
  }
};

/** Files have a hash in their name, so a cached file is right for a page that names it, even if the server no longer has it. */
const openFile = async (request: Request): Promise<Response> => {
  const answer = await fetch(request).catch(() => undefined);
  if (answer?.ok) return answer;
  return (await caches.match(request.url)) ?? answer ?? Response.error();
};

self.addEventListener('install', (event) => {
  const load = async (): Promise<void> => {
    const cache = await caches.open(shell);
    await cache.addAll(shellFiles.map((file) => new Request(file, { cache: 'no-cache' })));
    // Without `skipWaiting`, which would end the previous worker in the middle of a response. Online visitors do not
    // need the new worker sooner.
  };
  event.waitUntil(load());
});

self.addEventListener('activate', (event) => {
  const takeOver = async (): Promise<void> => {
    const preload = self.registration.navigationPreload;
    // Firefox (153) aborts a navigation whose preload fails, whatever the worker answers: offline, nothing would open.
    await (navigator.userAgent.includes('Firefox/') ? preload?.disable() : preload?.enable());
    for (const name of await caches.keys())
      if (name.startsWith('ceiba.offline.') && name !== shell) await caches.delete(name);
    await self.clients.claim();
    // Not awaited, because navigations would wait for it too.
    for (const { url } of await self.clients.matchAll({ type: 'window' })) void quietly(keepVisited(new URL(url)));
  };
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin || isOfStaff(address)) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event, address));
  else if (/^\/(?:assets|art|identity|offline\.)/.test(address.pathname)) event.respondWith(openFile(request));
  else {
    const page = pageOfData(address);
    if (page !== null) event.waitUntil(quietly(keepVisited(page)));
  }
});
