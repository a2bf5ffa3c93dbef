import type { Page, Route } from '@playwright/test';
import { newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { fixModuleMap } from './src/fixed-module-map.ts';
import { expect, test } from './src/shop-test.ts';

/** The body every refusal has (DEC-01). */
const refuse = (route: Route, status: number, code: string, headers: Record<string, string> = {}) =>
  route.fulfill({
    status,
    headers,
    contentType: 'application/json',
    body: JSON.stringify({ status, message: '', error: { code, message: '', metadata: { mgtoCode: code } } }),
  });

/** A browser asks again for a script that an import could not get, or, as Firefox, does not. */
const browsers = [
  { browser: 'a browser that asks again', setUp: async () => {} },
  { browser: 'a browser that never asks twice for a script', setUp: fixModuleMap },
];

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test.describe('answers that fail', () => {
  test.use({ refusals: [0, 404, 409, 429, 500] });

  test('[DEL-25] where no tile of the map comes, a store is chosen on it all the same', { tag: '@both' }, async ({
    shopper,
    checkout,
    page,
    isPhone,
  }) => {
    let tiles = 0;
    await page.route('https://tile.openstreetmap.org/**', (route) => {
      tiles += 1;
      return route.abort();
    });
    await shopper.haveCart([{ sku: demo.fryer }]);
    await checkout.open();
    await checkout.fillContact(newBuyer());
    await page.getByRole('radio', { name: /^Recoger en tienda/ }).check();
    await page.getByRole('button', { name: 'Ver tiendas disponibles' }).click();
    const drawer = page.getByRole('dialog', { name: 'Elige tu tienda' });
    const second = await drawer
      .getByRole('group', { name: 'Tiendas', exact: true })
      .getByText(/^Tienda /)
      .nth(1)
      .innerText();
    const marker = drawer.getByRole('group', { name: 'Tiendas en el mapa' }).getByRole('button', { name: second });
    await (isPhone ? marker.tap() : marker.click());
    await expect(marker).toHaveAttribute('aria-pressed', 'true');
    await expect(drawer.getByRole('radio', { name: second })).toBeChecked();
    await expect.poll(() => tiles).toBeGreaterThan(0);
    await drawer.getByRole('button', { name: `Recoger en ${second}` }).click();
    await expect(drawer).toBeHidden();
  });

  test('delivery dates that cannot be read say so and are asked again', async ({ shopper, checkout, page }) => {
    await shopper.haveCart([{ sku: demo.fryer }]);
    await checkout.open();
    await checkout.fillContact(newBuyer());
    await page.route('**/v2/products/time', (route) => refuse(route, 500, 'UNEXPECTED'));
    await checkout.fillAddress();
    const failure = alert(page, 'No pudimos calcular la fecha de entrega');
    await expect(failure).toBeVisible();
    await page.unroute('**/v2/products/time');
    await failure.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('Tu pedido completo')).toBeVisible();
    await expect(failure).toBeHidden();
  });

  test('availability that cannot be read is not the lack of it', async ({ shopper, page }) => {
    await page.goto('/robots.txt');
    await page.evaluate(() =>
      localStorage.setItem(
        'ceiba.location',
        JSON.stringify({ userRegion: 485, userCity: 'Guatemala', zone: 'Zona 10' }),
      ),
    );
    await page.route('**/v2/products/*', (route) => refuse(route, 500, 'UNEXPECTED'));
    await shopper.openProduct(demo.fryer);
    const region = page.getByRole('region', { name: 'Entrega' });
    await expect(region.getByText('No pudimos consultarlo')).toHaveCount(2);
    await expect(region.getByText(/No disponible/)).toBeHidden();
    await page.unroute('**/v2/products/*');
    await region.getByRole('button', { name: 'Reintentar' }).first().click();
    await expect(region.getByText(/llega el/)).toBeVisible();
  });

  for (const { status, code, headers, title, text } of [
    {
      status: 429,
      code: 'RATE_LIMITED',
      headers: { 'retry-after': '12' },
      title: 'Demasiados intentos seguidos',
      text: 'Espera 12 segundos',
    },
    { status: 409, code: 'CART_CLOSED', headers: {}, title: 'Este carrito ya es un pedido', text: 'Revisa tu correo' },
    {
      status: 404,
      code: 'CART_NOT_FOUND',
      headers: {},
      title: 'Error de Carrito',
      text: 'No se ha podido identificar el carrito',
    },
  ]) {
    test(`a line refused with ${status} says what is the matter and what to do`, async ({ shopper, page }) => {
      await shopper.haveCart([{ sku: demo.mount }]);
      const { title: product } = await shopper.product(demo.mount);
      await page.goto('/cart');
      const quantity = shopper.line(product).getByRole('combobox', { name: 'Cantidad' });
      await expect(quantity).toHaveValue('1');
      await page.route('**/v1/carts/*/products', (route) => refuse(route, status, code, headers));
      await quantity.selectOption('2');
      await expect(alert(page, title)).toContainText(text);
      // A cart that is over is forgotten; one that has to wait stays.
      if (status === 429) await expect(quantity).toHaveValue('1');
      else await expect(page.getByText('Tu carrito está vacío')).toBeVisible();
    });
  }

  test('without a line the shop says so, and goes on when it is back', async ({ shopper, page, context }) => {
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
  });

  for (const { browser, setUp } of browsers)
    test(`pressed without a line, what has not been fetched yet is done when the line is back: ${browser}`, async ({
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
      // Three times by itself, and once it asks whether the shop is there.
      await expect
        .poll(() => tries.filter((url) => new URL(url).pathname.startsWith('/assets/add-form')).length)
        .toBe(3);
      await expect(shopper.panel).toBeHidden();
      await context.setOffline(false);
      await expect(shopper.panel.getByText('Producto agregado')).toBeVisible();
    });

  test('an answer that does not come has an end, with words to act on', async ({ shopper, page }) => {
    await shopper.haveCart([{ sku: demo.mount }]);
    const { title } = await shopper.product(demo.mount);
    await page.goto('/cart');
    const quantity = shopper.line(title).getByRole('combobox', { name: 'Cantidad' });
    await expect(quantity).toHaveValue('1');
    // The browser's own limit, in a twentieth of its time, for the change alone: whatever else is asked has all of it.
    await page.evaluate(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (milliseconds) => timeout(milliseconds === 20_000 ? 1_000 : milliseconds);
    });
    await page.route('**/v1/carts/*/products', () => {});
    await quantity.selectOption('2');
    await expect(alert(page, 'La tienda tarda en responder')).toBeVisible();
    await expect(quantity).toHaveValue('1');
  });

  test('an alert needs no file: it shows when the server is gone', async ({ shopper, page }) => {
    await shopper.haveCart([{ sku: demo.mount }]);
    const { title } = await shopper.product(demo.mount);
    await page.goto('/cart');
    const quantity = shopper.line(title).getByRole('combobox', { name: 'Cantidad' });
    await expect(quantity).toHaveValue('1');
    await page.route('**/assets/**', (route) => route.abort());
    await page.route('**/v1/**', (route) => route.abort());
    await quantity.selectOption('2');
    await expect(alert(page, 'No hay conexión con la tienda')).toContainText('Revisa tu conexión a internet');
    await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible();
  });
});

test.describe('files of the shop that are not to be had', () => {
  test.use({ refusals: [0, 404] });

  for (const { browser, setUp } of browsers)
    test(`a part whose file does not arrive leaves the page as it is and can be tried again: ${browser}`, async ({
      page,
    }) => {
      await setUp(page);
      await page.goto('/');
      await page.route('**/assets/category-menu-*', (route) => route.abort());
      // The shop is away as a whole.
      await page.route('**/', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()));
      await page.getByRole('button', { name: 'Categorías' }).filter({ visible: true }).click();
      const failure = alert(page, 'No pudimos abrir esta parte');
      await expect(failure).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await page.unroute('**/assets/category-menu-*');
      await failure.getByRole('button', { name: 'Reintentar' }).click();
      await expect(page.getByRole('dialog', { name: 'Categorías' })).toBeVisible();
    });

  test('a file of an old build loads the page anew once, with cart and form as they were, and never in a circle', async ({
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

test.describe('a reload that is pending', () => {
  test.use({ refusals: [400] });

  test('[DEC-48] it does not take the page from who goes on', async ({ shopper, checkout, page }) => {
    await shopper.haveCart([{ sku: demo.fryer }]);
    await checkout.open();
    await checkout.reachPayment(newBuyer());
    await checkout.chooseMethod('Efectivo contra entrega');
    await page.route('**/v1/carts/*', (route) =>
      route.request().method() === 'PATCH' ? refuse(route, 400, 'EMAIL_REQUIRED') : route.continue(),
    );
    await page.clock.install();
    await checkout.payButton.click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await checkout.chooseBilling('Pasaporte');
    await checkout.field('Pasaporte').fill('A123');
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(request.url());
    });
    await page.clock.fastForward(60_000);
    // A page that were loaded anew would have asked for itself before this, and would not be here for the answer.
    await page.evaluate(async () => {
      await fetch('/robots.txt');
    });
    expect(loads).toEqual([]);
    await expect(checkout.field('Pasaporte')).toHaveValue('A123');
  });
});
