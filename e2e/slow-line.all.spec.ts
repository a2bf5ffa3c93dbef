import type { Page } from '@playwright/test';
import { expect, test } from './src/shop-test.ts';

/** Holds the router's requests for next pages, and the script of an island. Returns a function that releases them. */
const holdPages = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\.data|\/shop-footer/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

test('a slow navigation shows its progress, and all filters pressed in a row take effect', async ({
  page,
  shopper,
}) => {
  await page.goto('/search?q=televisor');
  await shopper.awake();
  const letPagesIn = await holdPages(page);
  const link = page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link');
  const title = await link.innerText();
  await link.click();
  const status = page.getByRole('status', { name: 'Página' });
  await expect(status).toHaveText('Cargando…');
  expect((await status.boundingBox())?.width).toBe(page.viewportSize()?.width);
  await expect(page).toHaveURL(/\/search/);
  letPagesIn();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  await expect(status).toContainText(title);
  expect((await status.boundingBox())?.width).toBe(1);

  await page.goto('/search?q=televisor');
  await shopper.awake();
  const filters = await shopper.openFilters();
  const brands = filters.getByRole('group').filter({ hasText: 'Marca' }).getByRole('link');
  await expect(brands.nth(1)).toBeVisible();
  const names = (await brands.locator('.facet-label').allInnerTexts()).slice(0, 2);
  expect(names).toHaveLength(2);
  const letFiltersIn = await holdPages(page);
  for (const name of names) {
    await filters.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await expect(filters.getByRole('link', { name: new RegExp(`^Quitar filtro ${name}`) })).toBeVisible();
  }
  await expect(page).not.toHaveURL(/brand=/);
  letFiltersIn();
  await expect(page).toHaveURL((url) => url.searchParams.get('brand') === names.join(','));
  for (const name of names)
    await expect(filters.getByRole('link', { name: new RegExp(`^Quitar filtro ${name}`) })).toBeVisible();
});

test.describe('a page with a script, or data, that does not load', () => {
  test.use({ refusals: [0] });

  test('the linked page opens after a press, because the browser loads it', async ({ page, shopper }) => {
    await page.goto('/search?q=televisor');
    await shopper.awake();
    await page.route('**/assets/slug-*', (route) => route.abort());
    const link = page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link');
    const title = await link.innerText();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).not.toHaveURL(/\/search/);
    await page.unrouteAll();

    await page.goto('/search?q=televisor');
    await shopper.awake();
    await page.clock.install();
    await holdPages(page);
    const other = page.getByRole('main').getByRole('article').nth(1).getByRole('heading').getByRole('link');
    const otherTitle = await other.innerText();
    await other.click();
    await expect(page.getByRole('status', { name: 'Página' })).toHaveText('Cargando…');
    const loaded = page.waitForRequest((request) => request.isNavigationRequest());
    await page.clock.fastForward(20_000);
    await loaded;
    await expect(page.getByRole('heading', { level: 1, name: otherTitle })).toBeVisible();
  });
});
