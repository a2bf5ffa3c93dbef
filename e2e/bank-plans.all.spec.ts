import { demo } from './src/demo-products.ts';
import { inspectPage } from './src/inspect-page.ts';
import { layoutShift, watchLayoutShifts } from './src/layout-shift.ts';
import { expect, test } from './src/shop-test.ts';

const question = '¿Cuánto pago con mi banco?';

test('[BANK-01] [BANK-02] [BANK-04] two touches open a bank’s table, and no seventh digit leaves the browser', async ({
  page,
  shopper,
}, info) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await shopper.openProduct(demo.television);
  await shopper.awake();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /\/(?:bank-drawer|bank-line)-|payments\/plans/.test(url))).toEqual([]);
  await page.getByRole('link', { name: question }).tap();
  const drawer = page.getByRole('dialog', { name: question });
  await drawer.getByText('G&T Continental', { exact: true }).tap();
  const table = drawer.getByRole('table', { name: 'G&T Continental' });
  await expect(table.getByRole('row')).toHaveCount(6);
  await expect(table.getByRole('row').last()).toContainText('según tu tarjeta');
  await inspectPage(page, 'bank-drawer', info);
  const digits = drawer.getByRole('textbox', { name: 'Primeros 6 números de tu tarjeta (opcional)' });
  await digits.fill('4012 8888 8888 1881');
  await expect(digits).toHaveValue('401288');
  await expect(drawer.getByText('Estas son las cuotas de tu tarjeta.')).toBeVisible();
  await expect(table.getByRole('row').last()).not.toContainText('según tu tarjeta');
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  const sent = asked.filter((text) => text.includes('401288'));
  expect(sent).toHaveLength(1);
  expect(`${stored} ${sent.join(' ')}`).not.toMatch(/401288\D{0,3}8/);
});

test('[BANK-01] without scripts the link opens the plans by bank, without amounts', async ({
  browser,
  baseURL,
  shopper,
}) => {
  const { slug } = await shopper.product(demo.television);
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/${slug}`);
  await page.getByRole('link', { name: question }).click();
  await expect(page).toHaveURL(/\/ayuda\/pagos#bancos$/);
  await expect(page.locator('#bancos').getByRole('row', { name: /G&T Continental/ })).toContainText('6, 10, 12, 24');
  await expect(page.locator('#bancos')).not.toContainText(/Q\d/);
  await context.close();
});

test('[BANK-06] the stored bank’s plan replaces the longest plan, and nothing moves', async ({ page, shopper }) => {
  const { slug } = await shopper.product(demo.television);
  await page.addInitScript(() => localStorage.setItem('ceiba.bank', '{"bank":"g-t-continental","brand":"visa"}'));
  await watchLayoutShifts(page);
  await page.goto(`/${slug}`);
  await expect(page.getByText('Con G&T Continental', { exact: true })).toBeVisible();
  expect(await layoutShift(page)).toBe(0);
});

test('[BANK-06] the end of the calculator adds at most 200 bytes to the page', async ({ page, shopper }) => {
  const { slug } = await shopper.product(demo.television);
  const html = await (await page.request.get(`/${slug}`)).text();
  const from = html.indexOf('<p class="bank-line">');
  const end = html.slice(from, html.indexOf('</a>', from) + '</a>'.length);
  expect(end).toContain(question);
  expect(Buffer.byteLength(end)).toBeLessThanOrEqual(200);
});
