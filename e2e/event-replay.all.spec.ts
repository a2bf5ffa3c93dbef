import type { Locator, Page } from '@playwright/test';
import { delayScripts } from './src/delay-scripts.ts';
import { expectDrawers } from './src/drawers.ts';
import { watchAwake } from './src/hydrated.ts';
import { expect, test } from './src/shop-test.ts';

/** A category whose address has one segment, like the addresses of products. */
const category = '/tv-y-video';

/** The script of categories, which all their pages share. */
const categoryScript = '**/assets/category-view-*.js';

const card = (page: Page, index: number): Locator => page.getByRole('main').locator('.late-cards > li').nth(index);
const compare = (page: Page, index: number): Locator => card(page, index).getByRole('button', { name: /^Comparar/ });

test('presses on a category before its script has loaded show immediately and take effect', async ({
  page,
  shopper,
}) => {
  const view = Promise.withResolvers<void>();
  const isHydrated = await watchAwake(page);
  const letScriptsIn = await delayScripts(page);
  await page.route(categoryScript, async (route) => {
    await view.promise;
    await route.fallback();
  });
  await page.goto(category, { waitUntil: 'commit' });
  await compare(page, 0).click();
  await expect(compare(page, 0)).toHaveAttribute('data-pressed', '');
  letScriptsIn();
  await isHydrated();
  const add = card(page, 1).getByRole('button', { name: /Agregar/ });
  await add.click();
  await expect(add).toHaveAttribute('data-pressed', '');
  await expect(compare(page, 0)).toHaveAttribute('data-pressed', '');
  view.resolve();
  await expect(shopper.panel.getByText('Producto agregado')).toBeVisible();
  await expect(page.locator('[data-pressed]')).toHaveCount(0);
  await expectDrawers(page, 1);
  await page.keyboard.press('Escape');
  await expect(compare(page, 0)).toHaveAttribute('aria-pressed', 'true');

  const arrives = page.waitForResponse(categoryScript);
  await page.goto(category);
  await arrives;
});

test('products chosen for comparison before hydration stay chosen', async ({ page }) => {
  const chosen = [0, 1];
  for (const path of [category, '/search?q=televisor']) {
    for (const _visit of ['first', 'second']) {
      const isHydrated = await watchAwake(page);
      const letScriptsIn = await delayScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      for (const index of chosen) await compare(page, index).click();
      for (const index of chosen) await expect(compare(page, index)).toHaveAttribute('data-pressed', '');
      letScriptsIn();
      await isHydrated();
      await expect(page.locator('[data-pressed]')).toHaveCount(0);
      for (const index of chosen) await expect(compare(page, index)).toHaveAttribute('aria-pressed', 'true');
      await page.unrouteAll();
    }
    await page.evaluate(() => localStorage.removeItem('ceiba.compared'));
  }
});
