import { cards, newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { inspectPage } from './src/inspect-page.ts';
import { answerTiles } from './src/map-tiles.ts';
import { expect, test } from './src/shop-test.ts';
import { signInAsNew } from './src/sign-in.ts';

/*
 * A phone checks every page and drawer. A desktop checks those with another layout: columns, which have the least room for larger
 * text, and drawers that the header's bar opens. The pages of a purchase are here, the others in accessibility.all.spec.ts.
 */

test.describe('public pages', { tag: '@both' }, () => {
  test('[DEC-162] home page, category menu, search and a category can be used by everybody', async ({
    page,
    shopper,
    isPhone,
  }, info) => {
    test.slow();
    await page.goto('/');
    await inspectPage(page, 'home', info);
    if (isPhone) {
      await page.getByRole('button', { name: 'Categorías' }).first().click();
      await expect(page.getByRole('dialog', { name: 'Categorías' })).toBeVisible();
      await inspectPage(page, 'category-menu', info);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    // With forced colours, buttons on a picture have their own background.
    await page.emulateMedia({ forcedColors: 'active' });
    const onPicture = page.getByRole('region', { name: 'Destacados' }).getByRole('button');
    await expect(onPicture.first()).toBeVisible();
    for (const button of await onPicture.all())
      await expect(button).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.emulateMedia({ forcedColors: 'none' });

    await page.goto('/search?q=televisor&brand=Lumbrisa');
    await inspectPage(page, 'search', info);
    if (isPhone) {
      const filters = await shopper.openFilters();
      await expect(filters.getByRole('link', { name: /Lumbrisa/ })).toBeVisible();
      await inspectPage(page, 'filters-drawer', info);
    }
    await page.goto('/search?q=zzqxwv');
    if (isPhone) await inspectPage(page, 'search-empty', info);
    await shopper.searchBox.fill('audif');
    await expect(page.getByRole('option').first()).toBeVisible();
    await inspectPage(page, 'suggestions', info);
    await page.goto('/tv-y-video');
    await inspectPage(page, 'category', info);
    await page.goto('/tv-y-video/televisores');
    if (isPhone) await inspectPage(page, 'category-leaf', info);
  });
});

test('[DEC-162] a passkey that is added in the profile signs in, and can be removed', async ({
  page,
  context,
  api,
}, info) => {
  // A virtual authenticator of the browser. It stores keys, and its owner always agrees.
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const main = page.getByRole('main');
  await page.goto('/login?redirect=/dashboard/profile');
  await signInAsNew(page, api);
  const name = 'Navegador';
  await main.getByRole('textbox', { name: 'Nombre de la llave de acceso' }).fill(name);
  await main.getByLabel('Contraseña de tu cuenta', { exact: true }).fill('Ceiba2026demo');
  await main.getByRole('button', { name: 'Agregar llave de acceso' }).click();
  const passkey = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(passkey).toContainText('Agregada el');
  await expect(passkey).not.toContainText('Usada el');

  await main.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).not.toHaveURL(/\/dashboard/);
  await page.goto('/login?redirect=/dashboard/profile');
  await main.getByRole('button', { name: 'Entrar con llave de acceso (huella o rostro)' }).click();
  await expect(passkey).toContainText('Usada el');
  await inspectPage(page, 'account-passkey', info);
  await passkey.getByRole('button', { name: 'Quitar' }).click();
  await expect(passkey).toHaveCount(0);
});

test.describe('the way to the order', { tag: '@both' }, () => {
  test('[DEC-162] cart, checkout steps and drawers can be used by everybody, with home delivery', async ({
    page,
    shopper,
    checkout,
    isPhone,
  }, info) => {
    test.slow();
    await page.goto('/cart');
    await expect(page.getByText('Tu carrito está vacío')).toBeVisible();
    if (isPhone) await inspectPage(page, 'cart-empty', info);
    await shopper.haveCart([{ sku: demo.withGift, quantity: 2 }, { sku: demo.thirdParty }, { sku: demo.mount }]);
    await page.goto('/cart');
    const rail = page.getByRole('region', { name: 'Productos que te pueden gustar' });
    await rail.scrollIntoViewIfNeeded();
    await expect(rail.getByRole('article').first()).toBeVisible();
    await inspectPage(page, 'cart', info);

    const inspectOnPhone = async (name: string): Promise<void> => {
      if (isPhone) await inspectPage(page, name, info);
    };
    const closeDrawer = async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    };
    await shopper.haveCart([{ sku: demo.withGift, quantity: 2 }, { sku: demo.thirdParty }]);
    await checkout.open();
    await inspectPage(page, 'checkout-1', info);
    await checkout.field('Nombres').fill('x');
    await checkout.field('Nombres').fill('');
    await checkout.field('Teléfono').fill('12');
    await checkout.field('Teléfono').blur();
    await inspectOnPhone('checkout-1-errors');
    await page.getByRole('button', { name: 'Ver detalle' }).click();
    await expect(page.getByRole('dialog', { name: 'Detalle de tu compra' })).toBeVisible();
    await inspectOnPhone('summary-drawer');
    await closeDrawer();
    await checkout.fillContact(newBuyer());
    await checkout.fillAddress();
    await expect(page.getByText(/^Tu (?:pedido completo|primer envío)$/)).toBeVisible();
    await inspectPage(page, 'checkout-2-home', info);
    await answerTiles(page);
    await page.getByRole('button', { name: 'Ajustar en el mapa' }).click();
    await expect(page.getByRole('dialog', { name: 'Ubica tu dirección' })).toBeVisible();
    await inspectOnPhone('map-drawer');
    await page.getByRole('button', { name: 'Confirmar ubicación' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('radio', { name: /^Otra persona recibe/ }).check();
    await expect(page.getByRole('dialog', { name: 'Agregar persona' })).toBeVisible();
    await inspectOnPhone('person-drawer');
    await closeDrawer();
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
    if (!isPhone) return;
    await page.goto('/demo/correo');
    await inspectPage(page, 'mailbox', info);
    await page.getByRole('list').getByRole('link').first().click();
    await expect(page.getByRole('article')).toBeVisible();
    await inspectPage(page, 'mail', info);
  });
});
