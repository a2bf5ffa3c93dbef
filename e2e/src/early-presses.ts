import { expect, type Page, type Request, test } from '@playwright/test';
import { awake, watchAwake } from './hydrated.ts';
import './router.ts';
import { withoutCache } from './without-cache.ts';

/** Milliseconds after a page is painted. */
type Moment = 0 | 50 | 100 | 200 | 500;

/** Some buttons of a page by the start of their names: switches, and finally one that opens a drawer. */
interface Pressed {
  path: string;
  switches?: string[];
  opener: string;
  drawer: string;
}

type Way = 'loaded' | 'gone to';

declare global {
  interface Window {
    /** The pressed buttons, and the names of buttons that were missing or moved under the pointer. */
    pressed?: HTMLElement[];
    unmet?: string[];
  }
}

/**
 * Runs in the page. Presses each button as soon as the page is painted, the last button `moment` later. Clicks the element that
 * is there 50 ms after the pointer came down. A script does this, because no press from outside comes so early (touches are
 * tested below).
 */
const pressWhenDrawn = ({ names, moment, isLoaded }: { names: string[]; moment: number; isLoaded: boolean }): void => {
  const nameOf = (button: HTMLElement): string => button.ariaLabel ?? button.textContent.trim();
  const before = document.querySelector('main');
  const pressed: HTMLElement[] = [];
  const unmet: string[] = [];
  Object.assign(window, { pressed, unmet });
  // Counts painted frames. A page that paints nothing for a while is not pressed during that time.
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      let startedAt: number | undefined;
      const look = (now: number): void => {
        startedAt ??= now;
        if (now - startedAt >= ms) resolve();
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
    const hit = document.elementFromPoint(clientX, clientY);
    if (hit instanceof Element && button.contains(hit)) button.click();
    else unmet.push(`${name}: ${hit?.outerHTML.slice(0, 100)}`);
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

/** Slows the page down by this factor, like a phone. */
const slowDown = async (page: Page, times: 1 | 6): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
};

/** Records the requests of a tab. */
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
    /** Number of products added to a cart. */
    added: () => added,
    /** Waits until the page is idle and no request is pending. */
    rest: async () => {
      do await tab.evaluate((timeout) => new Promise((resolve) => requestIdleCallback(resolve, { timeout })), atLatest);
      while (open.size > 0);
    },
  };
}

type Requests = ReturnType<typeof watchRequests>;

/** Expects one open drawer, and the added product once. Late scripts must repeat neither. */
async function expectOpened(page: Page, { opener, drawer }: Pressed, { added, rest }: Requests): Promise<void> {
  await expect(page.getByRole('dialog', { name: drawer })).toBeVisible();
  // All presses are being handled. From here on, the page may run at full speed.
  await slowDown(page, 1);
  await rest();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(added()).toBe(opener.startsWith('Agregar') ? 1 : 0);
}

/** Expects that every press had its effect: the drawer is open, and each switch is on. */
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

/** Opens a new tab for the presses. The tab is slow from the start, or from the navigation on. */
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

/** Starts a navigation without waiting for it. */
const goTo = (tab: Page, path: string): Promise<void> =>
  tab.evaluate((to) => {
    window.__reactRouterDataRouter?.navigate(to);
  }, path);

/** Time after which a page counts as idle, in ms. On a busy machine, a page that draws is never idle. */
const atLatest = 2_000;

/** Presses the buttons of a loaded page, or of the same page after a navigation. */
export async function expectPressesAnswered(page: Page, presses: Pressed, way: Way, moment: Moment): Promise<void> {
  const isLoaded = way === 'loaded';
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

/** Taps a button as soon as it exists and does not move. */
export async function expectTapAnswered(page: Page, presses: Pressed, isLoaded: boolean): Promise<void> {
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

export const menu = { opener: 'Categorías', drawer: 'Categorías' };
export const adding = { opener: 'Agregar al carrito', drawer: 'Continuar comprando' };
export const placing = { opener: 'Ajusta tu ubicación', drawer: 'Ajusta tu ubicación' };
export const listing = { switches: ['Comparar: ', 'Comparar: '], ...adding };
