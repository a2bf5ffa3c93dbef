import { demo } from './src/demo-products.ts';
import { adding, expectPressesAnswered, placing } from './src/early-presses.ts';
import { expect, test } from './src/shop-test.ts';

// presses.all.spec.ts tests other pages, and touches.
test('on a slow phone each press on a product page is answered once, at any moment', async ({ page, shopper }) => {
  // The page runs six times slower than normal.
  test.slow();
  const { slug } = await shopper.product(demo.fryer);
  const path = `/${slug}`;
  await expectPressesAnswered(page, { path, switches: ['Comparar'], ...adding }, 'loaded', 200);
  for (const moment of [0, 200] as const) await expectPressesAnswered(page, { path, ...placing }, 'gone to', moment);
});

test('a page opened by a link shows all its parts together', async ({ page, shopper }) => {
  await page.goto('/search?q=televisor');
  await shopper.awake();
  // The footer's script has loaded. The requests below therefore belong to the new page.
  await page.getByRole('contentinfo').hover();
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/assets\/add-form-/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const scriptRequest = page.waitForRequest(/\/assets\/add-form-/);
  const link = page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link');
  const title = await link.innerText();
  await link.click();
  await scriptRequest;
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
