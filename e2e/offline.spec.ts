import type { Page } from '@playwright/test';
import { demo } from './src/demo-products.ts';
import { expect, test } from './src/shop-test.ts';

test.use({ serviceWorkers: 'allow', refusals: [0] });

/** Waits until the worker, between page and server, has cached the address. */
const waitUntilKept = (page: Page, path: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(
        async (address) => navigator.serviceWorker.controller !== null && (await caches.match(address)) !== undefined,
        path,
      ),
    )
    .toBe(true);

const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) all.push(new URL(url).pathname + new URL(url).search);
    }
    return all;
  });

test('offline, opened pages can be read, the cart is the last one seen, and no personal page is cached', async ({
  page,
  shopper,
  context,
}) => {
  const product = await shopper.openProduct(demo.fryer);
  await waitUntilKept(page, `/${product.slug}`);
  await shopper.addToCart();
  await shopper.goToCart();
  // The title shows before the lines, and only a cart that was shown is stored.
  await expect(shopper.line(product.title)).toBeVisible();
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { level: 1, name: 'Finalizar compra' })).toBeVisible();
  await page.goto('/search?q=anillo');
  await page.goto('/');
  await waitUntilKept(page, '/');

  await context.setOffline(true);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { level: 1, name: 'No tienes conexión' })).toBeVisible();
  const cart = page.getByRole('region', { name: 'Tu carrito' });
  await expect(cart.getByText(product.title)).toBeVisible();
  await expect(cart.getByText('1 unidad')).toBeVisible();
  await expect(cart.getByText(/^Q[\d,]+\.\d{2}$/).last()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await page.getByRole('region', { name: 'Páginas que aún puedes leer' }).getByText(product.title).click();
  await expect(page.getByRole('heading', { level: 1, name: product.title })).toBeVisible();
  // Waits for this page load, which would otherwise be mistaken for the next one.
  await page.waitForLoadState('load');
  await shopper.awake();
  // Inside the shop, too: if the router cannot fetch a page's data, the cached page is loaded.
  const loaded = page.waitForEvent('load');
  await page.getByRole('banner').getByRole('link', { name: 'Ceiba', exact: false }).first().click();
  await loaded;
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('Algo salió mal');
  await expect(page.getByRole('contentinfo')).toBeAttached();
  // No space is reserved for content that cannot load.
  const place = page.locator('[data-kept-for]');
  await expect(place).toBeAttached();
  await expect(place).toBeHidden();

  const cached = await keptAddresses(page);
  expect(cached).toContain('/');
  expect(
    cached.filter((address) => /^\/(?:v\d|cart|checkout|confirm|search|login|dashboard|media)|\?/.test(address)),
  ).toEqual([]);

  await page.goto('/cart');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible();
  await expect(shopper.line(product.title)).toBeVisible();
});

test.describe('the desk offline', () => {
  // A visitor who is not signed in has no session.
  test.use({ refusals: [0, 401] });

  test('[OFF-01] the shop’s worker neither serves nor caches pages of the desk', async ({ page, context }) => {
    await page.goto('/');
    await waitUntilKept(page, '/');
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await keptAddresses(page)).filter((address) => address.startsWith('/admin'))).toEqual([]);
    await context.setOffline(true);
    // The shop's offline page would be wrong for staff.
    await expect(page.goto('/admin')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  });
});
