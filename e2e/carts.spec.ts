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
  // A sheet from below on a phone, a panel on the right on a desktop.
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

test('the header shows nothing about a cart that is not loaded yet', { tag: '@desktop' }, async ({ shopper, page }) => {
  await shopper.haveCart([{ sku: demo.mount }]);
  const answer = Promise.withResolvers<void>();
  await page.route('**/v1/carts/*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const cartRequest = page.waitForRequest('**/v1/carts/*');
  await page.goto('/');
  await cartRequest;
  const link = page
    .getByRole('banner')
    .getByRole('link', { name: /^Carrito/ })
    .filter({ visible: true });
  await expect(link).toBeVisible();
  await expect(link).not.toContainText('Vacío');
  answer.resolve();
  await expect(link).toContainText('Q169.95');
  // Without scripts the cart is also unknown.
  expect(await (await page.request.get('/')).text()).not.toContain('Vacío');
  await shopper.keepCart('');
  await page.goto('/');
  await expect(link).toContainText('Vacío');
});

test('[CART-16] [REC-04] suggestions never repeat products of the cart, and can be added', async ({
  shopper,
  page,
}) => {
  await shopper.haveCart([{ sku: demo.mount }]);
  await page.goto('/cart');
  const mount = await shopper.product(demo.mount);
  const rail = page.getByRole('region', { name: 'Productos que te pueden gustar' });
  await rail.scrollIntoViewIfNeeded();
  await expect(rail.getByRole('article').filter({ visible: true }).first()).toBeVisible();
  await expect(rail.getByRole('link', { name: mount.title })).toHaveCount(0);
  // A swipe moves the row, and the page stays in place.
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

test('[DEC-162] [CART-09] [CART-13] [CART-14] [CART-16] [DIF-15] [DON-02] [DIF-16] [APP-05] [APP-32] [APP-33] [APP-35] the cart changes its layout at 640, 1024 and 1279 px', {
  tag: '@desktop',
}, async ({ shopper, page }) => {
  await shopper.haveCart([{ sku: demo.mount }]);
  const { title } = await shopper.product(demo.mount);
  const showAt = (width: number) => page.setViewportSize({ width, height: 800 });
  await page.goto('/cart');
  await expect(shopper.line(title)).toBeVisible();
  const menuBar = page.getByRole('navigation', { name: 'Categorías' });
  /** Number of columns in a cart line, and whether the page has the desktop's bar. */
  const at = async (width: number) => {
    await showAt(width);
    const style = await shopper.line(title).evaluate((line) => getComputedStyle(line).gridTemplateColumns);
    return { columns: style.split(' ').length, isDesktop: await menuBar.isVisible() };
  };
  for (const width of [360, 639]) await expect.poll(() => at(width)).toEqual({ columns: 2, isDesktop: false });
  await expect(page.getByRole('link', { name: 'Ir a pagar' }).filter({ visible: true })).toBeInViewport();
  await expect(shopper.line(title).getByRole('button', { name: 'Eliminar' })).toBeVisible();
  for (const width of [640, 1023]) await expect.poll(() => at(width)).toEqual({ columns: 3, isDesktop: false });
  for (const width of [1024, 1278, 1279]) await expect.poll(() => at(width)).toEqual({ columns: 3, isDesktop: true });

  await showAt(1278);
  const donation = page.getByRole('region', { name: 'Agrega una donación' });
  const invitation = page.getByText('Agrega una donación').filter({ visible: true });
  await expect(donation).toBeVisible();
  await expect(invitation).toHaveCount(1);
  await showAt(1279);
  await expect(donation).toBeHidden();
  await expect(invitation).toHaveCount(1);
  const summary = page.getByRole('complementary', { name: 'Resumen' });
  await expect(summary.getByRole('button', { name: 'Donar' }).filter({ visible: true })).toHaveCount(1);
  for (const width of [1023, 640, 360]) {
    await showAt(width);
    await expect(donation).toBeVisible();
  }

  const pay = page.getByRole('link', { name: 'Ir a pagar' });
  const summaryPay = page.getByRole('region', { name: 'Resumen de compra' }).getByRole('link', { name: 'Ir a pagar' });
  await showAt(1024);
  await expect(pay).toHaveCount(1);
  await expect(summaryPay).toBeVisible();
  await showAt(1023);
  await expect(pay).toHaveCount(1);
  await expect(summaryPay).toBeHidden();
  await expect(pay).toHaveAttribute('href', '/checkout');
  // The bar stays at the bottom at every scroll position.
  await expect(pay).toBeInViewport();
  await page.getByRole('region', { name: 'Productos que te pueden gustar' }).scrollIntoViewIfNeeded();
  await expect(pay).toBeInViewport();

  // On a desktop the arrow scrolls to the suggestions beyond the edge.
  await showAt(1440);
  const suggestions = page.getByRole('region', { name: 'Productos que te pueden gustar' });
  const tiles = suggestions.getByRole('listitem');
  await expect(suggestions.getByRole('article').first()).toBeVisible();
  await expect(tiles.first()).toBeInViewport();
  await expect(tiles.last()).not.toBeInViewport();
  const onward = suggestions.getByRole('button', { name: 'Siguiente Productos que te pueden gustar' });
  await onward.click();
  await expect(tiles.first()).not.toBeInViewport();
  await suggestions.getByRole('button', { name: /^Anterior/ }).click();
  await expect(tiles.first()).toBeInViewport();
  await showAt(1023);
  await expect(onward).toBeHidden();

  /** Distance in px from the title to the price on its right. */
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
