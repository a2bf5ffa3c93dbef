import { formatQ, fromQuetzales } from '@ceiba/domain/money/money';
import { installmentAmount } from '@ceiba/domain/payments/installments';
import { demo } from './src/demo-products.ts';
import { holdScripts } from './src/hold-scripts.ts';
import { layoutShift, watchLayoutShifts } from './src/layout-shift.ts';
import { read } from './src/read.ts';
import { expect, test } from './src/shop-test.ts';

test('[CAT-05] [DEC-20] the home page leads into the shop', async ({ page, api }) => {
  await page.goto('/');
  const rows = (await read(api, 'getHome', {})).rows.filter(({ products }) => products.length > 0);
  for (const { title, products } of rows) {
    const row = page.getByRole('region', { name: title });
    await row.scrollIntoViewIfNeeded();
    await expect(row.getByRole('article')).toHaveCount(products.length);
  }
  // The page's own first product: other tests buy meanwhile, and change what sells most.
  const first = page.getByRole('region', { name: 'Más vendidos' }).getByRole('heading', { level: 3 }).first();
  const title = await first.innerText();
  await first.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('a card adds its product without leaving the page', async ({ page, shopper }) => {
  await page.goto('/');
  const row = page.getByRole('region', { name: 'Más vendidos' });
  await row
    .getByRole('button', { name: /^Agregar al carrito: / })
    .first()
    .click();
  await expect(shopper.panel.getByText('Producto agregado')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('[CAT-28] the product page lists its payments and leads to its brand', { tag: '@both' }, async ({
  page,
  shopper,
}) => {
  const product = await shopper.openProduct(demo.television);
  const plans = page.getByRole('region', { name: '¡Compra hasta en 48 cuotas!' });
  await expect(plans.getByRole('term')).toHaveText([
    '6 cuotas',
    '10 cuotas',
    '12 cuotas',
    '24 cuotas',
    '36 cuotas',
    '48 cuotas',
  ]);
  const price = product.salesPrice?.value ?? 0;
  await expect(plans).toContainText(`Q${(Math.round((price / 48) * 100) / 100).toFixed(2)}`);
  await page.getByRole('main').getByRole('link', { name: product.brand.title, exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/search\\?q=${product.brand.title}`));
});

test('[CAT-20] [DEC-25] [MAP-04] the chosen place decides what delivery says', async ({ page, shopper, api }) => {
  const product = await shopper.openProduct(demo.fryer);
  const cards = page.getByRole('region', { name: 'Entrega' });
  await expect(cards.getByRole('button', { name: 'Ajusta tu ubicación' })).toBeVisible();
  await expect(cards.getByText(/^Q30\.00 · llega el /)).toBeVisible();
  await shopper.chooseLocation({ department: 'Petén', city: 'Flores' });
  await expect(cards.getByText(/^Q75\.00 · llega el /)).toBeVisible();
  await expect(cards.getByRole('button', { name: 'Cambiar ubicación' })).toBeVisible();
  const { data } = await read(api, 'computeDeliveryTimes', {
    body: {
      shippingMethod: 'delivery',
      location: { region: 501, city: 'Flores' },
      items: [{ sku: product.sku, quantity: 1 }],
    },
  });
  const day = Number(data[0]?.deliveryDate?.slice(8));
  await expect(cards.getByText(new RegExp(`llega el \\p{L}+ ${day} de `, 'u'))).toBeVisible();
  await page.reload();
  await expect(cards.getByText('Flores')).toBeVisible();
});

test('[CAT-03] [CAT-16] [CAT-21] the page says what cannot be added, what is left of few units, and what comes "Próximamente"', async ({
  page,
  shopper,
}) => {
  await shopper.openProduct(demo.outOfStock);
  await expect(page.getByText('Agotado').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'No disponible' }).first()).toBeDisabled();
  await expect(page.getByRole('main').getByRole('button', { name: 'Agregar al carrito', exact: true })).toHaveCount(0);

  await shopper.openProduct(demo.withoutPrice);
  await expect(page.getByText('Precio no disponible').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'No disponible' }).first()).toBeDisabled();

  const { lowStock } = await shopper.openProduct(demo.lowStock);
  await expect(page.getByText(`Solo quedan ${lowStock} disponibles`).first()).toBeVisible();

  await shopper.openProduct(demo.presaleUndated);
  await expect(page.getByText('Preventa').first()).toBeVisible();
  const delivery = page.getByRole('region', { name: 'Entrega' });
  await expect(delivery.getByText(/Próximamente/).first()).toBeVisible();
});

test('[CAT-14] a flash sale counts down every second', async ({ page, shopper }) => {
  await shopper.openProduct(demo.flashSale);
  await expect(page.getByText('Oferta relámpago').first()).toBeVisible();
  const timer = page.getByRole('timer').first();
  await expect(timer).toHaveText(/Termina en (?:\d+ d )?\d\d:\d\d:\d\d/);
  const before = await timer.innerText();
  await expect(timer).not.toHaveText(before);
});

test('[CAT-15] when a flash sale ends in an open page its tag goes, and the price is asked for again', async ({
  page,
  shopper,
}) => {
  await page.clock.install();
  const { flashSale, salesPrice, regularPrice, title } = await shopper.openProduct(demo.flashSale);
  if (flashSale === null || regularPrice === null) throw new Error('no flash sale');
  const amounts = [salesPrice, regularPrice].map((price) => fromQuetzales(price?.value ?? Number.NaN));
  const [reduced, regular] = amounts.map((amount) => (amount.ok ? formatQ(amount.value) : ''));
  /** What surrounds the title: tags, prices and countdown of this product, not of the cards below. */
  const offer = page.getByRole('heading', { level: 1, name: title }).locator('xpath=ancestor::div[2]');
  await expect(offer).toContainText('Oferta relámpago');
  await expect(offer).toContainText(`${reduced}Precio anterior ${regular}`);
  let asked = 0;
  // The page's clock can be set, the shop's cannot: this is what the shop will say of the product after the sale.
  await page.route(`**/v1/products/${demo.flashSale}`, async (route) => {
    asked += 1;
    const answer = await route.fetch();
    const product = await answer.json();
    const ended = { salesPrice: product.regularPrice, discount: null, flashSale: null, tags: [] };
    await route.fulfill({ response: answer, json: { ...product, ...ended } });
  });
  const minuteBefore = new Date(Date.parse(flashSale.endsAt) - 60_000);
  await page.clock.pauseAt(minuteBefore);
  await expect(offer.getByRole('timer')).toHaveText(/^Termina en 00:0[01]:\d\d$/);
  expect(asked).toBe(0);
  await page.clock.fastForward(120_000);
  await expect(offer).toContainText('¡Oferta finalizada!');
  await expect(offer).not.toContainText('Precio anterior');
  await expect(offer).toContainText(`${regular}`);
  await expect(offer).not.toContainText(`${reduced}`);
  await expect(offer).not.toContainText('Oferta relámpago');
  await expect(offer.getByRole('timer')).toHaveCount(0);
  expect(asked).toBe(1);
  await page.clock.resume();
  // The parts that slept until now name the new price, too: the calculator, and on a phone the bar.
  const monthly = amounts.map((amount) => (amount.ok ? formatQ(installmentAmount(amount.value, 6)) : ''));
  const calculator = page.getByRole('region', { name: '¡Compra hasta en 48 cuotas!' });
  await expect(calculator).toContainText(monthly[1] ?? '');
  await expect(calculator).not.toContainText(monthly[0] ?? '');
  await expect(page.getByText(reduced ?? '', { exact: true }).filter({ visible: true })).toHaveCount(0);
});

test('[CAT-22] gifts come with their product', async ({ page, shopper }) => {
  const { freeProducts } = await shopper.openProduct(demo.withGift);
  const [gift] = freeProducts;
  if (gift === undefined) throw new Error('no gift');
  await expect(page.getByText('Regalos incluidos con este producto').first()).toBeVisible();
  await expect(page.getByText(gift.title)).toBeVisible();
  await shopper.addToCart();
  await expect(shopper.panel.getByText(gift.title)).toBeVisible();
});

test('another colour is one link away', async ({ page, shopper }) => {
  const product = await shopper.openProduct(demo.variants);
  const looks = page.getByRole('navigation', { name: 'Variantes' });
  await looks.getByRole('link').and(page.locator(':not([aria-current])')).first().click();
  await expect(page).not.toHaveURL(new RegExp(`/${product.slug}$`));
  await expect(looks.getByRole('link')).not.toHaveCount(0);
});

test('[GIFT-01] [DEC-83] a gift card asks for whom it is', async ({ page, shopper, api }) => {
  const { products } = await read(api, 'searchProducts', { query: { q: 'tarjeta de regalo' } });
  const card = products.find(({ internalTags }) => internalTags.includes('gift_card_virtual'));
  if (card === undefined) throw new Error('the demo shop sells no gift card');
  await shopper.openProduct(card.sku);
  await shopper.addButton.click();
  const email = page.getByRole('textbox', { name: 'Correo de quien la recibe' });
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(shopper.panel).toBeHidden();
  await email.fill('regalo@correo.example');
  await page.getByRole('textbox', { name: 'Nombre de quien la recibe' }).fill('Inés');
  await shopper.addToCart();
});

test('the product’s picture has its place before the rest of the page has come', { tag: '@desktop' }, async ({
  page,
  shopper,
}) => {
  const { slug } = await shopper.openProduct(demo.television);
  const picture = page.getByRole('region', { name: 'Galería' }).getByRole('img').first();
  const place = await picture.boundingBox();
  expect(place?.width).toBeGreaterThan(300);
  await page.route(`**/${slug}`, async (route) => {
    const html = await (await route.fetch()).text();
    const cut = html.indexOf('</picture>', html.indexOf('aria-label="Galería"'));
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: html.slice(0, cut) });
  });
  await page.goto(`/${slug}`);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  expect(await picture.boundingBox()).toEqual(place);
});

test('nothing of the product page moves when its late parts arrive', { tag: '@both' }, async ({ page, shopper }) => {
  await shopper.openProduct(demo.fryer);
  await shopper.awake();
  await watchLayoutShifts(page);
  await shopper.openProduct(demo.television);
  await expect(page.getByRole('region', { name: 'Entrega' }).getByText(/llega el/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Entrega' }).getByText(/^Gratis · desde el/)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-drawn');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('region', { name: 'Lo último que viste' }).getByRole('article')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  expect(await layoutShift(page)).toBeLessThan(0.05);
});

test('who has gone to the foot of a page before its scripts came stays there as the row of what was seen comes', {
  tag: '@both',
}, async ({ page, shopper }) => {
  const { slug } = await shopper.openProduct(demo.fryer);
  await shopper.openProduct(demo.television);
  await shopper.awake();
  await watchLayoutShifts(page);
  for (const path of ['/', `/${slug}`]) {
    const letScriptsIn = await holdScripts(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const foot = page.getByRole('contentinfo');
    await foot.scrollIntoViewIfNeeded();
    await expect(foot).toBeInViewport();
    letScriptsIn();
    const row = page.getByRole('region', { name: 'Lo último que viste' });
    await expect(row.getByRole('article').first()).toBeAttached();
    await expect(page.locator('html')).toHaveAttribute('data-drawn');
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(page), path).toBeLessThan(0.05);
  }
  await page.route('**/*skus=*', (route) => route.fulfill({ json: { products: [] } }));
  const letScriptsIn = await holdScripts(page);
  await page.reload({ waitUntil: 'domcontentloaded' });
  const place = page.locator('[data-kept-for]');
  await expect(place).toHaveAttribute('data-kept');
  letScriptsIn();
  // Where the shop has none of them any more there is no row, and its place goes.
  await expect(place).not.toHaveAttribute('data-kept');
  await expect(place).toBeHidden();
});
