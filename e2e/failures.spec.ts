import type { Page } from '@playwright/test';
import { newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { fixModuleMap } from './src/fixed-module-map.ts';
import { expect, test } from './src/shop-test.ts';

/** After a failed import some browsers fetch the script again. Firefox and others do not. */
const browsers = [
  { browser: 'a browser that asks again', setUp: async () => {} },
  { browser: 'a browser that never asks twice for a script', setUp: fixModuleMap },
];

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test.describe('failing responses', () => {
  test.use({ refusals: [0] });

  test('the shop reports a lost connection and a silent call, and continues later', async ({
    shopper,
    page,
    context,
  }) => {
    await shopper.haveCart([{ sku: demo.mount }]);
    const { title } = await shopper.product(demo.mount);
    await page.goto('/cart');
    const line = shopper.line(title);
    await expect(line).toBeVisible();
    await context.setOffline(true);
    const notice = page.getByRole('status').filter({ hasText: 'Sin conexión a internet' });
    await expect(notice).toBeVisible();
    await line.getByRole('combobox', { name: 'Cantidad' }).selectOption('3');
    await expect(line).toHaveAttribute('aria-busy', 'true');
    await context.setOffline(false);
    await expect(notice).toBeHidden();
    await expect(line).toContainText('Q509.85');

    const quantity = line.getByRole('combobox', { name: 'Cantidad' });
    await expect(quantity).toHaveValue('3');
    // The browser's own timeout, divided by twenty, only for the change. Other calls have their full time.
    await page.evaluate(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (milliseconds) => timeout(milliseconds === 20_000 ? 1_000 : milliseconds);
    });
    await page.route('**/v1/carts/*/products', () => {});
    await quantity.selectOption('2');
    await expect(alert(page, 'La tienda tarda en responder')).toBeVisible();
    await expect(quantity).toHaveValue('3');

    await page.route('**/assets/**', (route) => route.abort());
    await page.route('**/v1/**', (route) => route.abort());
    await quantity.selectOption('2');
    await expect(alert(page, 'No hay conexión con la tienda')).toContainText('Revisa tu conexión a internet');
    await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible();
  });
});

test.describe('missing files of the shop', () => {
  test.use({ refusals: [0, 404] });

  for (const { browser, setUp } of browsers)
    test(`an unloaded part pressed offline works later, and a missing file can be retried: ${browser}`, async ({
      shopper,
      page,
      context,
    }) => {
      await setUp(page);
      await shopper.openProduct(demo.mount);
      await shopper.awake();
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      const tries: string[] = [];
      page.on('requestfailed', (request) => tries.push(request.url()));
      await shopper.addButton.click();
      await expect(page.getByRole('status').filter({ hasText: 'Sin conexión a internet' })).toBeVisible();
      // Three automatic tries, and one request for whether the shop responds.
      await expect
        .poll(() => tries.filter((url) => new URL(url).pathname.startsWith('/assets/add-form')).length)
        .toBe(3);
      await expect(shopper.panel).toBeHidden();
      await context.setOffline(false);
      await expect(shopper.panel.getByText('Producto agregado')).toBeVisible();

      await page.goto('/');
      await page.route('**/assets/category-menu-*', (route) => route.abort());
      // The whole shop is unreachable.
      await page.route('**/', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()));
      await page.getByRole('button', { name: 'Categorías' }).filter({ visible: true }).click();
      const failure = alert(page, 'No pudimos abrir esta parte');
      await expect(failure).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await page.unroute('**/assets/category-menu-*');
      await failure.getByRole('button', { name: 'Reintentar' }).click();
      await expect(page.getByRole('dialog', { name: 'Categorías' })).toBeVisible();
    });

  test('a file of an old build reloads the page once, with cart and form unchanged, and never in a loop', async ({
    shopper,
    checkout,
    page,
  }) => {
    await shopper.haveCart([{ sku: demo.fryer }]);
    await checkout.open();
    await checkout.fillContact(newBuyer());
    await checkout.fillAddress();
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    await page.route('**/assets/map-drawer-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('button', { name: 'Ajustar en el mapa' }).click();
    await expect.poll(() => loads).toBe(1);
    await expect(checkout.addressField).toHaveValue('12 calle 1-25, apartamento 4');
    await expect(checkout.select('Zona')).toHaveValue('Zona 10');
    await page.getByRole('button', { name: 'Ajustar en el mapa' }).click();
    await expect(alert(page, 'No pudimos abrir esta parte')).toBeVisible();
    expect(loads).toBe(1);
  });
});
