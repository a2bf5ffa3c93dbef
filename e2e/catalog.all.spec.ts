import { delayScripts } from './src/delay-scripts.ts';
import { demo } from './src/demo-products.ts';
import { layoutShift, watchLayoutShifts } from './src/layout-shift.ts';
import { read } from './src/read.ts';
import { expect, test } from './src/shop-test.ts';

test('[CAT-05] [DEC-20] [APP-19] the home page links to products, and its footer has promises and account links', async ({
  page,
  api,
}) => {
  await page.goto('/');
  const rows = (await read(api, 'getHome', {})).rows.filter(({ products }) => products.length > 0);
  for (const { title, products } of rows) {
    const row = page.getByRole('region', { name: title });
    await row.scrollIntoViewIfNeeded();
    await expect(row.getByRole('article')).toHaveCount(products.length);
  }
  const footer = page.getByRole('contentinfo');
  for (const claim of [
    'Devoluciones hasta 30 días hábiles',
    'Envíos en 48 horas',
    'Recoge gratis en tienda',
    'Soporte 4232-000',
  ]) {
    await expect(footer.getByText(claim)).toBeVisible();
  }
  await footer.getByRole('link', { name: 'Mis órdenes' }).click();
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard%2Forders');
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible();
  await page.goBack();
  // The first product of this page load. Purchases of other tests change the best-sellers.
  const first = page.getByRole('region', { name: 'Más vendidos' }).getByRole('heading', { level: 3 }).first();
  const title = await first.innerText();
  await first.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('[CAT-03] [CAT-16] [CAT-21] the page shows unavailable products, low stock and presales', async ({
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

  const product = await shopper.openProduct(demo.variants);
  const looks = page.getByRole('navigation', { name: 'Variantes' });
  await looks.getByRole('link').and(page.locator(':not([aria-current])')).first().click();
  await expect(page).not.toHaveURL(new RegExp(`/${product.slug}$`));
  await expect(looks.getByRole('link')).not.toHaveCount(0);
});

test('late parts of the product page move nothing, and its picture has its place from the start', {
  tag: '@both',
}, async ({ page, shopper }) => {
  await shopper.openProduct(demo.fryer);
  await shopper.awake();
  await watchLayoutShifts(page);
  const { slug } = await shopper.openProduct(demo.television);
  await expect(page.getByRole('region', { name: 'Entrega' }).getByText(/llega el/)).toBeVisible();
  const picture = page.getByRole('region', { name: 'Galería' }).getByRole('img').first();
  const place = await picture.boundingBox();
  expect(place?.width).toBeGreaterThan(300);
  await expect(page.getByRole('region', { name: 'Entrega' }).getByText(/^Gratis · desde el/)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-drawn');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('region', { name: 'Lo último que viste' }).getByRole('article')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  expect(await layoutShift(page)).toBeLessThan(0.05);

  await page.route(`**/${slug}`, async (route) => {
    const html = await (await route.fetch()).text();
    const cut = html.indexOf('</picture>', html.indexOf('aria-label="Galería"'));
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: html.slice(0, cut) });
  });
  await page.goto(`/${slug}`);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  expect(await picture.boundingBox()).toEqual(place);
});

test('at the end of a page the scroll position stays when the row of viewed products arrives', async ({
  page,
  shopper,
}) => {
  const { slug } = await shopper.openProduct(demo.fryer);
  await shopper.openProduct(demo.television);
  await shopper.awake();
  await watchLayoutShifts(page);
  for (const path of ['/', `/${slug}`]) {
    const letScriptsIn = await delayScripts(page);
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
  const letScriptsIn = await delayScripts(page);
  await page.reload({ waitUntil: 'domcontentloaded' });
  const place = page.locator('[data-kept-for]');
  await expect(place).toHaveAttribute('data-kept');
  letScriptsIn();
  // If the shop no longer sells any of the products, the row and its space disappear.
  await expect(place).not.toHaveAttribute('data-kept');
  await expect(place).toBeHidden();
});
