import { demo } from './src/demo-products.ts';
import { adding, expectPressesAnswered, expectTapAnswered, listing, menu, placing } from './src/early-presses.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn } from './src/sign-in.ts';

/*
 * Coverage, together with presses-checkout.all.spec.ts: each of the five moments is tested on a loaded page, and on a page opened by a link.
 * Home and product page are tested both ways. Each kind of button (a switch, one that opens a drawer, one that submits a form) is
 * pressed at several moments. One page represents others of its kind: a search represents category and seller lists, the login
 * the registration. Presses on home and product page after a link, and touches, happen at moments that were once too early.
 */

test.describe('on a slow phone each press is answered once, at any moment:', () => {
  // The page runs six times slower than normal.
  test.slow();

  test('home', async ({ page }) => {
    await expectPressesAnswered(page, { path: '/', ...menu }, 'loaded', 0);
    await expectPressesAnswered(page, { path: '/', ...adding }, 'gone to', 0);
  });

  test('search and category', async ({ page }) => {
    await expectPressesAnswered(page, { path: '/search?q=televisor', ...listing }, 'loaded', 50);
    await expectPressesAnswered(page, { path: '/tv-y-video', ...listing }, 'gone to', 50);
  });

  test('touches on a product page', async ({ page, shopper }) => {
    const { slug } = await shopper.product(demo.fryer);
    await expectTapAnswered(page, { path: `/${slug}`, ...placing }, true);
    await expectTapAnswered(page, { path: `/${slug}`, ...adding }, false);
  });

  test('comparison, cart, login and account', async ({ page }) => {
    await expectPressesAnswered(page, { path: '/compare', ...menu }, 'loaded', 100);
    await expectPressesAnswered(page, { path: '/cart', ...menu }, 'gone to', 500);
    await expectPressesAnswered(page, { path: '/login', switches: ['Mostrar contraseña'], ...menu }, 'loaded', 500);
    await page.goto('/login');
    await signIn(page, demoCustomer);
    await expect(page).not.toHaveURL(/login/);
    await expectPressesAnswered(page, { path: '/dashboard/orders', ...menu }, 'gone to', 100);
  });
});
