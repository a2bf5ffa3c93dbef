import { demo } from './src/demo-products.ts';
import { inspectPage } from './src/inspect-page.ts';
import { expect, test } from './src/shop-test.ts';

test('[PRICE-04] the history of prices opens at a touch, and can be used by everybody', async ({
  page,
  shopper,
}, info) => {
  await shopper.openProduct(demo.television);
  await shopper.awake();
  const link = page.getByRole('link', { name: 'Historial de precio' });
  await link.tap();
  const drawer = page.getByRole('dialog', { name: 'Historial de precio' });
  await expect(drawer.getByRole('img')).toBeVisible();
  await expect(drawer.getByRole('table').getByRole('row').nth(1)).toContainText('Q');
  await inspectPage(page, 'price-history', info);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(link).toBeFocused();
});

test('[WA-03] a shared cart opens in another browser, and its products can be added to the cart there', async ({
  page,
  browser,
  baseURL,
  shopper,
}, info) => {
  const { title } = await shopper.product(demo.mount);
  await shopper.haveCart([{ sku: demo.mount, quantity: 2 }]);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Compartir carrito' }).tap();
  const link = await page.getByRole('textbox', { name: /^Tu código: / }).inputValue();

  const context = await browser.newContext({ baseURL: baseURL ?? '', hasTouch: true, viewport: page.viewportSize() });
  const other = await context.newPage();
  await other.goto(new URL(link).pathname);
  await expect(other.getByRole('main').getByText(title)).toBeVisible();
  await inspectPage(other, 'shared-cart', info);
  await other.getByRole('button', { name: 'Agregar todo a mi carrito' }).tap();
  await expect(other.getByText(/Agregamos 2 unidades/)).toBeVisible();
  await other.getByRole('link', { name: 'Ver carrito' }).tap();
  await expect(other.getByRole('heading', { level: 1, name: /carrito/i })).toBeVisible();
  await expect(other.getByRole('main').getByText(title).first()).toBeVisible();
  await context.close();
});
