import { cards, newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { inspectPage } from './src/inspect-page.ts';
import { expect, test } from './src/shop-test.ts';

test.describe('public pages', { tag: '@both' }, () => {
  test('[DEC-162] home and menu of categories', async ({ page }, info) => {
    await page.goto('/');
    await inspectPage(page, 'home', info);
    await page.getByRole('button', { name: 'Categorías' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Categorías' })).toBeVisible();
    await inspectPage(page, 'category-menu', info);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('[DEC-162] the location drawer of the header', { tag: '@desktop' }, async ({ page }, info) => {
    await page.goto('/');
    await page.getByRole('button', { name: /Ajusta tu ubicación/ }).click();
    await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Municipio' })).toBeVisible();
    await inspectPage(page, 'location-drawer', info);
  });

  test('[DEC-162] search, its filters and no results', async ({ page, shopper, isPhone }, info) => {
    await page.goto('/search?q=televisor&brand=Lumbrisa');
    await inspectPage(page, 'search', info);
    if (isPhone) {
      const filters = await shopper.openFilters();
      await expect(filters.getByRole('link', { name: /Lumbrisa/ })).toBeVisible();
      await inspectPage(page, 'filters-drawer', info);
    }
    await page.goto('/search?q=zzqxwv');
    await inspectPage(page, 'search-empty', info);
    await page.goto('/');
    await shopper.searchBox.fill('audif');
    await expect(page.getByRole('option').first()).toBeVisible();
    await inspectPage(page, 'suggestions', info);
  });

  test('[DEC-162] category, seller, service page and 404', async ({ page, shopper }, info) => {
    await page.goto('/tv-y-video');
    await inspectPage(page, 'category', info);
    await page.goto('/tv-y-video/televisores');
    await inspectPage(page, 'category-leaf', info);
    await page.goto('/tv-y-video/servicios/tecki');
    await inspectPage(page, 'tecki', info);
    await shopper.openProduct(demo.thirdParty);
    await page.getByRole('main').getByText('Vendido por').getByRole('link').click();
    await expect(page).toHaveURL(/\/sellers\//);
    await inspectPage(page, 'seller', info);
    await page.goto('/login');
    await inspectPage(page, 'account', info);
  });

  test.describe('missing', () => {
    test.use({ refusals: [404] });

    test('[DEC-162] the 404 page', async ({ page }, info) => {
      await page.goto('/no-existe-esta-pagina');
      await inspectPage(page, 'not-found', info);
    });
  });

  test('[DEC-162] product pages, zoom and panel', async ({ page, shopper }, info) => {
    await shopper.openProduct(demo.withGift);
    await expect(page.getByText(/llega el/)).toBeVisible();
    await inspectPage(page, 'product', info);
    await page.getByRole('button', { name: 'Ampliar imagen' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspectPage(page, 'product-zoom', info);
    await page.keyboard.press('Escape');
    await shopper.addToCart();
    await inspectPage(page, 'panel', info);
    for (const [name, sku] of [
      ['product-out', demo.outOfStock],
      ['product-flash', demo.flashSale],
      ['product-presale', demo.presaleUndated],
      ['product-variants', demo.variants],
      ['product-no-price', demo.withoutPrice],
    ] as const) {
      await shopper.openProduct(sku);
      await inspectPage(page, name, info);
    }
  });
});

test.describe('the way to the order', { tag: '@both' }, () => {
  test('[DEC-162] cart, empty and full', async ({ page, shopper }, info) => {
    await page.goto('/cart');
    await expect(page.getByText('Tu carrito está vacío')).toBeVisible();
    await inspectPage(page, 'cart-empty', info);
    await shopper.haveCart([{ sku: demo.withGift, quantity: 2 }, { sku: demo.thirdParty }, { sku: demo.mount }]);
    await page.goto('/cart');
    const rail = page.getByRole('region', { name: 'Productos que te pueden gustar' });
    await rail.scrollIntoViewIfNeeded();
    await expect(rail.getByRole('article').first()).toBeVisible();
    await inspectPage(page, 'cart', info);
  });

  test('[DEC-162] the checkout’s steps and drawers, delivered to the door', async ({
    page,
    shopper,
    checkout,
  }, info) => {
    test.slow();
    await shopper.haveCart([{ sku: demo.withGift, quantity: 2 }, { sku: demo.thirdParty }]);
    await checkout.open();
    await inspectPage(page, 'checkout-1', info);
    await checkout.field('Nombres').fill('x');
    await checkout.field('Nombres').fill('');
    await checkout.field('Teléfono').fill('12');
    await checkout.field('Teléfono').blur();
    await inspectPage(page, 'checkout-1-errors', info);
    await page.getByRole('button', { name: 'Ver detalle' }).click();
    await expect(page.getByRole('dialog', { name: 'Detalle de tu compra' })).toBeVisible();
    await inspectPage(page, 'summary-drawer', info);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await checkout.fillContact(newBuyer());
    await checkout.fillAddress();
    await expect(page.getByText('Fecha de entrega')).toBeVisible();
    await inspectPage(page, 'checkout-2-home', info);
    await page.getByRole('button', { name: 'Ajustar en el mapa' }).click();
    await expect(page.getByRole('dialog', { name: 'Ubica tu dirección' })).toBeVisible();
    await inspectPage(page, 'map-drawer', info);
    await page.getByRole('button', { name: 'Confirmar ubicación' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('radio', { name: /^Otra persona recibe/ }).check();
    await expect(page.getByRole('dialog', { name: 'Agregar persona' })).toBeVisible();
    await inspectPage(page, 'person-drawer', info);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('radio', { name: /^Yo recibo/ }).check();
    await checkout.continueToPayment();
    await inspectPage(page, 'checkout-3', info);
    await checkout.chooseMethod('Cuotas');
    await checkout.fillCard(cards.bamVisa);
    await expect(page.getByRole('radio', { name: /^6 cuotas/ })).toBeChecked();
    await checkout.fillDocument('NIT', '12345679');
    await expect(checkout.field('Nombre completo')).toHaveValue('Juan Pérez');
    await inspectPage(page, 'checkout-3-installments', info);
    await checkout.placeOrder();
    await inspectPage(page, 'confirmation', info);
    await page.goto('/demo/correo');
    await inspectPage(page, 'mailbox', info);
    await page.getByRole('list').getByRole('link').first().click();
    await expect(page.getByRole('article')).toBeVisible();
    await inspectPage(page, 'mail', info);
  });

  test('[DEC-162] pickup and cash', async ({ page, shopper, checkout }, info) => {
    await shopper.haveCart([{ sku: demo.fryer }]);
    await checkout.open();
    await checkout.fillContact(newBuyer());
    await page.getByRole('radio', { name: /^Recoger en tienda/ }).check();
    await inspectPage(page, 'checkout-2-pickup', info);
    await page.getByRole('button', { name: 'Ver tiendas disponibles' }).click();
    await expect(page.getByRole('dialog', { name: 'Elige tu tienda' }).getByRole('radio').first()).toBeVisible();
    await inspectPage(page, 'store-drawer', info);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await checkout.chooseStore();
    await checkout.continueToPayment();
    await checkout.chooseMethod('Efectivo contra entrega');
    await inspectPage(page, 'checkout-3-cash', info);
  });
});
