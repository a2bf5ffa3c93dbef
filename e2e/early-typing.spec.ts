import { demo } from './src/demo-products.ts';
import { holdScripts } from './src/hold-scripts.ts';
import { expect, test } from './src/shop-test.ts';

test('[DEC-180] words typed into the search box before the scripts come stay, and bring suggestions', async ({
  page,
  shopper,
}) => {
  const product = await shopper.product(demo.television);
  const letScriptsIn = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await shopper.searchBox.fill(product.title.slice(0, 12));
  letScriptsIn();
  await expect(page.getByRole('option').first()).toBeVisible();
  await shopper.searchBox.press('ArrowDown');
  await expect(shopper.searchBox).toHaveValue(product.title.slice(0, 12));
});

test('an order chosen before the scripts come is applied by a button', async ({ page }) => {
  const letScriptsIn = await holdScripts(page);
  await page.goto('/search?q=televisor', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('Menor precio');
  letScriptsIn();
  await page.getByRole('button', { name: 'Ordenar', exact: true }).click();
  await expect(page).toHaveURL(/sort=price_asc/);
});

test('[AUTH-04] who goes from the login to a new account before the scripts come takes along where to be led', async ({
  page,
}) => {
  const letScriptsIn = await holdScripts(page);
  await page.goto('/login?redirect=/compare', { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('link', { name: 'Crear cuenta' }).click();
  await page.waitForURL(/\/register/, { waitUntil: 'commit' });
  letScriptsIn();
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/compare');
});
