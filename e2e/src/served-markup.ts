import { expect, type Page } from '@playwright/test';
import './router.ts';
import { withoutCache } from './without-cache.ts';

declare global {
  interface Window {
    /** Headings, links and working buttons of the server's HTML that disappeared without an equal replacement. */
    lost?: string[];
    /** Number of times that the router published a new location or a pending load. */
    told?: number;
  }
}

/** Ways to start a navigation to the open page. Each runs in the browser until the navigation has started. */
const ways = {
  'a replaced query': () => {
    const query = new URLSearchParams(location.search);
    query.set('gclid', 'prueba');
    window.__reactRouterDataRouter?.navigate(`${location.pathname}?${query}`, { replace: true });
  },
  'another hash': () => {
    location.hash = 'otro-mas';
  },
  'the history': async () => {
    history.pushState(null, '', '#antes');
    const { promise, resolve } = Promise.withResolvers<Event>();
    window.addEventListener('popstate', resolve, { once: true });
    history.back();
    await promise;
  },
  'data asked for anew': () => window.__reactRouterDataRouter?.revalidate(),
  'a script': () => window.__reactRouterDataRouter?.navigate(`${location.pathname}${location.search}#por-un-script`),
} as const;

const isWay = (way: string): way is keyof typeof ways => way in ways;

/** A page that is loaded with this hash starts a navigation as soon as it is parsed. */
const early = '#temprano';

/** Watches from the next page load on. */
export async function watchLosses(page: Page): Promise<void> {
  await withoutCache(page);
  await page.addInitScript((hash) => {
    const served = new Map<Element, string>();
    const lost: string[] = [];
    window.lost = lost;
    const parts = () => document.querySelectorAll('h1, h2, h3, a[href], button:enabled');
    const words = (part: Element) => `${part.tagName} ${part.getAttribute('href')} ${part.textContent}`;
    document.addEventListener('DOMContentLoaded', () => {
      const copies = Map.groupBy(parts(), words);
      for (const part of parts()) served.set(part, words(part));
      new MutationObserver(() => {
        const removed = new Set<string>();
        for (const [part, was] of served)
          if (!part.isConnected) {
            served.delete(part);
            removed.add(was);
          }
        if (removed.size === 0) return;
        const now = Map.groupBy(parts(), words);
        for (const was of removed) if ((now.get(was)?.length ?? 0) < (copies.get(was)?.length ?? 0)) lost.push(was);
      }).observe(document, { childList: true, subtree: true });
      if (location.hash === hash) location.hash = 'otro';
    });
  }, early);
}

/** Waits until the router is idle and the browser has painted the result. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isBusy = (): boolean => {
      const state = window.__reactRouterDataRouter?.state;
      return state === undefined || state.navigation.state !== 'idle' || state.revalidation !== 'idle';
    };
    // On a busy machine, a page that draws is never idle.
    const atLatest = 2_000;
    const idle = (): Promise<unknown> => new Promise((resolve) => requestIdleCallback(resolve, { timeout: atLatest }));
    do await idle();
    while (isBusy());
    await idle();
  });

export const expectNothingLost = async (page: Page, what: string): Promise<void> =>
  expect(await page.evaluate(() => window.lost), what).toEqual([]);

/** Starts a navigation on the open page. No element may disappear. */
async function expectKeptOn(page: Page, path: string, way: keyof typeof ways): Promise<void> {
  await page.evaluate(() => {
    window.told = 0;
    const router = window.__reactRouterDataRouter;
    const before = router?.state.location;
    router?.subscribe(({ location, revalidation }) => {
      if (location !== before || revalidation !== 'idle') window.told = (window.told ?? 0) + 1;
    });
  });
  await page.evaluate(ways[way]);
  await expect.poll(() => page.evaluate(() => window.told), `${path}, ${way} has begun`).toBeGreaterThan(0);
  await settled(page);
  await expectNothingLost(page, `${path}, ${way}`);
}

/** Opens an address and starts a navigation as soon as its scripts respond. */
async function expectKept(page: Page, path: string, way: keyof typeof ways): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => window.isHydrated);
  await expectKeptOn(page, path, way);
}

/** Starts a navigation before hydration, and another on the same page after it has settled. */
async function expectKeptEarlyAndLate(page: Page, path: string, late: keyof typeof ways): Promise<void> {
  // A change of only the hash would not load the page.
  await page.goto('about:blank');
  await page.goto(`${path}${early}`);
  await page.waitForFunction(() => window.isHydrated);
  await settled(page);
  expect(await page.evaluate(() => window.__reactRouterDataRouter?.state.location.hash)).toBe('#otro');
  await expectNothingLost(page, `${path}, before its scripts answer`);
  await expectKeptOn(page, path, late);
}

/** Tests home and product page with each way of navigation. */
export async function expectAlwaysKept(page: Page, path: string): Promise<void> {
  await watchLosses(page);
  await expectKeptEarlyAndLate(page, path, 'the history');
  for (const way of Object.keys(ways).filter(isWay)) await expectKept(page, path, way);
}

/**
 * Tests one way before hydration and another way later, alternating from `first` on. Each way is therefore tested on several
 * kinds of pages at both times.
 */
export async function expectAllKept(page: Page, paths: readonly string[], first: number): Promise<void> {
  await watchLosses(page);
  const names = Object.keys(ways).filter(isWay);
  for (const [index, path] of paths.entries()) {
    const [atOnce, late] = [names[(first + index) % names.length], names[(first + index + 2) % names.length]];
    if (atOnce === undefined || late === undefined) throw new Error('there is no way to navigate');
    await expectKeptEarlyAndLate(page, path, late);
    await expectKept(page, path, atOnce);
  }
}
