import { delayScripts } from './src/delay-scripts.ts';
import { demo } from './src/demo-products.ts';
import { expect, test } from './src/shop-test.ts';

test('[DEC-180] [AUTH-04] before hydration, the search box, the sort order and the login links already work', async ({
  page,
  shopper,
}) => {
  const product = await shopper.product(demo.television);
  const releaseSearchScripts = await delayScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await shopper.searchBox.fill(product.title.slice(0, 12));
  releaseSearchScripts();
  await expect(page.getByRole('option').first()).toBeVisible();
  await shopper.searchBox.press('ArrowDown');
  await expect(shopper.searchBox).toHaveValue(product.title.slice(0, 12));

  const releaseListScripts = await delayScripts(page);
  await page.goto('/search?q=televisor', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('Menor precio');
  releaseListScripts();
  await page.getByRole('button', { name: 'Ordenar', exact: true }).click();
  await expect(page).toHaveURL(/sort=price_asc/);

  const releaseLoginScripts = await delayScripts(page);
  await page.goto('/login?redirect=/compare', { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('link', { name: 'Crear cuenta' }).click();
  await page.waitForURL(/\/register/, { waitUntil: 'commit' });
  releaseLoginScripts();
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/compare');
});
