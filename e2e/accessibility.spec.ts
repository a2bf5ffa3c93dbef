import { cards, newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { inspectPage } from './src/inspect-page.ts';
import { mailsTo } from './src/mails.ts';
import { answerTiles } from './src/map-tiles.ts';
import { read } from './src/read.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn, signInAsNew } from './src/sign-in.ts';

/*
 * A phone sees every page and drawer. A desktop sees those that are laid out otherwise there: in columns, which have the least
 * room for larger text, or from the bar of its header.
 */

test.describe('public pages', { tag: '@both' }, () => {
  test('[DEC-162] home and menu of categories; search, its filters and no results; a category', async ({
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
    // With the system's own colours: what stands on a picture brings a ground of its own.
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

  test('[DEC-162] stores and help; a product page, its zoom and the panel; products that are out, to come, in other looks, without a price', async ({
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
    // From the header, where a desktop has it.
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
    // Its columns hold most there: a countdown, a price before, points.
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

test.describe('public pages that are alike at every width', () => {
  test.use({ refusals: [404] });

  test('[DEC-162] seller, service page, login, registration and 404; the book of complaints: what is wrong in it, then filed, its captcha solved by itself, its number shown and mailed', async ({
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

/** Pages of an account by the title of each. */
const accountPages = [
  ['/dashboard/profile', 'Información personal'],
  ['/dashboard/addresses', 'Mis direcciones'],
  ['/dashboard/cards', 'Mis tarjetas'],
  ['/dashboard/wishlists', 'Lista de deseos'],
  ['/dashboard/points', 'Puntos MAX'],
  ['/dashboard/returns', 'Devoluciones'],
] as const;

test('[DEC-162] a passkey that is added in the profile signs in, and can be taken away', async ({
  page,
  context,
  api,
}, info) => {
  // A device of the browser's own: it keeps keys, and its owner always says yes.
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

test('[DEC-162] the account’s pages', async ({ page }, info) => {
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

test.describe('what mails lead to', () => {
  test.use({ refusals: [404] });

  test('[DEC-162] the pages of links in mails: confirmation and reset before and after, the others with a link that does not hold', async ({
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
    const said = (text: string) => expect(page.getByRole('main').getByText(text)).toBeVisible();

    const confirmation = await linkTo('/confirm-email');
    await page.goto(confirmation);
    await said('¡Listo! Recibimos tu confirmación');
    await inspectPage(page, 'confirm-email', info);
    // The same address with its '#' would stay on the page: the link is opened anew, as a mail does it.
    await page.goto('about:blank');
    await page.goto(confirmation);
    await said('Este enlace ya no es válido');
    await inspectPage(page, 'confirm-email-used', info);

    await page.goto('/change-email#token=abc');
    await said('Inicia sesión para cambiar tu correo');
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
    await said('Tu contraseña cambió');
    await inspectPage(page, 'password-reset-done', info);
    await page.goto('about:blank');
    await page.goto(reset);
    await renew();
    await said('Este enlace ya no es válido');
    await inspectPage(page, 'password-reset-used', info);

    await page.goto('/unsubscribe/abc');
    await said('Este enlace ya no es válido');
    await inspectPage(page, 'unsubscribe', info);
  });
});

test.describe('the way to the order', { tag: '@both' }, () => {
  test('[DEC-162] cart, empty and full; the checkout’s steps and drawers, delivered to the door', async ({
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

  test('[DEC-162] pickup and cash, under a name of the longest words', async ({
    page,
    shopper,
    checkout,
    isPhone,
  }, info) => {
    await shopper.haveCart([{ sku: demo.fryer }]);
    await checkout.open();
    // The longest word a name may be.
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
