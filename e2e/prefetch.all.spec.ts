import type { Page, Request } from '@playwright/test';
import { delayScripts } from './src/delay-scripts.ts';
import { demo } from './src/demo-products.ts';
import { watchAwake } from './src/hydrated.ts';
import { layoutShift, watchLayoutShifts } from './src/layout-shift.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn, signInAsNew } from './src/sign-in.ts';

/** The page's own API calls: before its scripts, and later, after earlier responses. */
interface Asked {
  path: string;
  title: string | RegExp;
  early: readonly string[];
  late?: readonly string[];
}

const texts = '/api/dashboard-texts';

const accountPages: readonly Asked[] = [
  { path: '/dashboard/profile', title: 'Datos de facturación', early: ['/v1/customers', '/v1/passkeys', texts] },
  { path: '/dashboard/orders', title: 'Mis órdenes', early: ['/v1/orders/', texts] },
  {
    path: '/dashboard/addresses',
    title: 'Mis direcciones',
    early: ['/v1/customers', '/v1/customers/addresses', texts],
    late: ['/v1/locations/departments'],
  },
  { path: '/dashboard/cards', title: 'Mis tarjetas', early: ['/v1/payments/instruments', texts] },
  {
    path: '/dashboard/wishlists',
    title: 'Lista de deseos',
    early: ['/v1/checkout/wishlists', '/v1/customers/restockNotification', texts],
    late: ['/v1/checkout/wishlists/…'],
  },
  { path: '/dashboard/points', title: 'Puntos MAX', early: ['/v1/customers'], late: ['/v1/customers/leal'] },
  { path: '/dashboard/returns', title: 'Devoluciones', early: ['/v1/customers/returns'] },
];

/** Records the page's API calls from now on, without IDs. */
const watchCalls = (page: Page): string[] => {
  const calls: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:v\d|api)\//.test(pathname)) calls.push(pathname.replace(/[\da-f-]{36}|\d{9}$/, '…'));
  });
  return calls;
};

const enterAccount = async (page: Page): Promise<void> => {
  await page.goto('/login?redirect=/dashboard/cards');
  await signIn(page, demoCustomer);
  await expect(page.getByRole('main').getByRole('heading', { name: 'Mis tarjetas' })).toBeVisible();
};

/** Prefetched responses expire within seconds. On a busy machine, the held scripts run later. */
const keepEarlyAnswers = (page: Page) =>
  page.addInitScript(() => {
    let prefetched: unknown;
    Object.defineProperty(window, 'ceibaPrefetch', {
      configurable: true,
      get: () => prefetched,
      set: (early: object) => {
        prefetched = { ...early, until: Number.POSITIVE_INFINITY };
      },
    });
  });

/** Opens a page with delayed scripts. First its early calls are made, then the others, and no call twice. */
const expectEarly = async (page: Page, { path, title, early, late = [] }: Asked): Promise<void> => {
  await watchLayoutShifts(page);
  const isHydrated = await watchAwake(page);
  const letScriptsIn = await delayScripts(page);
  const calls = watchCalls(page);
  await keepEarlyAnswers(page);
  await page.goto(path, { waitUntil: 'commit' });
  await expect.poll(() => calls.toSorted(), path).toEqual(early.toSorted());
  letScriptsIn();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
  await expect(main.getByText(/^Cargando/)).toHaveCount(0);
  await isHydrated();
  const all = [...early, ...late].toSorted();
  await expect.poll(() => calls.toSorted(), path).toEqual(all);
  await page.waitForLoadState('networkidle');
  expect(calls.toSorted(), path).toEqual(all);
  expect.soft(await layoutShift(page), `layout shift of ${path}`).toBeLessThan(0.02);
};

test('the pages of the account load their data before any script, each call once @both', async ({
  page,
  context,
  isPhone,
}) => {
  test.slow();
  await enterAccount(page);
  // On a wider page only late responses may move other content.
  for (const accountPage of isPhone ? accountPages : accountPages.filter(({ late }) => late !== undefined)) {
    const tab = await context.newPage();
    await expectEarly(tab, accountPage);
    await tab.close();
  }
  await page.goto('/dashboard/orders');
  const order = page.getByRole('main').getByRole('link', { name: /^Orden \d{9}$/ });
  const path = (await order.first().getAttribute('href')) ?? '';
  const title = new RegExp(`orden ${path.split('/').at(-1)}$`, 'i');
  const tab = await context.newPage();
  await expectEarly(tab, { path, title, early: ['/v1/orders/…'], late: ['/v1/orders/…/traking'] });
});

test('without a session or a cart, no early call is made', async ({ context, request }) => {
  // One script in the HTML starts the calls of every page, by the data in this browser's storage.
  for (const path of ['/cart', '/dashboard/profile', '/dashboard/orders']) {
    // A new tab, so that a page's late calls do not count for the next page.
    const tab = await context.newPage();
    const isHydrated = await watchAwake(tab);
    const letScriptsIn = await delayScripts(tab);
    const calls = watchCalls(tab);
    await tab.goto(path, { waitUntil: 'commit' });
    await expect(tab.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tab.getByRole('navigation', { name: 'Mi cuenta' })).toBeHidden();
    expect(calls, path).toEqual([]);
    letScriptsIn();
    await isHydrated();
    if (path === '/cart') await expect.poll(() => calls).toContain('/v1/recommendations');
    else await expect(tab).toHaveURL(/\/login\?/);
    await tab.waitForLoadState('networkidle');
    expect(calls, path).toEqual(path === '/cart' ? ['/v1/recommendations'] : []);
    await tab.close();
  }
  for (const { path } of accountPages) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('<main');
    expect(html.match(/Aún no[^<]*|\/art\/(?:no-encontrada|paquete)\.svg/), path).toBeNull();
  }
});

test('the cart and the checkout load the cart before any script, once', async ({ page, context, shopper }) => {
  await shopper.haveCart([{ sku: demo.fryer }]);
  const late = ['/v1/recommendations', '/v2/products/pickupStock', '/v2/products/time'];
  await expectEarly(page, { path: '/cart', title: 'Carrito', early: ['/v1/carts/…'], late });
  // A new tab, so that a page's late calls do not count for the next page.
  const tab = await context.newPage();
  await expectEarly(tab, { path: '/checkout', title: 'Finalizar compra', early: ['/v1/carts/…'] });
});

test('[DEC-192] a cart that another tab changes before hydration shows its latest state', async ({
  page,
  context,
  shopper,
}) => {
  await shopper.haveCart([{ sku: demo.fryer }]);
  const { title } = await shopper.product(demo.fryer);
  const other = await context.newPage();
  await other.goto('/cart');
  const quantity = other.getByRole('combobox', { name: 'Cantidad' });
  await expect(quantity).toHaveValue('1');
  const letScriptsIn = await delayScripts(page);
  const answered = page.waitForResponse('**/v1/carts/*');
  await page.goto('/cart', { waitUntil: 'commit' });
  await answered;
  const changed = other.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await quantity.selectOption('3');
  await changed;
  await expect(other.getByRole('main').getByText('3 productos').first()).toBeVisible();
  letScriptsIn();
  await expect(page.getByRole('main').getByText('3 productos').first()).toBeVisible();
  await expect(shopper.line(title)).toContainText('Q2,097.00');
});

test('[AUTH-08] after a sign-out in another tab before hydration, this tab shows no account data', async ({
  page,
  context,
  api,
}) => {
  await page.goto('/login?redirect=/dashboard/cards');
  const { email } = await signInAsNew(page, api);
  await expect(page.getByRole('main').getByRole('heading', { name: 'Mis tarjetas' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard/cards');
  await expect(other.getByRole('heading', { name: 'Mis tarjetas' })).toBeVisible();
  const letScriptsIn = await delayScripts(page);
  const answered = page.waitForResponse('**/v1/customers');
  await page.goto('/dashboard/profile', { waitUntil: 'commit' });
  await answered;
  await other.getByRole('main').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(other).toHaveURL(/\/$/);
  letScriptsIn();
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByText(email)).toHaveCount(0);
});
