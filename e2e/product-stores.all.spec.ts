import { demo } from './src/demo-products.ts';
import { inspectPage } from './src/inspect-page.ts';
import { expect, test } from './src/shop-test.ts';

test('[LIVE-01] [LIVE-02] [LIVE-05] [DEC-162] two touches open a named store with its hour, also by keys', async ({
  page,
  shopper,
}, info) => {
  const scripts: string[] = [];
  page.on('request', (request) => void scripts.push(request.url()));
  const { sku } = await shopper.openProduct(demo.television);
  await shopper.awake();
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => /\/(?:stores-link|stores-drawer)-/.test(url))).toEqual([]);
  const asked = page.waitForRequest((request) => request.url().includes(`/v1/products/${sku}/stores`));
  await page.getByRole('link', { name: 'Ver en tiendas' }).tap();
  await asked;
  const drawer = page.getByRole('dialog', { name: 'Ver en tiendas' });
  const first = drawer
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Recoger aquí/ }) })
    .first();
  await expect(first).toContainText(/Lista .* a las? \d{1,2}:\d{2}/);
  await expect(first).toContainText(/Abierto hasta|Cerrado|feriado/);
  await expect(drawer.getByText(/^Actualizado hace \d+ s$/)).toBeVisible();
  await inspectPage(page, 'stores-drawer', info);

  // By keys: Escape closes the drawer, and the focus returns to the link, which Enter opens.
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('link', { name: 'Ver en tiendas' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer).toBeVisible();

  const name = await first.getByRole('button').innerText();
  await first.getByRole('button').tap();
  await expect(shopper.panel).toBeVisible();
  await expect(drawer).toBeHidden();
  expect(name).toMatch(/^Recoger aquí\s*: /);
  const kept = await page.evaluate(() => localStorage.getItem('ceiba.location'));
  expect(JSON.parse(kept ?? '')).toMatchObject({ userCity: 'Guatemala', store: expect.any(String) });
});

test('[LIVE-01] without scripts the link opens the stores of the product, and no cache stores that page', async ({
  browser,
  baseURL,
  shopper,
}) => {
  const { slug, title } = await shopper.product(demo.television);
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/${slug}`);
  const answer = page.waitForResponse((response) => response.url().includes('/tiendas?sku='));
  await page.getByRole('link', { name: 'Ver en tiendas' }).click();
  expect((await answer).headers()['cache-control']).toBe('no-store');
  const stores = page.getByRole('region', { name: title });
  await expect(stores.getByRole('listitem').first()).toContainText(/Abierto hasta|Cerrado|feriado/);
  await context.close();
});

test('[LIVE-01] the page itself has no store’s stock, and its link has at most 150 bytes', async ({
  page,
  shopper,
}) => {
  const { slug } = await shopper.product(demo.television);
  const html = await (await page.request.get(`/${slug}`)).text();
  const from = html.lastIndexOf('<div', html.indexOf('Ver en tiendas'));
  const link = html.slice(from, html.indexOf('</div>', from) + '</div>'.length);
  expect(link).toContain('href="/tiendas?sku=');
  expect(Buffer.byteLength(link)).toBeLessThanOrEqual(150);
  expect(html).not.toMatch(/en esta tienda|Recoger aquí/);
});
