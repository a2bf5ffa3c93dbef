import { newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { expect, test } from './src/shop-test.ts';
import { swipeLeft } from './src/swipe-left.ts';

test('[PANEL-01, PANEL-02, CART-27] the panel after an add', { tag: '@both' }, async ({ shopper, page, isPhone }) => {
  const product = await shopper.openProduct(demo.fryer);
  await page.getByRole('main').getByRole('combobox', { name: 'Cantidad' }).selectOption('2');
  await shopper.addToCart();
  await expect(shopper.panel.getByText(product.title)).toBeVisible();
  await expect(shopper.panel.getByText('Subtotal (1 producto)')).toBeVisible();
  const view = page.viewportSize();
  // A sheet from below on a phone, a panel at the right on a desktop.
  const edge = async () => {
    const { x, y, width, height } = (await shopper.panel.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return Math.round(isPhone ? y + height : x + width);
  };
  await expect.poll(edge).toBe(isPhone ? view?.height : view?.width);
  await expect(shopper.panel.getByRole('link', { name: 'Ir al carrito' })).toHaveAttribute('href', '/cart');
  await shopper.panel.getByRole('button', { name: 'Regresar' }).click();
  await expect(shopper.panel).toBeHidden();
  await expect(page.getByRole('link', { name: /^Carrito.*, 2 productos$/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: /^Carrito.*, 2 productos$/ })).toBeVisible();
});

test('the header says nothing of a cart it does not know yet', { tag: '@desktop' }, async ({ shopper, page }) => {
  await shopper.haveCart([{ sku: demo.mount }]);
  const answer = Promise.withResolvers<void>();
  await page.route('**/v1/carts/*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/v1/carts/*');
  await page.goto('/');
  await asked;
  const link = page
    .getByRole('banner')
    .getByRole('link', { name: /^Carrito/ })
    .filter({ visible: true });
  await expect(link).toBeVisible();
  await expect(link).not.toContainText('Vacío');
  answer.resolve();
  await expect(link).toContainText('Q169.95');
  // Without scripts nobody knows either.
  expect(await (await page.request.get('/')).text()).not.toContain('Vacío');
  await shopper.keepCart('');
  await page.goto('/');
  await expect(link).toContainText('Vacío');
});

test('[CART-20] a line changes and goes, and the totals follow', async ({ shopper, page }) => {
  await shopper.haveCart([{ sku: demo.mount, quantity: 2 }, { sku: demo.fryer }]);
  await page.goto('/cart');
  const mount = await shopper.product(demo.mount);
  const fryer = await shopper.product(demo.fryer);
  await expect(page.getByText('¡Tu envío es gratis!').filter({ visible: true }).first()).toBeVisible();
  await expect(shopper.line(mount.title)).toContainText('Q339.90');
  await expect(shopper.line(mount.title)).toContainText('Q169.95 c/u');
  // The answer waits until the line has been seen to wait for it.
  const answer = Promise.withResolvers<void>();
  await page.route('**/v1/carts/*/products', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const sent = page.waitForRequest('**/v1/carts/*/products');
  await shopper.line(mount.title).getByRole('combobox', { name: 'Cantidad' }).selectOption('1');
  expect((await sent).postDataJSON()).toEqual({ cartItemId: expect.any(String), quantity: 1 });
  await expect(shopper.line(mount.title)).toHaveAttribute('aria-busy', 'true');
  answer.resolve();
  await expect(shopper.line(mount.title)).not.toHaveAttribute('aria-busy', 'true');
  await expect(
    page.getByText('Te faltan Q131.05 para obtener envío gratis').filter({ visible: true }).first(),
  ).toBeVisible();
  await expect(page.getByText('Q868.95').filter({ visible: true }).first()).toBeVisible();
  await shopper.line(fryer.title).getByRole('button', { name: 'Eliminar' }).click();
  await expect(shopper.line(fryer.title)).toBeHidden();
  await expect(
    page.getByText('Te faltan Q830.05 para obtener envío gratis').filter({ visible: true }).first(),
  ).toBeVisible();
  await expect(shopper.line(mount.title).getByRole('link', { name: mount.title })).toBeFocused();
  await shopper.line(mount.title).getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Tu carrito está vacío')).toBeVisible();
});

test('[CART-16] [REC-04] suggestions never repeat the cart, and can be added', async ({ shopper, page }) => {
  await shopper.haveCart([{ sku: demo.mount }]);
  await page.goto('/cart');
  const mount = await shopper.product(demo.mount);
  const rail = page.getByRole('region', { name: 'Productos que te pueden gustar' });
  await rail.scrollIntoViewIfNeeded();
  await expect(rail.getByRole('article').filter({ visible: true }).first()).toBeVisible();
  await expect(rail.getByRole('link', { name: mount.title })).toHaveCount(0);
  // A finger moves the row on; the page stays where it is.
  const tiles = rail.getByRole('listitem');
  await expect(tiles.last()).not.toBeInViewport();
  await swipeLeft(page, tiles.first());
  await expect(tiles.first()).not.toBeInViewport();
  expect(await page.evaluate(() => scrollX)).toBe(0);
  await rail
    .getByRole('button', { name: /^Agregar al carrito/ })
    .first()
    .click();
  await expect(shopper.panel.getByText('Producto agregado')).toBeVisible();
  await shopper.panel.getByRole('button', { name: 'Regresar' }).click();
  await expect(page.getByRole('main').getByText('2 productos').filter({ visible: true }).first()).toBeVisible();
});

test('[DON-03, DON-05, DON-06] a donation joins the total, leaves only cash and goes again', async ({
  shopper,
  checkout,
  page,
}) => {
  await shopper.haveCart([{ sku: demo.fryer }]);
  await page.goto('/cart');
  await page.getByRole('combobox', { name: 'Monto de la donación' }).selectOption({ label: 'Q25.00' });
  await expect(page.getByText('Solo disponible para pagos en efectivo.').filter({ visible: true })).toBeVisible();
  const sent = page.waitForRequest('**/v1/carts/*/donation');
  await page.getByRole('button', { name: 'Donar' }).click();
  expect((await sent).postDataJSON()).toEqual({ donation: 25 });
  await expect(page.getByText('Tu donación: Q25.00').filter({ visible: true })).toBeVisible();
  await expect(page.getByText('Q724.00').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('1 producto').filter({ visible: true }).first()).toBeVisible();
  await shopper.goToCheckout();
  await expect(page).toHaveURL('/checkout');
  expect(await page.evaluate(() => sessionStorage.getItem('checkoutFromCart'))).toBe('true');
  await checkout.reachPayment(newBuyer());
  for (const name of ['Cuotas', 'Tarjeta al contado'] as const) {
    await expect(checkout.method(name)).toBeDisabled();
    await expect(checkout.method(name)).toHaveAccessibleDescription('La donación solo puede pagarse en efectivo.');
  }
  await expect(checkout.method('Efectivo contra entrega')).toBeEnabled();
  await page.getByRole('button', { name: 'Quitar donación' }).first().click();
  await expect(checkout.method('Tarjeta al contado')).toBeEnabled();
  await page.goto('/cart');
  await expect(page.getByRole('button', { name: 'Donar' })).toBeVisible();
  await expect(page.getByText('Q699.00').filter({ visible: true }).first()).toBeVisible();
});

test('two tabs share one cart', async ({ shopper, page, context }) => {
  await shopper.haveCart([{ sku: demo.mount }]);
  await page.goto('/cart');
  const other = await context.newPage();
  await other.goto('/cart');
  await other.getByRole('combobox', { name: 'Cantidad' }).selectOption('4');
  await expect(other.getByRole('main').getByText('4 productos').filter({ visible: true }).first()).toBeVisible();
  await other.close();
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('main').getByText('4 productos').filter({ visible: true }).first()).toBeVisible();
});

test.describe('refusals', () => {
  test.use({ refusals: [409, 404, 0] });

  test('[CART-21] [DIF-05] more than there is: the alert, and the quantity of the server again', async ({
    shopper,
    page,
  }) => {
    const product = await shopper.product(demo.lowStock);
    await shopper.haveCart([{ sku: demo.lowStock }]);
    await page.goto('/cart');
    const line = shopper.line(product.title);
    // The select offers only what there is; here the shelf is emptier than this page knows.
    await page.route('**/v1/carts/*/products', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({
          status: 409,
          message: '',
          error: {
            code: 'QUANTITY_GREATER_THAN_STOCK',
            message: '',
            metadata: { mgtoCode: 'QUANTITY_GREATER_THAN_STOCK' },
          },
        }),
      }),
    );
    await line.getByRole('combobox', { name: 'Cantidad' }).selectOption('2');
    await expect(page.getByRole('alert').filter({ hasText: 'Cantidad de producto no disponible' })).toContainText(
      'Ajusta la cantidad o intenta mas tarde.',
    );
    await expect(line.getByRole('combobox', { name: 'Cantidad' })).toHaveValue('1');
  });

  test('[PANEL-04] [CAT-26] an add that fails says so in the panel', async ({ shopper, page }) => {
    await shopper.openProduct(demo.mount);
    await page.route('**/v1/carts/**', (route) => route.abort());
    await shopper.addButton.click();
    // The alert beside the drawer is spoken too. It goes by itself, and is looked for first.
    await expect(page.getByRole('alert').filter({ hasText: 'Cart ID is null' })).toContainText(
      'No hay conexión con la tienda',
    );
    await expect(page.getByText('No se pudo añadir al carrito. Intenta con un producto diferente.')).toBeVisible();
    await expect(page.getByText('Intenta con otro producto')).toBeVisible();
  });

  test('[DEC-72] a cart that is gone is forgotten', async ({ shopper, page }) => {
    await shopper.keepCart('00000000-0000-4000-8000-000000000000');
    await page.goto('/cart');
    await expect(page.getByText('Tu carrito está vacío')).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('ceiba.cart'))).toBeNull();
  });

  test('a cart that cannot be read offers to try again', async ({ shopper, page }) => {
    await shopper.haveCart([{ sku: demo.mount }]);
    await page.route('**/v1/carts/*', (route) => route.abort());
    await page.goto('/cart');
    await expect(page.getByText('No pudimos cargar tu carrito')).toBeVisible({ timeout: 60_000 });
    await page.unroute('**/v1/carts/*');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(shopper.line((await shopper.product(demo.mount)).title)).toBeVisible();
  });
});

test('[WAR-06, PANEL-05] a warranty goes with its product and can be taken off alone', async ({ shopper, page }) => {
  const product = await shopper.openProduct(demo.television);
  const choice = page.getByRole('group', { name: 'Garantía extendida' });
  await choice.scrollIntoViewIfNeeded();
  await choice.getByRole('radio').first().check();
  await choice.getByRole('button', { name: 'Borrar selección' }).click();
  await expect(choice.getByRole('radio').first()).not.toBeChecked();
  await choice.getByRole('radio').first().check();
  await shopper.addToCart();
  await expect(shopper.panel.getByText('Subtotal (2 productos)')).toBeVisible();
  await shopper.goToCart();
  const line = shopper.line(product.title);
  const sent = page.waitForRequest('**/v1/carts/*/products');
  await line.getByRole('button', { name: 'Eliminar garantía' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ quantity: 0, warranty: expect.any(String) });
  await expect(line.getByRole('button', { name: 'Eliminar garantía' })).toBeHidden();
  await expect(line.getByRole('link', { name: product.title })).toBeVisible();
});

test('[SEL-05] lines of other sellers stand under their names, and without them there is no name', async ({
  shopper,
  page,
}) => {
  await shopper.haveCart([{ sku: demo.mount }]);
  await page.goto('/cart');
  await expect(shopper.line((await shopper.product(demo.mount)).title)).toBeVisible();
  await expect(page.getByRole('region', { name: /^Vendido por/ })).toHaveCount(0);
  await shopper.haveCart([{ sku: demo.mount }, { sku: demo.thirdParty }]);
  const { seller } = await shopper.product(demo.thirdParty);
  await page.goto('/cart');
  const group = page.getByRole('region', { name: `Vendido por ${seller.title}` });
  await expect(group.getByRole('listitem')).toHaveCount(1);
  const mount = await shopper.product(demo.mount);
  await expect(page.getByRole('region', { name: `Vendido por ${mount.seller.title}` })).toBeVisible();
  await group.getByRole('link', { name: seller.title }).click();
  await expect(page).toHaveURL(/\/sellers\//);
  await expect(page.getByRole('heading', { level: 1, name: seller.title })).toBeVisible();
});

test('the server keeps the shells of cart, checkout and confirmation; browsers keep none of them', async ({
  request,
}) => {
  for (const path of ['/cart', '/checkout', '/confirmation']) {
    await request.get(path);
    const again = await request.get(path);
    expect(again.headers()['cache-control'], path).toBe('private, no-store');
    // After a minute the kept page is sent once more while it is made anew.
    expect(['hit', 'stale'], path).toContain(again.headers()['x-cache']);
    expect(again.headers()['content-security-policy'], path).toContain("script-src 'self' 'sha256-");
  }
});

test('[CART-09] [CART-13] [CART-14] [CART-16] [DIF-15] [DON-02] [DIF-16] [APP-33] [APP-35] the cart at the edges of its widths', {
  tag: '@desktop',
}, async ({ shopper, page }) => {
  await shopper.haveCart([{ sku: demo.mount }]);
  const { title } = await shopper.product(demo.mount);
  const showAt = (width: number) => page.setViewportSize({ width, height: 800 });
  await showAt(1278);
  await page.goto('/cart');
  const donation = page.getByRole('region', { name: 'Agrega una donación' });
  const invitation = page.getByText('Agrega una donación').filter({ visible: true });
  await expect(donation).toBeVisible();
  await expect(invitation).toHaveCount(1);
  await showAt(1279);
  await expect(donation).toBeHidden();
  await expect(invitation).toHaveCount(1);

  const pay = page.getByRole('link', { name: 'Ir a pagar' });
  const summaryPay = page.getByRole('region', { name: 'Resumen de compra' }).getByRole('link', { name: 'Ir a pagar' });
  await showAt(1024);
  await expect(pay).toHaveCount(1);
  await expect(summaryPay).toBeVisible();
  await showAt(1023);
  await expect(pay).toHaveCount(1);
  await expect(summaryPay).toBeHidden();
  await expect(pay).toHaveAttribute('href', '/checkout');
  // The bar stays at the bottom, however far the page is scrolled.
  await expect(pay).toBeInViewport();
  await page.getByRole('region', { name: 'Productos que te pueden gustar' }).scrollIntoViewIfNeeded();
  await expect(pay).toBeInViewport();

  // Suggestions on a desktop: the arrow leads on to those beyond the edge.
  await showAt(1440);
  const suggestions = page.getByRole('region', { name: 'Productos que te pueden gustar' });
  const tiles = suggestions.getByRole('listitem');
  await expect(suggestions.getByRole('article').first()).toBeVisible();
  await expect(tiles.first()).toBeInViewport();
  await expect(tiles.last()).not.toBeInViewport();
  const onward = suggestions.getByRole('button', { name: /^Siguiente/ });
  await onward.click();
  await expect(tiles.first()).not.toBeInViewport();
  await suggestions.getByRole('button', { name: /^Anterior/ }).click();
  await expect(tiles.first()).toBeInViewport();
  await showAt(1023);
  await expect(onward).toBeHidden();

  /** How far the price stands right of the title, in px. */
  const priceOffset = async (): Promise<number> => {
    const line = shopper.line(title);
    const price = await line.getByText('Q169').boundingBox();
    const name = await line.getByRole('link', { name: title }).boundingBox();
    return Math.round((price?.x ?? 0) - (name?.x ?? 0));
  };
  await showAt(640);
  await expect.poll(priceOffset).toBeGreaterThan(100);
  for (const width of [639, 360]) {
    await showAt(width);
    await expect.poll(priceOffset).toBe(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }

  await showAt(1024);
  await summaryPay.click();
  await expect(page).toHaveURL('/checkout');
  expect(await page.evaluate(() => sessionStorage.getItem('checkoutFromCart'))).toBe('true');
});
