import { sellerLink } from '@ceiba/domain/sellers/seller-slug';
import type { Page } from '@playwright/test';
import { demo } from './src/demo-products.ts';
import { expectAllKept, expectAlwaysKept } from './src/served-markup.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn } from './src/sign-in.ts';

/** Returns the readable and pressable parts of a page, or of `html` if it is given. */
const parts = (page: Page, html?: string): Promise<string[]> =>
  page.evaluate((served) => {
    const shown = served === undefined ? document : new DOMParser().parseFromString(served, 'text/html');
    return [...shown.querySelectorAll('main :is(h1, h2, h3, a[href], button)')].map(
      (part) => `${part.tagName} ${part.getAttribute('href') ?? ''} ${part.textContent}`,
    );
  }, html);

test.describe('the server’s markup stays after a navigation that starts at any time', () => {
  test.use({ refusals: [404] });

  test('product', async ({ page, shopper }) => {
    const { slug } = await shopper.product(demo.fryer);
    await expectAlwaysKept(page, `/${slug}`);
  });

  test('home and product on a desktop', { tag: '@desktop' }, async ({ page, shopper }) => {
    const { slug } = await shopper.product(demo.fryer);
    await expectAllKept(page, ['/', `/${slug}`], 1);
  });

  test('another seller’s product and page, help, stores and a legal page', async ({ page, shopper }) => {
    const product = await shopper.product(demo.thirdParty);
    await expectAllKept(page, [`/${product.slug}`, sellerLink(product.seller)], 0);
    await expectAllKept(page, ['/ayuda', '/tiendas', '/terminos-y-condiciones'], 2);
  });

  test('categories and search', async ({ page }) => {
    await expectAllKept(page, ['/tv-y-video', '/tv-y-video/televisores', '/search?q=televisor'], 1);
  });

  test('cart, checkout, comparison and order tracking', async ({ page, shopper }) => {
    await expectAllKept(
      page,
      ['/cart', '/compare', '/track-order', '/wa-link/00000000-0000-4000-8000-00000000dead'],
      4,
    );
    await shopper.haveCart([{ sku: demo.fryer }]);
    await expectAllKept(page, ['/checkout'], 0);
  });

  test('login, registration, account, and a login that returns to a product', async ({ page, shopper }) => {
    await expectAllKept(page, ['/login', '/register'], 3);
    const { slug, title } = await shopper.product(demo.fryer);
    const served = await parts(page, await (await page.request.get(`/${slug}`)).text());
    expect(served.length).toBeGreaterThan(20);
    await page.goto(`/login?redirect=/${slug}`);
    await signIn(page, demoCustomer);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const shown = await parts(page);
    // Customers see no invitation to register, save products in their account, and have a place from their address.
    const ofGuests = (part: string): boolean =>
      part.startsWith('A /register') || part === 'BUTTON  Guardar' || part.endsWith('Ajusta tu ubicación');
    expect(served.filter((part) => !shown.includes(part) && !ofGuests(part))).toEqual([]);
    // Parts that depend on a query that the server ignores render after hydration.
    await expectAllKept(page, ['/dashboard/orders', '/dashboard/returns?order=100000001&sku=FRE-0003'], 0);
  });
});
