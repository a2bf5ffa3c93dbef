import type { Page } from '@playwright/test';
import { demo } from './src/demo-products.ts';
import { read } from './src/read.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn } from './src/sign-in.ts';

declare global {
  interface Window {
    /** The router, as it leaves itself for tools. */
    __reactRouterDataRouter?: {
      navigate: (to: string, options?: object) => void;
      revalidate: () => void;
      state: { navigation: { state: string }; revalidation: string; location: { key: string } };
    };
    /** Headings, links and buttons of the server's HTML that have left the page, by their words. */
    lost?: string[];
  }
}

/** Who begins a navigation that leads to the page that is open; each runs in the browser. */
const ways = {
  'a replaced query': () => {
    const query = new URLSearchParams(location.search);
    query.set('gclid', 'prueba');
    window.__reactRouterDataRouter?.navigate(`${location.pathname}?${query}`, { replace: true });
  },
  'another hash': () => {
    location.hash = 'otro';
  },
  'the history': () => {
    history.pushState(null, '', '#antes');
    history.back();
  },
  'data asked for anew': () => window.__reactRouterDataRouter?.revalidate(),
  'a script': () => window.__reactRouterDataRouter?.navigate(`${location.pathname}${location.search}#otro`),
} as const;

const isWay = (way: string): way is keyof typeof ways => way in ways;

/** From the next load on; `own` says what of the server's HTML a page may take away by itself. */
async function watchLosses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const parts = 'h1, h2, h3, a[href], button';
    const served = new Set<Element>();
    const lost: string[] = [];
    window.lost = lost;
    document.addEventListener('DOMContentLoaded', () => {
      for (const part of document.querySelectorAll(parts)) served.add(part);
      new MutationObserver(() => {
        for (const part of served)
          if (!part.isConnected) {
            lost.push(`${part.tagName} ${part.textContent}`);
            served.delete(part);
          }
      }).observe(document, { childList: true, subtree: true });
    });
  });
}

/** Until the router has nothing to do and the browser has drawn what came of it. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isBusy = (): boolean => {
      const state = window.__reactRouterDataRouter?.state;
      return state === undefined || state.navigation.state !== 'idle' || state.revalidation !== 'idle';
    };
    const idle = (): Promise<unknown> => new Promise((resolve) => requestIdleCallback(resolve));
    do await idle();
    while (isBusy());
    await idle();
  });

/** Opens an address and begins a navigation as soon as its scripts answer, or once it has settled; nothing may be lost. */
async function expectKept(page: Page, path: string, way: keyof typeof ways, isSettled: boolean): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => window.isAwake);
  if (isSettled) await settled(page);
  await page.evaluate(ways[way]);
  await settled(page);
  expect(await page.evaluate(() => window.lost), `${path}, ${way}`).toEqual([]);
}

/** At once each of them, later one of them: in turn, so that each meets some pages. */
async function expectAllKept(page: Page, paths: readonly string[]): Promise<void> {
  await watchLosses(page);
  const names = Object.keys(ways).filter(isWay);
  for (const [index, path] of paths.entries()) {
    for (const way of names) await expectKept(page, path, way, false);
    const later = names[index % names.length];
    if (later !== undefined) await expectKept(page, path, later, true);
  }
}
