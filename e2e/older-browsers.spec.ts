import { demo } from './src/demo-products.ts';
import { lookThrough } from './src/look-through.ts';
import { expect, test } from './src/shop-test.ts';

/** Properties that are newer than the oldest browsers the shop is meant for (`checks/src/browser-support.test.ts`). */
const newer = /(content-visibility|overflow-clip-margin|text-size-adjust|forced-color-adjust)(?=:)/g;

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['requestIdleCallback', 'cancelIdleCallback', 'cookieStore', 'navigation'])
      Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(Navigator.prototype, 'share');
  });
  await page.route('**/assets/*.css', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(newer, 'not-known') });
  });
});

test('where a browser lacks what is newer, a page is drawn whole and a product bought', { tag: '@both' }, async ({
  page,
  shopper,
}) => {
  await page.goto('/');
  await shopper.awake();
  expect(await page.evaluate(() => 'requestIdleCallback' in window)).toBe(false);
  await expect(page.locator('html')).toHaveAttribute('data-drawn');
  await lookThrough(page, page.viewportSize()?.height ?? Number.NaN);
  const lastCard = page.getByRole('main').getByRole('article').last();
  await expect(lastCard).toBeVisible();
  expect(await lastCard.evaluate((card) => getComputedStyle(card.closest('.rail') ?? card).contentVisibility)).toBe(
    'visible',
  );
  const { title } = await shopper.openProduct(demo.mount);
  await shopper.addToCart();
  await shopper.goToCart();
  await expect(shopper.line(title)).toBeVisible();
});

test.describe('a page whose script does not come, where the browser tells nobody of a reload', () => {
  test.use({ refusals: [0] });

  test('the page that is open is loaded anew, and leads on when the script is back', async ({ page, shopper }) => {
    await page.goto('/search?q=televisor');
    await shopper.awake();
    await page.route('**/assets/slug-page*', (route) => route.abort());
    const link = page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link');
    const title = await link.innerText();
    const reloaded = page.waitForEvent('load');
    await link.click();
    await reloaded;
    await expect(page).toHaveURL(/\/search\?q=televisor/);
    await page.unroute('**/assets/slug-page*');
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });
});
