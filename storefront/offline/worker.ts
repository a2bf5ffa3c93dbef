/// <reference lib="webworker" />
import { cacheNames, filesOf, isKeepable, isOfStaff, mayKeep, offlinePages, pageOfData } from './kept-pages.ts';

declare const self: ServiceWorkerGlobalScope;
/** Cache of the offline page's own files; changes with them, and the worker with it. */
declare const release: string;

const shell = `ceiba.offline.${release}`;
const offlinePage = '/offline.html';
const shellFiles = [offlinePage, '/offline.js', '/offline.css'];

/** Files whose pages are gone. */
const tidyFiles = async (pages: Cache, files: Cache): Promise<void> => {
  const named = new Set<string>();
  for (const request of await pages.keys()) {
    const page = await pages.match(request);
    for (const file of filesOf((await page?.text()) ?? '')) named.add(file);
  }
  for (const request of await files.keys()) if (!named.has(new URL(request.url).pathname)) await files.delete(request);
};

/** One after the other: who tidies would take the files of a page that is about to be kept. */
let turn = Promise.resolve();
const inTurn = (work: () => Promise<void>): Promise<void> => {
  const done = turn.then(work);
  turn = done.catch(() => {});
  return done;
};

/** Keeps a page with all its files, or not at all: half a page would be a broken one. */
const keepWhole = async (address: URL, answer: Response): Promise<void> => {
  const [pages, files] = await Promise.all([caches.open(cacheNames.pages), caches.open(cacheNames.files)]);
  const wanted = filesOf(await answer.clone().text());
  const missing: string[] = [];
  for (const file of wanted) if ((await files.match(file)) === undefined) missing.push(file);
  await files.addAll(missing);
  // The one opened last stands at the end.
  await pages.delete(address.pathname);
  await pages.put(address.pathname, answer);
  const kept = await pages.keys();
  const surplus = kept.slice(0, Math.max(0, kept.length - offlinePages));
  for (const request of surplus) await pages.delete(request);
  // New files come with another page, or with a release, whose files take the place of others.
  if (surplus.length + missing.length > 0) await tidyFiles(pages, files);
};

const keep = async (address: URL, answer: Response): Promise<void> => {
  if (mayKeep(address, answer)) await inTurn(() => keepWhole(address, answer));
};

/** Somebody came to a page without loading it: it is fetched once, where data is not spared. */
const keepVisited = async (address: URL): Promise<void> => {
  if (!isKeepable(address) || (await (await caches.open(cacheNames.pages)).match(address.pathname))) return;
  await keep(address, await fetch(address, { priority: 'low' }));
};

/** Refusals to keep (no room, no line) are nobody's loss. */
const quietly = (work: Promise<void>): Promise<void> => work.catch(() => {});

const openPage = async (event: FetchEvent, address: URL): Promise<Response> => {
  try {
    const preloaded: unknown = await event.preloadResponse;
    const answer = preloaded instanceof Response ? preloaded : await fetch(event.request);
    event.waitUntil(quietly(keep(address, answer.clone())));
    return answer;
  } catch {
    const pages = await caches.open(cacheNames.pages);
    const kept = isKeepable(address) ? await pages.match(address.pathname) : undefined;
    return kept ?? (await caches.match(offlinePage)) ?? Response.error();
  }
};

/** Files have a hash in their name: one that the server no longer has is the right one for a page that still names it. */
const openFile = async (request: Request): Promise<Response> => {
  const answer = await fetch(request).catch(() => undefined);
  if (answer?.ok) return answer;
  return (await caches.match(request.url)) ?? answer ?? Response.error();
};

self.addEventListener('install', (event) => {
  const load = async (): Promise<void> => {
    const cache = await caches.open(shell);
    await cache.addAll(shellFiles.map((file) => new Request(file, { cache: 'no-cache' })));
    // No skipWaiting: it would end the worker before in the middle of an answer. Nobody online needs the new one sooner.
  };
  event.waitUntil(load());
});

self.addEventListener('activate', (event) => {
  const takeOver = async (): Promise<void> => {
    const preload = self.registration.navigationPreload;
    // Firefox (153) ends a navigation whose preload fails, whatever the worker answers: without a line nothing would open.
    await (navigator.userAgent.includes('Firefox/') ? preload?.disable() : preload?.enable());
    for (const name of await caches.keys())
      if (name.startsWith('ceiba.offline.') && name !== shell) await caches.delete(name);
    await self.clients.claim();
    // Not waited for: who goes to a page now would wait for it too.
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
