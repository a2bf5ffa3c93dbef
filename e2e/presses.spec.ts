import type { Page, Request } from '@playwright/test';
import { demo } from './src/demo-products.ts';
import { awake, watchAwake } from './src/hydrated.ts';
import './src/router.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn } from './src/sign-in.ts';
import { withoutCache } from './src/without-cache.ts';

/*
 * What is covered: each of the five moments is met by a page that is loaded and by one that is gone to, home and product both
 * ways. Each kind of button (a switch, one that opens a drawer, one that sends a form) comes at several. Pages of one kind
 * stand for each other: a search for the lists of a category's leaf and of a seller, the login for the registration. What is
 * pressed on home and product when they are gone to, and a finger, come at moments that were once too soon.
 */

/** Milliseconds after a page is drawn. */
type Moment = 0 | 50 | 100 | 200 | 500;

/** Some buttons of a page by the begin of their names: those that switch something, and one that opens a drawer in the end. */
interface Pressed {
  path: string;
  switches?: string[];
  opener: string;
  drawer: string;
}

type Way = 'loaded' | 'gone to';

declare global {
  interface Window {
    /** Those that were pressed, and the names of those that were not there or moved under the finger. */
    pressed?: HTMLElement[];
    unmet?: string[];
  }
}

/**
 * Runs in the page: presses each button as soon as the page is drawn, the last one `moment` later. What lies there 50 ms after
 * the pointer came down is clicked. By script: from outside nothing can be pressed so soon (fingers tap further below).
 */
const pressWhenDrawn = ({ names, moment, isLoaded }: { names: string[]; moment: number; isLoaded: boolean }): void => {
  const nameOf = (button: HTMLElement): string => button.ariaLabel ?? button.textContent.trim();
  const before = document.querySelector('main');
  const pressed: HTMLElement[] = [];
  const unmet: string[] = [];
  Object.assign(window, { pressed, unmet });
  // Counted in frames that are drawn: a page that draws nothing for a while is not pressed meanwhile.
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      let begun: number | undefined;
      const look = (now: number): void => {
        begun ??= now;
        if (now - begun >= ms) resolve();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  const press = async (name: string): Promise<void> => {
    const button = [...document.querySelectorAll<HTMLElement>('button')].find(
      (one) => one.checkVisibility() && nameOf(one).startsWith(name) && !pressed.includes(one),
    );
    if (button === undefined) {
      unmet.push(name);
      return;
    }
    pressed.push(button);
    button.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = button.getBoundingClientRect();
    const [clientX, clientY] = [left + width / 2, top + height / 2];
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX, clientY }));
    await wait(50);
    const met = document.elementFromPoint(clientX, clientY);
    if (met instanceof Element && button.contains(met)) button.click();
    else unmet.push(`${name}: ${met?.outerHTML.slice(0, 100)}`);
  };
  const pressAll = async (): Promise<void> => {
    const until = wait(moment);
    for (const name of names.slice(0, -1)) await press(name);
    await until;
    await press(names.at(-1) ?? '');
  };
  if (isLoaded) document.addEventListener('DOMContentLoaded', () => requestAnimationFrame(pressAll), { once: true });
  else {
    const observer = new MutationObserver(() => {
      const main = document.querySelector('main');
      if (main === null || main === before) return;
      observer.disconnect();
      requestAnimationFrame(pressAll);
    });
    observer.observe(document, { childList: true, subtree: true });
  }
};

/** A phone that is so many times slower than this machine. */
const slowDown = async (page: Page, times: 1 | 6): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
};

/** What a tab sends. */
function watchRequests(tab: Page) {
  const open = new Set<Request>();
  let added = 0;
  tab.on('request', (request) => {
    open.add(request);
    if (request.method() === 'POST' && request.url().endsWith('/products')) added += 1;
  });
  tab.on('requestfinished', (request) => open.delete(request));
  tab.on('requestfailed', (request) => open.delete(request));
  return {
    /** Products that were added to a cart. */
    added: () => added,
    /** Until the page has nothing to do and nothing is under way. */
    rest: async () => {
      do await tab.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      while (open.size > 0);
    },
  };
}

type Requests = ReturnType<typeof watchRequests>;

/** One drawer is open, and a product was added once where that is what opens it: neither is done again by what comes late. */
async function expectOpened(page: Page, { opener, drawer }: Pressed, { added, rest }: Requests): Promise<void> {
  await expect(page.getByRole('dialog', { name: drawer })).toBeVisible();
  // All that was pressed is under way: what is left to come may hurry.
  await slowDown(page, 1);
  await rest();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(added()).toBe(opener.startsWith('Agregar') ? 1 : 0);
}

/** Each switch is on, too. */
async function expectAnswers(page: Page, presses: Pressed, requests: Requests): Promise<void> {
  const { switches = [] } = presses;
  await page.waitForFunction(
    (count) => (window.pressed?.length ?? 0) + (window.unmet?.length ?? 0) >= count,
    switches.length + 1,
  );
  expect(await page.evaluate(() => window.unmet)).toEqual([]);
  await expectOpened(page, presses, requests);
  expect(await page.evaluate(() => window.unmet)).toEqual([]);
  const isOn = () => page.evaluate(() => window.pressed?.slice(0, -1).map((button) => button.ariaPressed));
  await expect.poll(isOn).toEqual(switches.map(() => 'true'));
}

/** A page of its own: what is pressed in it is no matter of the next one. Slow from the beginning, or from where it is gone away from. */
async function openTab(page: Page, isLoaded: boolean): Promise<Page> {
  const tab = await page.context().newPage();
  await withoutCache(tab);
  await watchAwake(tab);
  if (!isLoaded) {
    await tab.goto('/track-order');
    await awake(tab);
  }
  await slowDown(tab, 6);
  return tab;
}

/** Does not wait until it is there. */
const goTo = (tab: Page, path: string): Promise<void> =>
  tab.evaluate((to) => {
    window.__reactRouterDataRouter?.navigate(to);
  }, path);

/** Presses the buttons of a page that is loaded, and of the same page when it is gone to from another. */
async function expectPressesAnswered(page: Page, presses: Pressed, isLoaded: boolean, moment: number): Promise<void> {
  const tab = await openTab(page, isLoaded);
  const requests = watchRequests(tab);
  const task = { names: [...(presses.switches ?? []), presses.opener], moment, isLoaded };
  if (isLoaded) {
    await tab.addInitScript(pressWhenDrawn, task);
    await tab.goto(presses.path);
  } else {
    await tab.evaluate(pressWhenDrawn, task);
    await goTo(tab, presses.path);
  }
  await test.step(`${presses.path} ${isLoaded ? 'loaded' : 'gone to'}, ${moment} ms`, () =>
    expectAnswers(tab, presses, requests));
  await tab.evaluate(() => localStorage.removeItem('ceiba.compared'));
  await tab.close();
}

/** A finger, as soon as its button is there and stands still. */
async function expectTapAnswered(page: Page, presses: Pressed, isLoaded: boolean): Promise<void> {
  const tab = await openTab(page, isLoaded);
  const requests = watchRequests(tab);
  if (isLoaded) await tab.goto(presses.path, { waitUntil: 'commit' });
  else await goTo(tab, presses.path);
  const button = tab.getByRole('main').getByRole('button', { name: presses.opener, exact: true }).first();
  await test.step(`${presses.opener} ${isLoaded ? 'loaded' : 'gone to'}, by a finger`, async () => {
    await button.tap({ noWaitAfter: true });
    await expectOpened(tab, presses, requests);
  });
  await tab.close();
}

const menu = { opener: 'Categorías', drawer: 'Categorías' };
const adding = { opener: 'Agregar al carrito', drawer: 'Continuar comprando' };
const placing = { opener: 'Ajusta tu ubicación', drawer: 'Ajusta tu ubicación' };
const listing = { switches: ['Comparar: ', 'Comparar: '], ...adding };

test.describe('on a slow phone each press is answered once, however soon it comes:', () => {
  // Six times slower than a busy machine.
  test.slow();

  const press = (page: Page, presses: Pressed, way: Way, moment: Moment): Promise<void> =>
    expectPressesAnswered(page, presses, way === 'loaded', moment);

  test('home', async ({ page }) => {
    await press(page, { path: '/', ...menu }, 'loaded', 0);
    await press(page, { path: '/', ...adding }, 'gone to', 0);
  });

  test('search and category', async ({ page }) => {
    await press(page, { path: '/search?q=televisor', ...listing }, 'loaded', 50);
    await press(page, { path: '/tv-y-video', ...listing }, 'gone to', 50);
  });

  test('product', async ({ page, shopper }) => {
    const { slug } = await shopper.product(demo.fryer);
    const path = `/${slug}`;
    await press(page, { path, switches: ['Comparar'], ...adding }, 'loaded', 200);
    for (const moment of [0, 200] as const) await press(page, { path, ...placing }, 'gone to', moment);
  });

  test('what a finger taps on a product', async ({ page, shopper }) => {
    const { slug } = await shopper.product(demo.fryer);
    await expectTapAnswered(page, { path: `/${slug}`, ...placing }, true);
    await expectTapAnswered(page, { path: `/${slug}`, ...adding }, false);
  });

  test('comparison, cart, login and account', async ({ page }) => {
    await press(page, { path: '/compare', ...menu }, 'loaded', 100);
    await press(page, { path: '/cart', ...menu }, 'gone to', 500);
    await press(page, { path: '/login', switches: ['Mostrar contraseña'], ...menu }, 'loaded', 500);
    await page.goto('/login');
    await signIn(page, demoCustomer);
    await expect(page).not.toHaveURL(/login/);
    await press(page, { path: '/dashboard/orders', ...menu }, 'gone to', 100);
  });
});

test('a page that is gone to stands whole when it is shown: its parts do not come by and by', async ({
  page,
  shopper,
}) => {
  await page.goto('/search?q=televisor');
  await shopper.awake();
  // The footer's script is there: what is waited for below is the new page's own.
  await page.getByRole('contentinfo').hover();
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/assets\/add-form-/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/add-form-/);
  const link = page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link');
  const title = await link.innerText();
  await link.click();
  await asked;
  await expect(page.getByRole('status', { name: 'Página' })).toHaveText('Cargando…');
  await expect(page.getByRole('heading', { level: 1, name: 'televisor' })).toBeVisible();
  const isWhole = page.evaluate(
    () =>
      new Promise((resolve) => {
        const before = document.querySelector('main');
        new MutationObserver(() => {
          const main = document.querySelector('main');
          if (main !== before) resolve(main?.querySelector('form button[type=submit]') !== null);
        }).observe(document, { childList: true, subtree: true });
      }),
  );
  scripts.resolve();
  expect(await isWhole).toBe(true);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
});
