import { newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { inspectPage } from './src/inspect-page.ts';
import { mailsTo } from './src/mails.ts';
import { answerTiles } from './src/map-tiles.ts';
import { read } from './src/read.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn } from './src/sign-in.ts';

/* The pages that accessibility-purchase.all.spec.ts omits. */

test.describe('public pages', { tag: '@both' }, () => {
  test('[DEC-162] stores, help, product pages and unusual products can be used by everybody', async ({
    page,
    shopper,
    isPhone,
  }, info) => {
    test.slow();
    for (const [path, title, name, isLaidOut] of [
      ['/tiendas', 'Tiendas', 'stores', true],
      ['/tiendas/tienda-xela', 'Tienda Xela', 'store', true],
      ['/ayuda/entregas', 'Entregas', 'help-deliveries', true],
      ['/ayuda/pagos', 'Pagos y cuotas', 'help-payments', false],
      ['/ayuda/contacto', 'Contacto', 'help-contact', false],
      ['/ayuda', 'Ayuda', 'help', true],
    ] as const) {
      if (!isPhone && !isLaidOut) continue;
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await inspectPage(page, name, info);
    }
    // On a desktop the header has the button.
    if (!isPhone) {
      await page.getByRole('button', { name: /Ajusta tu ubicación/ }).click();
      await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Municipio' })).toBeVisible();
      await inspectPage(page, 'location-drawer', info);
    }

    await shopper.openProduct(demo.withGift);
    await expect(page.getByText(/llega el/)).toBeVisible();
    await inspectPage(page, 'product', info);
    await page.getByRole('button', { name: /^Ampliar imagen 1 de/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    if (isPhone) await inspectPage(page, 'product-zoom', info);
    await page.keyboard.press('Escape');
    await shopper.addToCart();
    await inspectPage(page, 'panel', info);
    // The product's columns have the most content: a countdown, an old price, points.
    await shopper.openProduct(demo.flashSale);
    await inspectPage(page, 'product-flash', info);
    if (!isPhone) return;
    for (const [name, sku] of [
      ['product-out', demo.outOfStock],
      ['product-presale', demo.presaleUndated],
      ['product-variants', demo.variants],
      ['product-no-price', demo.withoutPrice],
    ] as const) {
      await shopper.openProduct(sku);
      await inspectPage(page, name, info);
    }
  });
});

test.describe('public pages with one layout for all widths', () => {
  test.use({ refusals: [404] });

  test('[DEC-162] seller, service, login, registration, 404 and the book of complaints can be used by everybody', async ({
    page,
    shopper,
    api,
  }, info) => {
    await page.goto('/tv-y-video/servicios/tecki');
    await inspectPage(page, 'tecki', info);
    await shopper.openProduct(demo.thirdParty);
    await page.getByRole('main').getByText('Vendido por').getByRole('link').click();
    await expect(page).toHaveURL(/\/sellers\//);
    await inspectPage(page, 'seller', info);
    await page.goto('/login');
    await inspectPage(page, 'account', info);
    await page.goto('/register');
    await expect(page).toHaveTitle('Crear cuenta | Ceiba');
    await inspectPage(page, 'account-register', info);
    await page.goto('/no-existe-esta-pagina');
    await inspectPage(page, 'not-found', info);
    await page.goto('/libro-de-quejas');
    await page.getByRole('button', { name: 'Enviar queja' }).click();
    await expect(page.getByText('Escribe tu nombre.')).toBeVisible();
    await inspectPage(page, 'complaints', info);
    const { email } = newBuyer();
    const form = page.getByRole('form', { name: 'Libro de quejas' });
    await form.getByRole('textbox', { name: 'Nombre completo' }).fill('Lucía Paz');
    await form.getByRole('textbox', { name: 'Correo electrónico' }).fill(email);
    await form.getByRole('textbox', { name: 'Teléfono' }).fill('5555-5555');
    await form.getByRole('textbox', { name: '¿Qué pasó?' }).fill('La freidora llegó sin su canasta.');
    await form.getByRole('button', { name: 'Enviar queja' }).click();
    const filed = page.getByRole('status').filter({ hasText: /Q-\d+/ });
    await expect(filed).toBeFocused();
    const number = /Q-\d+/.exec(await filed.innerText())?.[0];
    const [mail] = await mailsTo(api, email);
    expect(mail?.text).toContain(number);
  });
});

/** Pages of an account, with their titles. */
const accountPages = [
  ['/dashboard/profile', 'Información personal'],
  ['/dashboard/addresses', 'Mis direcciones'],
  ['/dashboard/cards', 'Mis tarjetas'],
  ['/dashboard/wishlists', 'Lista de deseos'],
  ['/dashboard/points', 'Puntos MAX'],
  ['/dashboard/returns', 'Devoluciones'],
] as const;

test('[DEC-162] the pages of the account', async ({ page }, info) => {
  test.slow();
  const main = page.getByRole('main');
  await page.goto('/login?redirect=/dashboard/orders');
  await signIn(page, demoCustomer);
  const order = main.getByRole('link', { name: /^Orden \d{9}$/ }).first();
  await expect(order).toBeVisible();
  await inspectPage(page, 'account-orders', info);
  await order.click();
  await expect(page.getByRole('complementary', { name: 'Resumen' })).toBeVisible();
  await inspectPage(page, 'account-order', info);
  for (const [path, title] of accountPages) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} | Ceiba`);
    await expect(main.getByRole('heading').first()).toBeVisible();
    await expect(main.getByText(/^Cargando/)).toHaveCount(0);
    await inspectPage(page, `account${path.replaceAll('/', '-')}`, info);
  }

  await page.goto('/dashboard/addresses');
  await main.getByRole('button', { name: 'Agregar dirección' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Alias de la dirección' })).toBeVisible();
  await inspectPage(page, 'account-address-drawer', info);
});

test.describe('pages of links in mails', () => {
  test.use({ refusals: [404] });

  test('[DEC-162] pages of links in mails can be used by everybody, with valid and invalid links', async ({
    page,
    api,
  }, info) => {
    const { email } = newBuyer();
    const password = 'Ceiba2026demo';
    const person = { firstName: 'Ana', lastName: 'Ajú', phone: '5555-1234' };
    await read(api, 'register', { body: { ...person, email, password, registerLeal: false, acceptTerms: true } });
    const linkTo = async (path: string): Promise<string> => {
      const texts = async () => (await mailsTo(api, email)).map(({ text }) => text);
      const found = (all: string[]) =>
        all.flatMap((text) => text.match(/https?:\S+/g) ?? []).map((link) => new URL(link));
      const link = async () => found(await texts()).find(({ pathname }) => pathname === path);
      await expect.poll(link, { message: `a mail that leads to ${path}`, timeout: 60_000 }).toBeDefined();
      const { pathname = '', hash = '' } = (await link()) ?? {};
      return `${pathname}${hash}`;
    };
    const expectText = (text: string) => expect(page.getByRole('main').getByText(text)).toBeVisible();

    const confirmation = await linkTo('/confirm-email');
    await page.goto(confirmation);
    await expectText('¡Listo! Recibimos tu confirmación');
    await inspectPage(page, 'confirm-email', info);
    // A change of only '#' would stay on the page. The link therefore opens from an empty page, as from a mail.
    await page.goto('about:blank');
    await page.goto(confirmation);
    await expectText('Este enlace ya no es válido');
    await inspectPage(page, 'confirm-email-used', info);

    await page.goto('/change-email#token=abc');
    await expectText('Inicia sesión para cambiar tu correo');
    await inspectPage(page, 'change-email', info);

    await page.goto('/password/request');
    await inspectPage(page, 'password-request', info);
    await page.getByRole('main').getByRole('textbox', { name: 'Correo electrónico' }).fill(email);
    await page.keyboard.press('Enter');
    const reset = await linkTo('/password/reset');
    const renew = async (): Promise<void> => {
      await page.getByRole('main').getByLabel('Contraseña', { exact: true }).fill('Nueva2027clave');
      await page.getByRole('main').getByLabel('Confirmar contraseña', { exact: true }).fill('Nueva2027clave');
      await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    };
    await page.goto(reset);
    await inspectPage(page, 'password-reset', info);
    await renew();
    await expectText('Tu contraseña cambió');
    await inspectPage(page, 'password-reset-done', info);
    await page.goto('about:blank');
    await page.goto(reset);
    await renew();
    await expectText('Este enlace ya no es válido');
    await inspectPage(page, 'password-reset-used', info);

    await page.goto('/unsubscribe/abc');
    await expectText('Este enlace ya no es válido');
    await inspectPage(page, 'unsubscribe', info);
  });
});

test.describe('the way to the order', { tag: '@both' }, () => {
  test('[DEC-162] pickup and cash can be used by everybody, with a very long name', async ({
    page,
    shopper,
    checkout,
    isPhone,
  }, info) => {
    await shopper.haveCart([{ sku: demo.fryer }]);
    await checkout.open();
    // The longest word that is allowed in a name.
    const word = 'Maximiliano'.repeat(6).slice(0, 60);
    await checkout.fillContact({ ...newBuyer(), firstname: word, lastname: word });
    await page.getByRole('radio', { name: /^Recoger en tienda/ }).check();
    if (isPhone) await inspectPage(page, 'checkout-2-pickup', info);
    await answerTiles(page);
    await page.getByRole('button', { name: 'Ver tiendas disponibles' }).click();
    await expect(page.getByRole('dialog', { name: 'Elige tu tienda' }).getByRole('radio').first()).toBeVisible();
    await inspectPage(page, 'store-drawer', info);
    if (!isPhone) return;
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await checkout.chooseStore();
    await checkout.continueToPayment();
    await checkout.chooseMethod('Efectivo contra entrega');
    await inspectPage(page, 'checkout-3-cash', info);
  });
});
