import { sellerLink } from '@ceiba/domain/sellers/seller-slug';
import type { Page } from '@playwright/test';
import { demo } from './src/demo-products.ts';
import './src/router.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn } from './src/sign-in.ts';

/** Milliseconds after a page is drawn. */
const moments = [0, 50, 100, 200, 500] as const;

/** Some buttons of a page by the begin of their names: those that switch something, and one that opens a drawer in the end. */
interface Pressed {
  path: string;
  switches?: string[];
  opener: string;
  drawer: string;
}

declare global {
  interface Window {
    /** Those that were pressed, and the names of those that were not there or moved under the finger. */
    pressed?: HTMLElement[];
    unmet?: string[];
  }
}

/**
 * Runs in the page: presses each button as soon as `isDrawn`, the last one `moment` later. A finger stays 50 ms; what lies
 * under it by then is pressed.
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

/** A phone that is six times slower than this machine. */
const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
};

/** Each switch is on, one drawer is open, and a product was added once where that is what opens it. */
async function expectAnswers(page: Page, { switches = [], opener, drawer }: Pressed, added: () => number) {
  await page.waitForFunction(
    (count) => (window.pressed?.length ?? 0) + (window.unmet?.length ?? 0) >= count,
    switches.length + 1,
  );
  expect(await page.evaluate(() => window.unmet)).toEqual([]);
  await expect(page.getByRole('dialog', { name: drawer })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(await page.evaluate(() => window.unmet)).toEqual([]);
  const isOn = () => page.evaluate(() => window.pressed?.slice(0, -1).map((button) => button.ariaPressed));
  await expect.poll(isOn).toEqual(switches.map(() => 'true'));
  expect(added()).toBe(opener.startsWith('Agregar') ? 1 : 0);
}

/** Presses the buttons of a page that is loaded, and of the same page when it is gone to from another. */
async function expectPressesAnswered(page: Page, presses: Pressed, isLoaded: boolean, moment: number): Promise<void> {
  let posts = 0;
  const count = (request: { method: () => string; url: () => string }): void => {
    if (request.method() === 'POST' && request.url().endsWith('/products')) posts += 1;
  };
  // A page of its own: what is pressed in it is no matter of the next one.
  const tab = await page.context().newPage();
  tab.on('request', count);
  await slowDown(tab);
  const task = { names: [...(presses.switches ?? []), presses.opener], moment, isLoaded };
  if (isLoaded) {
    await tab.addInitScript(pressWhenDrawn, task);
    await tab.goto(presses.path);
  } else {
    await tab.addInitScript(() =>
      window.addEventListener('ceiba:awake', () => Object.assign(window, { isAwake: true })),
    );
    await tab.goto('/track-order');
    await tab.waitForFunction(() => window.isAwake);
    await tab.evaluate(pressWhenDrawn, task);
    await tab.evaluate((path) => window.__reactRouterDataRouter?.navigate(path), presses.path);
  }
  await test.step(`${presses.path} ${isLoaded ? 'loaded' : 'gone to'}, ${moment} ms`, () =>
    expectAnswers(tab, presses, () => posts));
  await tab.evaluate(() => localStorage.removeItem('ceiba.compared'));
  await tab.close();
}

/** In turn, so that all moments are met on pages of each kind. */
async function expectAllAnswered(page: Page, all: readonly Pressed[]): Promise<void> {
  for (const [index, presses] of all.entries())
    for (const isLoaded of [true, false]) {
      const moment = moments[(index + (isLoaded ? 0 : 2)) % moments.length] ?? 0;
      await expectPressesAnswered(page, presses, isLoaded, moment);
    }
}

const menu = { opener: 'Categorías', drawer: 'Categorías' };
const adding = { opener: 'Agregar al carrito', drawer: 'Continuar comprando' };
const listing = { switches: ['Comparar: ', 'Comparar: '], ...adding };

test.describe('on a slow phone each press is answered once, however soon it comes:', () => {
  // Six times slower than a busy machine.
  test.slow();

  test('home and search', async ({ page }) => {
    await expectAllAnswered(page, [
      { path: '/', ...menu },
      { path: '/search?q=televisor', ...listing },
    ]);
    await expectPressesAnswered(page, { path: '/', ...adding }, false, 0);
  });

  test('categories', async ({ page }) => {
    await expectAllAnswered(page, [
      { path: '/tv-y-video/televisores', ...listing },
      { path: '/tv-y-video', ...listing },
    ]);
  });

  test('product and seller', async ({ page, shopper }) => {
    const [fryer, theirs] = [await shopper.product(demo.fryer), await shopper.product(demo.thirdParty)];
    await expectAllAnswered(page, [
      { path: `/${fryer.slug}`, switches: ['Comparar'], ...adding },
      { path: sellerLink(theirs.seller), ...listing },
    ]);
  });

  test('what is pressed on a product that was gone to', async ({ page, shopper }) => {
    const { slug } = await shopper.product(demo.fryer);
    const presses = { path: `/${slug}`, opener: 'Ajusta tu ubicación', drawer: 'Ajusta tu ubicación' };
    for (const moment of moments) await expectPressesAnswered(page, presses, false, moment);
  });

  test('cart, comparison, orders that are followed, login, registration and account', async ({ page }) => {
    await expectAllAnswered(page, [
      { path: '/cart', ...menu },
      { path: '/compare', ...menu },
      { path: '/login', switches: ['Mostrar contraseña'], ...menu },
      { path: '/register', switches: ['Mostrar contraseña', 'Mostrar confirmar contraseña'], ...menu },
    ]);
    await page.goto('/login');
    await signIn(page, demoCustomer);
    await expect(page).not.toHaveURL(/login/);
    await expectAllAnswered(page, [{ path: '/dashboard/orders', ...menu }]);
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
