import { formatQ, fromQuetzales } from '@ceiba/domain/money/money';
import type { Page } from '@playwright/test';
import { countCharges } from './src/bank.ts';
import { cards, newBuyer } from './src/buyer.ts';
import { Checkout } from './src/checkout.ts';
import { demo } from './src/demo-products.ts';
import { pickIn, pressOn, typeInto } from './src/keyboard.ts';
import { mailsTo } from './src/mails.ts';
import { measuredEvents } from './src/measured.ts';
import { read } from './src/read.ts';
import { expect, test } from './src/shop-test.ts';

/** Formats decimal quetzales as "Q1,234.50". */
const shown = (quetzales: number): string => {
  const amount = fromQuetzales(quetzales);
  if (!amount.ok) throw new Error(`${quetzales} is not an amount`);
  return formatQ(amount.value);
};

test.describe('a payment', () => {
  test('[PAY-08] [DEC-35] [BILL-03] [DEC-44, DEC-195] [ORD-12] [CHK-16, DEC-32] the confirmation of a cash order survives a reload, but not a later visit', async ({
    shopper,
    checkout,
    page,
    api,
  }) => {
    const buyer = newBuyer();
    await shopper.haveCart([{ sku: demo.mount, quantity: 2 }]);
    await page.goto('/cart');
    await shopper.goToCheckout();
    await checkout.reachPayment(buyer);
    await expect(checkout.method('Cuotas')).toBeHidden();
    await expect(page.getByRole('complementary').getByText('Q30.00')).toBeVisible();
    await expect(checkout.payButton).toBeDisabled();
    await checkout.chooseMethod('Efectivo contra entrega');
    await expect(page.getByText('Un agente de mensajería entregará tu pedido')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'CF' })).toBeChecked();
    const number = await checkout.placeOrder();
    await page.reload();
    expect(await checkout.confirmedOrder()).toBe(number);
    // "Back" opens the empty cart, and never a payment that could be repeated.
    await page.goBack();
    await expect(page.getByText('Tu carrito está vacío')).toBeVisible();
    const mails = await mailsTo(api, buyer.email);
    expect(mails.map(({ text }) => text.includes(number) && text.includes('Entrega a domicilio'))).toEqual([true]);
    await page.goto('/checkout');
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByText('Tu carrito está vacío')).toBeVisible();
    await page.goto('/confirmation');
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText(number)).toBeHidden();
  });
});

test.describe('a declined payment', () => {
  test.use({ refusals: [400, 402, 409, 502] });

  test('[PAY-01] [DEL-25] [DEC-117] [CHK-22] the page reports a declined card, and another card pays for a pickup', {
    tag: '@both',
  }, async ({ shopper, checkout, page, api, baseURL }) => {
    const buyer = newBuyer();
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).origin);
    });
    const cartId = await shopper.haveCart([{ sku: demo.fryer, quantity: 2 }]);
    await checkout.open();
    await checkout.fillContact(buyer);
    const store = await checkout.chooseStore();
    await checkout.continueToPayment();
    await expect(page.getByRole('complementary').getByText('Q0.00')).toBeVisible();
    await checkout.chooseMethod('Tarjeta al contado');
    await checkout.fillCard(cards.declined);
    // On a page with card fields, only scripts of the shop run.
    expect(new Set(scripts)).toEqual(new Set([new URL(baseURL ?? '').origin]));
    await expect(page.locator('iframe')).toHaveCount(0);
    await checkout.payButton.click();
    await expect(page.getByRole('status').filter({ hasText: 'Pago rechazado' })).toContainText(
      'Tu banco rechazó el pago. Intenta con otra tarjeta o comunícate con tu banco.',
    );
    await expect(page.getByText('No se hizo ningún cobro')).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Revisar mi pago' }).press('Enter');
    await expect(checkout.method('Tarjeta al contado')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(checkout.field('Número de tarjeta')).toBeFocused();
    await expect(checkout.field('Número de tarjeta')).toBeInViewport({ ratio: 1 });
    const cart = await read(api, 'getCart', { params: { id: cartId } });
    expect(cart.items.map(({ sku, quantity }) => ({ sku, quantity }))).toEqual([{ sku: demo.fryer, quantity: 2 }]);
    await checkout.fillCard(cards.mastercard);
    const number = await checkout.placeOrder();
    await expect(page.getByText(store).first()).toBeVisible();
    const mails = await mailsTo(api, buyer.email);
    expect(mails.map(({ text }) => text.includes(`Orden ${number}`) && text.includes(store))).toEqual([true]);
  });
});

test.describe('a broken connection during the order', () => {
  test.use({ refusals: [0] });

  const isOffline = 'Sin conexión a internet. Lo que llevas está a salvo; seguimos en cuanto vuelva.';

  test('[DEC-131] [DEC-172] after a lost response the page finds the order, which is charged once', async ({
    shopper,
    checkout,
    page,
    api,
    context,
  }) => {
    const buyer = newBuyer();
    // A unique amount, by which the test finds its charges in the bank's ledger.
    const quantity = 5;
    await shopper.haveCart([{ sku: demo.mount, quantity }]);
    const { salesPrice } = await read(api, 'getProductBySku', { params: { sku: demo.mount } });
    const centavos = Math.round((salesPrice?.value ?? 0) * 100) * quantity;
    const total = centavos + (centavos < 100_000 ? 3_000 : 0);
    const lastDigits = cards.industrialVisa.slice(-4);
    const before = await countCharges(lastDigits, total);
    await checkout.open();
    await checkout.reachPayment(buyer);
    await checkout.chooseMethod('Tarjeta al contado');
    await checkout.fillCard(cards.industrialVisa);
    const answers: string[] = [];
    await page.route('**/v1/orders', async (route) => {
      answers.push(await (await route.fetch()).text());
      await context.setOffline(true);
      await route.abort('internetdisconnected');
    });
    await checkout.payButton.click();
    await expect(page.getByText(isOffline)).toBeVisible();
    await expect(page.getByText('Estamos confirmando tu pedido')).toBeVisible();
    await expect(page.getByRole('heading', { name: '¡Gracias por tu compra!' })).toBeHidden();
    await context.setOffline(false);
    const number = await checkout.confirmedOrder();
    expect(answers.map((answer) => answer.includes(`"orderNumber":"${number}"`))).toEqual([true]);
    const mails = await mailsTo(api, buyer.email);
    expect(mails.map(({ subject }) => subject.includes(number))).toEqual([true]);
    expect(await countCharges(lastDigits, total)).toBe(before + 1);
  });

  test('an order without a connection, or left before it was sent, is refused and not sent later', async ({
    shopper,
    checkout,
    page,
    context,
  }) => {
    await shopper.haveCart([{ sku: demo.mount }]);
    await page.goto('/cart');
    await page.getByRole('link', { name: 'Ir a pagar' }).filter({ visible: true }).click();
    await checkout.reachPayment(newBuyer());
    await checkout.chooseMethod('Efectivo contra entrega');
    const orders: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/orders')) orders.push(request.method());
    });
    await context.setOffline(true);
    await pressOn(page, checkout.payButton);
    const refused = page.getByRole('status').filter({ hasText: 'Tu pedido no se envió' });
    await expect(refused).toBeInViewport({ ratio: 1 });
    await expect(refused).toContainText('Presiona «Realizar pedido» para intentarlo de nuevo.');
    await context.setOffline(false);
    await expect(page.getByText(isOffline)).toBeHidden();
    const { promise: isLeft, resolve: goOn } = Promise.withResolvers<void>();
    const check = '**/v1/auth/validate-guest-checkout';
    await page.route(check, async (route) => {
      await isLeft;
      await route.continue();
    });
    const checkRequest = page.waitForRequest(check);
    await checkout.payButton.click();
    await checkRequest;
    await page.goBack();
    await expect(page).toHaveURL(/\/cart$/);
    // Waits for the new page. The old payment is still there before, and a second press would close its method.
    await expect(checkout.payButton).toBeHidden();
    goOn();
    await expect(page.getByText('Saliste del pago antes de que se enviara. No se te cobró nada.')).toBeInViewport();
    await page.unroute(check);
    await page.goForward();
    await checkout.chooseMethod('Efectivo contra entrega');
    expect(orders).toEqual([]);
    await checkout.payButton.click();
    await checkout.confirmedOrder();
    expect(orders).toEqual(['POST']);
  });

  test('[ORD-06] [ORD-14] if the response is lost, the page reports the order, and shows it later', async ({
    shopper,
    checkout,
    page,
    context,
  }) => {
    await shopper.haveCart([{ sku: demo.mount, quantity: 2 }]);
    await checkout.open();
    await checkout.reachPayment(newBuyer());
    await checkout.chooseMethod('Efectivo contra entrega');
    await page.route('**/v1/orders', async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      await context.setOffline(true);
      await route.fulfill({ response, body });
    });
    // Blocks only scripts that the checkout does not start with, because the page may reload in the meantime.
    const files = /\/assets\/(?:confirmation|shop-layout)-[^/]+\.js$/;
    await page.route(files, (route) => route.abort('connectionreset'));
    await checkout.payButton.click();
    await expect(page.getByText('Tu pedido ya está registrado')).toBeInViewport();
    await expect(page.getByText(isOffline)).toBeVisible();
    await expect(page).toHaveURL(/\/checkout$/);
    const failed = page.waitForEvent('requestfailed', (request) => files.test(request.url()));
    await context.setOffline(false);
    await failed;
    await expect(page.getByText('Tu pedido ya está registrado')).toBeInViewport();
    await page.unroute(files);
    await checkout.confirmedOrder();
    await expect(page).toHaveURL(/\/confirmation$/);
  });
});

test.describe('two tabs that pay for one cart', () => {
  test.use({ refusals: [409] });

  test('[DEC-172] [DEC-192] the second tab waits for the first tab’s slow order, and only one order is charged', async ({
    shopper,
    checkout,
    page,
    context,
    api,
    isPhone,
  }) => {
    const buyer = newBuyer();
    // A unique amount, by which the test finds its charges in the bank's ledger.
    const quantity = 3;
    await shopper.haveCart([{ sku: demo.fryer, quantity }]);
    await checkout.open();
    await checkout.reachPayment(buyer);
    await checkout.chooseMethod('Tarjeta al contado');
    await checkout.fillCard(cards.verySlow);
    const tab = await context.newPage();
    const second = new Checkout(tab, isPhone);
    await tab.goto('/checkout');
    await second.chooseMethod('Tarjeta al contado');
    await second.fillCard(cards.industrialVisa);
    const chargesOf = (card: string) => countCharges(card.slice(-4), quantity * 69_900);
    const before = await Promise.all([cards.verySlow, cards.industrialVisa].map(chargesOf));
    await page.bringToFront();
    const sent = page.waitForRequest('**/v1/orders');
    await checkout.payButton.click();
    await sent;
    // From here on, the cart belongs to the first order.
    await expect.poll(() => chargesOf(cards.verySlow)).toBe((before[0] ?? 0) + 1);
    await tab.bringToFront();
    await second.payButton.click();
    await expect(tab.getByText('Estamos confirmando tu pedido')).toBeInViewport();
    await expect(second.payButton).toBeDisabled();
    const number = await checkout.confirmedOrder();
    expect(await second.confirmedOrder()).toBe(number);
    expect(await mailsTo(api, buyer.email)).toHaveLength(1);
    expect(await chargesOf(cards.industrialVisa)).toBe(before[1]);
  });
});

test('[PAY-25] [ANA-01] the whole way with its measured events: search, product, cart, installments, order, mail', async ({
  shopper,
  checkout,
  page,
  api,
}) => {
  test.slow();
  const buyer = newBuyer();
  await page.goto('/');
  await shopper.search('televisor 55');
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles.first()).toContainText('Televisor 55');
  await expect(titles.filter({ hasNotText: 'Televisor 55' })).toHaveCount(0);
  await shopper.search('televisor');
  const filters = await shopper.openFilters();
  await filters.getByRole('link', { name: /^Ondalira/ }).click();
  await expect(page).toHaveURL(/brand=Ondalira/);
  // The address changes before the filters, so the links of the filters lack the change.
  await expect(filters.getByRole('link', { name: 'Quitar filtro Ondalira' })).toBeVisible();
  await filters.getByRole('textbox', { name: 'Precio máximo' }).fill('4000');
  await filters.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).toHaveURL(/maxPrice=4000/);
  const size = filters.getByRole('link', { name: /^55/ });
  await expect(size).toHaveAttribute('href', /maxPrice=4000/);
  await size.click();
  await expect(page).toHaveURL(/attr\.tamano-de-pantalla=55/);
  await expect(filters.getByRole('link', { name: /^Quitar filtro 55/ })).toBeVisible();
  await shopper.closeFilters();
  const product = await read(api, 'getProductBySku', { params: { sku: demo.television } });
  await page.getByRole('main').getByRole('link', { name: product.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: product.title })).toBeVisible();

  await shopper.chooseLocation({ department: 'Guatemala', city: 'Guatemala', zone: 'Zona 10' });
  const delivery = page.getByRole('region', { name: 'Entrega' });
  await expect(delivery.getByText('Guatemala, Zona 10')).toBeVisible();
  await expect(delivery.getByText(/^Gratis · llega el \p{L}+ \d{1,2} de [a-z]+$/u)).toBeVisible();
  await expect(page.getByText('¡Compra hasta en 48 cuotas!')).toBeVisible();

  await shopper.addToCart();
  await expect(shopper.panel.getByText('Subtotal (1 producto)')).toBeVisible();
  await shopper.goToCart();
  await shopper.changeQuantity(product.title, 2);
  const price = product.salesPrice?.value ?? 0;
  await expect(shopper.line(product.title).getByText(shown(price * 2))).toBeVisible();
  await shopper.goToCheckout();
  await checkout.reachPayment(buyer);
  await expect(page.getByRole('complementary').getByText('Gratis')).toBeVisible();

  await checkout.chooseMethod('Cuotas');
  await checkout.fillCard(cards.bamVisa);
  await expect(page.getByText('10% de descuento bancario').first()).toBeVisible();
  await expect(page.getByRole('radio', { name: /^6 cuotas/ })).toBeChecked();
  const twelve = page.getByRole('radio', { name: /^12 cuotas/ });
  // The radio's card is the touch target. The bar at the bottom must not cover it.
  await page.locator('label').filter({ has: twelve }).click();
  await expect(twelve).toBeChecked();
  await expect(page.getByRole('radio', { name: 'CF', exact: true })).toBeDisabled();
  await expect(page.getByText('Compras mayores a Q2,500 requieren NIT.')).toBeVisible();
  await checkout.fillDocument('NIT', '576937-K');
  await expect(checkout.field('Nombre completo')).toHaveValue('Comercial La Aurora, S.A.');
  const total = shown(Math.round(price * 2 * 90) / 100);
  await expect(page.getByText(total).first()).toBeVisible();
  const number = await checkout.placeOrder();
  const measured = (await measuredEvents(page)).filter(
    ({ event }) => event !== 'view_item_list' && event !== 'select_item',
  );
  const [full, discounted] = [price * 2, Math.round(price * 2 * 90) / 100];
  expect(measured.map(({ event, ecommerce }) => [event, ecommerce.currency, ecommerce.value])).toEqual([
    ['begin_checkout', 'GTQ', full],
    ['checkout_progress', 'GTQ', full],
    ['checkout_progress', 'GTQ', full],
    ['add_shipping_info', 'GTQ', full],
    ['checkout_payment', 'GTQ', discounted],
    ['add_payment_info', 'GTQ', discounted],
    ['purchase', 'GTQ', discounted],
  ]);
  for (const { ecommerce } of measured) expect(ecommerce.items.map(({ item_id }) => item_id)).toEqual([product.sku]);
  expect(measured.at(-1)?.ecommerce).toMatchObject({ transaction_id: number, payment_type: 'CardInstallments' });
  const typed = [
    buyer.email,
    buyer.firstname,
    buyer.lastname,
    buyer.phone,
    '12 calle',
    cards.bamVisa,
    '576937',
    'Aurora',
  ];
  for (const text of typed) expect(JSON.stringify(measured)).not.toContain(text);

  await expect(page.getByText(buyer.email).first()).toBeVisible();
  await expect(page.getByText(total).first()).toBeVisible();
  const [mail] = await mailsTo(api, buyer.email);
  expect(mail?.subject).toContain(number);
  expect(mail?.text).toContain(`Total: ${total}`);
  for (const text of typed.slice(1)) expect(mail?.text).not.toContain(text);
  await page.goto(`/demo/correo?para=${encodeURIComponent(buyer.email)}`);
  await page.getByRole('link', { name: new RegExp(number) }).click();
  await expect(page.frameLocator('iframe').getByText(product.title)).toBeVisible();
  // The cart has ended, and the browser starts a new one.
  await page.goto('/cart');
  await expect(page.getByText('Tu carrito está vacío')).toBeVisible();
});

test('[DEC-162] one whole purchase without a mouse', { tag: '@desktop' }, async ({ shopper, checkout, page, api }) => {
  test.slow();
  const buyer = newBuyer();
  const product = await read(api, 'getProductBySku', { params: { sku: demo.fryer } });
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused();
  await typeInto(page, shopper.searchBox, demo.fryer);
  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('main').getByRole('link', { name: product.title }));
  await expect(page.getByRole('heading', { level: 1, name: product.title })).toBeVisible();
  await pressOn(page, shopper.addButton);
  await pressOn(page, shopper.panel.getByRole('link', { name: 'Ir al carrito' }));
  await pressOn(page, page.getByRole('link', { name: 'Ir a pagar' }));
  await typeInto(page, checkout.field('Correo electrónico'), buyer.email);
  await typeInto(page, checkout.field('Nombres'), buyer.firstname);
  await typeInto(page, checkout.field('Apellidos'), buyer.lastname);
  await typeInto(page, checkout.field('Teléfono'), buyer.phone);
  await page.keyboard.press('Enter');
  await typeInto(page, checkout.addressField, '12 calle 1-25');
  await pickIn(page, checkout.select('Departamento'), 'Guat');
  await pickIn(page, checkout.select('Municipio'), 'Guat');
  await pickIn(page, checkout.select('Zona'), 'Zona 10');
  await pressOn(page, page.getByRole('button', { name: 'Continuar a pago' }));
  await pressOn(page, checkout.method('Tarjeta al contado'));
  await typeInto(page, checkout.field('Número de tarjeta'), cards.industrialVisa);
  await typeInto(page, checkout.field('Vencimiento'), '1239');
  await typeInto(page, page.getByLabel('CVV'), '123');
  await typeInto(page, checkout.field('Nombre del titular'), 'Lucía Paz');
  await pressOn(page, checkout.payButton);
  await checkout.confirmedOrder();
});

test('a slow connection', async ({ shopper, checkout, page, api, context }) => {
  test.slow();
  const buyer = newBuyer();
  await shopper.haveCart([{ sku: demo.fryer }]);
  await checkout.open();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  // The speed of a busy 3G cell: ms, and bytes per second.
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 90_000,
    uploadThroughput: 40_000,
  });
  await checkout.reachPayment(buyer);
  await checkout.chooseMethod('Tarjeta al contado');
  await checkout.fillCard(cards.mastercard);
  await checkout.payButton.dblclick();
  await checkout.confirmedOrder();
  expect(await mailsTo(api, buyer.email)).toHaveLength(1);
});

test.describe('a page reloaded while the bank is slow shows its own order’s confirmation', () => {
  /** Presses the button and reloads the page before the response. The page itself must poll for the outcome. */
  const reloadWhilePaying = async (
    { page, checkout }: { page: Page; checkout: Checkout },
    total: number,
  ): Promise<void> => {
    const lastDigits = cards.verySlow.slice(-4);
    const before = await countCharges(lastDigits, total);
    await checkout.chooseMethod('Tarjeta al contado');
    await checkout.fillCard(cards.verySlow);
    // The browser asks whether the user really wants to leave the page.
    page.on('dialog', (dialog) => void dialog.accept());
    const sent = page.waitForRequest((request) => /\/v1\/orders(?:\/link)?$/.test(new URL(request.url()).pathname));
    await checkout.payButton.click();
    await sent;
    const { promise: isSeen, resolve: tell } = Promise.withResolvers<void>();
    await page.route('**/v1/orders/placements', async (route) => {
      await isSeen;
      await route.continue();
    });
    // The bank has charged, and its response is still on its way.
    await expect.poll(() => countCharges(lastDigits, total)).toBe(before + 1);
    await page.reload();
    await expect(page.getByText('Estamos confirmando tu pedido')).toBeVisible();
    await expect(checkout.payButton).toBeHidden();
    tell();
  };

  test('on a payment link', async ({ shopper, checkout, page, api }) => {
    const buyer = newBuyer();
    // An amount that differs from the amount above. The test finds both charges in the bank's ledger.
    const id = await shopper.haveCart([{ sku: demo.fryer, quantity: 2 }]);
    await read(api, 'attachAdvisor', { params: { id }, body: { employeeHash: 'asesor-demo', storeCode: 'MAX' } });
    const { newCartId } = await read(api, 'cloneCart', { params: { id }, body: {} });
    await page.goto(`/wa-link/${newCartId}`);
    const { title } = await shopper.product(demo.fryer);
    const product = page.getByRole('region', { name: /prepar/i }).getByText(title);
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await expect(product, `the product of the link at ${size.width} px`).toBeVisible();
    }
    await checkout.reachPayment(buyer);
    await reloadWhilePaying({ page, checkout }, 2 * 69_900);
    const number = await checkout.confirmedOrder();
    await expect(page).toHaveURL(/\/confirmation\?from=\/wa-link$/);
    const mails = await mailsTo(api, buyer.email);
    expect(mails.map(({ text }) => text.includes(number))).toEqual([true]);
  });
});
