import { demo } from './src/demo-products.ts';
import { scrollThrough } from './src/scroll-through.ts';
import { expect, test } from './src/shop-test.ts';

/** Features that are newer than the oldest supported browsers (`checks/src/browser-support.test.ts`). */
const newerStyles = [
  'content-visibility(?=:)',
  'overflow-clip-margin(?=:)',
  'text-size-adjust(?=:)',
  'forced-color-adjust(?=:)',
  'scrollbar-width(?=:)',
  'text-wrap(?=:pretty)',
];
const newerNames = ['requestIdleCallback', 'cancelIdleCallback', 'cookieStore', 'navigation', 'share'];

declare global {
  interface Window {
    /** State of the first row of cards after parsing, before a script has drawn it. */
    earlyRail?: { contentVisibility: string; isDrawn: boolean };
  }
}

/** Number of times that each feature was removed from a style sheet. */
const removals = new Map<string, number>();

test.beforeEach(async ({ page }) => {
  removals.clear();
  await page.addInitScript((names) => {
    for (const name of names) for (const owner of [window, Navigator.prototype]) Reflect.deleteProperty(owner, name);
    document.addEventListener('DOMContentLoaded', () => {
      const rail = document.querySelector('.rail');
      if (rail === null) return;
      const { contentVisibility } = getComputedStyle(rail);
      window.earlyRail = { contentVisibility, isDrawn: 'drawn' in document.documentElement.dataset };
    });
  }, newerNames);
  await page.route('**/assets/*.css', async (route) => {
    const answer = await route.fetch();
    const body = newerStyles.reduce(
      (sheet, name) =>
        // Also removes prefixed names, because some browsers have neither.
        sheet.replaceAll(new RegExp(name, 'g'), () => {
          removals.set(name, (removals.get(name) ?? 0) + 1);
          return 'not-known';
        }),
      await answer.text(),
    );
    await route.fulfill({ response: answer, body });
  });
});

test.use({ refusals: [0] });

test('without newer features pages render, a product can be bought, and a missing script reloads the page', async ({
  page,
  shopper,
}) => {
  await page.goto('/');
  await shopper.awake();
  const remainingNames = (names: string[]) => names.filter((name) => name in window || name in navigator);
  expect(await page.evaluate(remainingNames, newerNames)).toEqual([]);
  expect([...removals.keys()].sort()).toEqual(newerStyles.toSorted());
  expect(await page.evaluate(() => window.earlyRail)).toEqual({ contentVisibility: 'visible', isDrawn: false });
  await expect(page.locator('html')).toHaveAttribute('data-drawn');
  await scrollThrough(page, page.viewportSize()?.height ?? Number.NaN);
  await expect(page.getByRole('main').getByRole('article').last()).toBeVisible();
  const { title } = await shopper.openProduct(demo.mount);
  await shopper.addToCart();
  await shopper.goToCart();
  await expect(shopper.line(title)).toBeVisible();

  await page.goto('/search?q=televisor');
  await shopper.awake();
  await page.route('**/assets/slug-*', (route) => route.abort());
  const link = page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link');
  const linked = await link.innerText();
  const reloaded = page.waitForEvent('load');
  await link.click();
  await reloaded;
  await expect(page).toHaveURL(/\/search\?q=televisor/);
  await page.unroute('**/assets/slug-*');
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: linked })).toBeVisible();
});
