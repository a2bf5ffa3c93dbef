import { sellerLink } from '@ceiba/domain/sellers/seller-slug';
import type { Page } from '@playwright/test';
import { demo } from './src/demo-products.ts';
import './src/router.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn } from './src/sign-in.ts';
import { withoutCache } from './src/without-cache.ts';

declare global {
  interface Window {
    /** Headings, links and buttons (those that answer) of the server's HTML that went while nothing equal took their place. */
    lost?: string[];
    /** How often the router told of another location or of data that it asks for. */
    told?: number;
  }
}

/** Who begins a navigation that leads to the page that is open; each runs in the browser, until it has begun. */
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

/** A page that is loaded with this hash goes to another one as soon as it is parsed. */
const early = '#temprano';

/** From the next load on. */
async function watchLosses(page: Page): Promise<void> {
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
        const gone = new Set<string>();
        for (const [part, was] of served)
          if (!part.isConnected) {
            served.delete(part);
            gone.add(was);
          }
        if (gone.size === 0) return;
        const now = Map.groupBy(parts(), words);
        for (const was of gone) if ((now.get(was)?.length ?? 0) < (copies.get(was)?.length ?? 0)) lost.push(was);
      }).observe(document, { childList: true, subtree: true });
      if (location.hash === hash) location.hash = 'otro';
    });
  }, early);
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

const expectNothingLost = async (page: Page, what: string): Promise<void> =>
  expect(await page.evaluate(() => window.lost), what).toEqual([]);

/** Begins a navigation on the page that is open; nothing may be lost. */
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

/** Opens an address and begins a navigation as soon as its scripts answer. */
async function expectKept(page: Page, path: string, way: keyof typeof ways): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => window.isHydrated);
  await expectKeptOn(page, path, way);
}

/** Begins one before they answer, and on the same page, once it has settled, another. */
async function expectKeptEarlyAndLate(page: Page, path: string, late: keyof typeof ways): Promise<void> {
  // Another hash of the page that is open would load nothing.
  await page.goto('about:blank');
  await page.goto(`${path}${early}`);
  await page.waitForFunction(() => window.isHydrated);
  await settled(page);
  expect(await page.evaluate(() => window.__reactRouterDataRouter?.state.location.hash)).toBe('#otro');
  await expectNothingLost(page, `${path}, before its scripts answer`);
  await expectKeptOn(page, path, late);
}

/** Home and product: at once each way. */
async function expectAlwaysKept(page: Page, path: string): Promise<void> {
  await watchLosses(page);
  await expectKeptEarlyAndLate(page, path, 'the history');
  for (const way of Object.keys(ways).filter(isWay)) await expectKept(page, path, way);
}

/** At once one of the ways and later another, in turn from `first` on: each meets several kinds of pages both times. */
async function expectAllKept(page: Page, paths: readonly string[], first: number): Promise<void> {
  await watchLosses(page);
  const names = Object.keys(ways).filter(isWay);
  for (const [index, path] of paths.entries()) {
    const [atOnce, late] = [names[(first + index) % names.length], names[(first + index + 2) % names.length]];
    if (atOnce === undefined || late === undefined) throw new Error('no way');
    await expectKeptEarlyAndLate(page, path, late);
    await expectKept(page, path, atOnce);
  }
}

/** What can be read and pressed of a page, of `html` where that is given. */
const parts = (page: Page, html?: string): Promise<string[]> =>
  page.evaluate((served) => {
    const shown = served === undefined ? document : new DOMParser().parseFromString(served, 'text/html');
    return [...shown.querySelectorAll('main :is(h1, h2, h3, a[href], button)')].map(
      (part) => `${part.tagName} ${part.getAttribute('href') ?? ''} ${part.textContent}`,
    );
  }, html);

test.describe('what the server drew stays, whoever begins a navigation and whenever:', () => {
  test.use({ refusals: [404] });

  test('home', async ({ page }) => {
    await expectAlwaysKept(page, '/');
  });

  test('product', async ({ page, shopper }) => {
    const { slug } = await shopper.product(demo.fryer);
    await expectAlwaysKept(page, `/${slug}`);
  });

  test('home and product on a desktop', { tag: '@desktop' }, async ({ page, shopper }) => {
    const { slug } = await shopper.product(demo.fryer);
    await expectAllKept(page, ['/', `/${slug}`], 1);
  });

  test('product of a seller, and the seller; help, stores and a legal page', async ({ page, shopper }) => {
    const product = await shopper.product(demo.thirdParty);
    await expectAllKept(page, [`/${product.slug}`, sellerLink(product.seller)], 0);
    await expectAllKept(page, ['/ayuda', '/tiendas', '/terminos-y-condiciones'], 2);
  });

  test('categories and search', async ({ page }) => {
    await expectAllKept(page, ['/tv-y-video', '/tv-y-video/televisores', '/search?q=televisor'], 1);
  });

  test('cart, checkout, comparison and orders that are followed', async ({ page, shopper }) => {
    await expectAllKept(
      page,
      ['/cart', '/compare', '/track-order', '/wa-link/00000000-0000-4000-8000-00000000dead'],
      4,
    );
    await shopper.haveCart([{ sku: demo.fryer }]);
    await expectAllKept(page, ['/checkout'], 0);
  });

  test('login, registration and account; a login that leads back to a product brings all that the server draws of it', async ({
    page,
    shopper,
  }) => {
    await expectAllKept(page, ['/login', '/register'], 3);
    const { slug, title } = await shopper.product(demo.fryer);
    const served = await parts(page, await (await page.request.get(`/${slug}`)).text());
    expect(served.length).toBeGreaterThan(20);
    await page.goto(`/login?redirect=/${slug}`);
    await signIn(page, demoCustomer);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const shown = await parts(page);
    // Who has an account is not asked to open one, saves products there instead of in the browser, and has a place by their address.
    const ofGuests = (part: string): boolean =>
      part.startsWith('A /register') || part.endsWith('en este navegador') || part.endsWith('Ajusta tu ubicación');
    expect(served.filter((part) => !shown.includes(part) && !ofGuests(part))).toEqual([]);
    // What hangs on a query that the server leaves out comes once the page is awake.
    await expectAllKept(page, ['/dashboard/orders', '/dashboard/returns?order=100000001&sku=FRE-0003'], 0);
  });
});

test.describe('an advisor’s entry', () => {
  test.use({ refusals: [404] });

  test('takes nothing from the page, whether the advisor is known or not', async ({ page, shopper }) => {
    const { slug } = await shopper.product(demo.fryer);
    await watchLosses(page);
    for (const path of ['/', `/${slug}`])
      for (const hash of ['asesor-demo', 'nadie']) {
        await page.goto(`${path}?at=${hash}&utm_source=correo`);
        await expect(page).toHaveURL((url) => !url.searchParams.has('at') && url.searchParams.has('utm_source'));
        await settled(page);
        await expectNothingLost(page, `${path}, ${hash}`);
      }
  });
});
