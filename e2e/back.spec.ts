import type { Locator, Page } from '@playwright/test';
import { newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { expectDrawers } from './src/drawers.ts';
import { answerTiles } from './src/map-tiles.ts';
import { expect, test } from './src/shop-test.ts';

declare global {
  interface Window {
    drawersPassed: number[];
  }
}

const goBackFromDrawer = async (page: Page): Promise<void> => {
  await expectDrawers(page, 1);
  await page.goBack();
};

test.describe('"back" with an open drawer', () => {
  test('[CHK-05] “back” closes the checkout’s drawers, keeps typed text and focus, and then opens the cart', async ({
    checkout,
    page,
    shopper,
  }) => {
    await shopper.haveCart([{ sku: demo.mount }]);
    await page.goto('/cart');
    await shopper.goToCheckout();
    await page.getByRole('button', { name: 'Ya tienes cuenta? Inicia sesión aquí' }).click();
    const login = page.getByRole('dialog', { name: 'Iniciar sesión' });
    await login.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
    await expect(page).toHaveURL('/password/request');
    // The address changes before its page is shown.
    await expect(login).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/checkout');
    await expect(checkout.field('Correo electrónico')).toBeVisible();
    await expect(login).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible();

    await shopper.goToCheckout();
    await checkout.fillContact(newBuyer());
    await checkout.fillAddress();
    const address = await checkout.addressField.inputValue();
    const closesWithBack = async (opener: Locator, name: string) => {
      await opener.click();
      const drawer = page.getByRole('dialog', { name });
      await expect(drawer).toBeVisible();
      await goBackFromDrawer(page);
      await expect(drawer).toBeHidden();
      await expect(page).toHaveURL('/checkout');
      await expect(opener).toBeFocused();
      await expect(checkout.addressField).toHaveValue(address);
    };
    await answerTiles(page);
    await closesWithBack(page.getByRole('button', { name: 'Ajustar en el mapa' }), 'Ubica tu dirección');
    await closesWithBack(page.getByRole('button', { name: 'Ver detalle' }), 'Detalle de tu compra');
    await page.getByRole('radio', { name: 'Recoger en tienda' }).check();
    const stores = page.getByRole('button', { name: 'Ver tiendas disponibles' });
    await stores.click();
    const drawer = page.getByRole('dialog', { name: 'Elige tu tienda' });
    await expect(drawer).toBeVisible();
    await goBackFromDrawer(page);
    await expect(drawer).toBeHidden();
    await expect(stores).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible();
    await page.goForward();
    await page.getByRole('button', { name: 'Editar' }).click();
    await expect(checkout.field('Nombres')).toHaveValue('Lucía');
    await checkout.field('Nombres').fill('Luz');
    await page.getByRole('button', { name: 'Continuar a entrega' }).click();
    await expect(page.getByText('Luz Paz').first()).toBeVisible();
  });

  test('a drawer closed in another way leaves no entry for "back" and "forward"', async ({ page, shopper }) => {
    // Listens before the page's own scripts, because they stop this event.
    await page.addInitScript(() => {
      window.drawersPassed = [];
      window.addEventListener('popstate', () => window.drawersPassed.push(history.state?.drawer ?? 0));
    });
    await page.goto('/');
    const { slug } = await shopper.openProduct(demo.mount);
    const opener = page.getByRole('main').getByRole('button', { name: /ubicación$/ });
    const drawer = page.getByRole('dialog', { name: 'Ajusta tu ubicación' });
    const ways = [
      () => drawer.getByRole('button', { name: 'Cerrar' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(20, 20),
      () => page.goBack(),
    ];
    for (const close of ways) {
      await opener.click();
      await expect(drawer).toBeVisible();
      await expectDrawers(page, 1);
      await close();
      await expect(drawer).toBeHidden();
      await expectDrawers(page, 0);
      await expect(page).toHaveURL(`/${slug}`);
    }
    await page.getByRole('button', { name: /^Ampliar imagen 1 de/ }).click();
    const pictures = page.getByRole('dialog', { name: /^Imagen 1 de/ });
    await expect(pictures).toBeVisible();
    await goBackFromDrawer(page);
    await expect(pictures).toBeHidden();
    await shopper.addToCart();
    await goBackFromDrawer(page);
    await expect(shopper.panel).toBeHidden();
    await expect(page).toHaveURL(`/${slug}`);

    await expectDrawers(page, 0);
    await page.evaluate(() => {
      window.drawersPassed = [];
    });
    await opener.click();
    await expect(drawer).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => window.scrollTo(0, 300));
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await goBackFromDrawer(page);
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL(`/${slug}`);
    await page.goForward();
    // The browser went back to the page, forward to the drawer's entry, and back to the page.
    await expect.poll(() => page.evaluate(() => window.drawersPassed)).toEqual([0, 1, 0]);
    await expect(drawer).toBeHidden();
    expect(requestedUrls.filter((url) => url.includes('.data'))).toEqual([]);

    await opener.click();
    await expect(drawer).toBeVisible();
    await expectDrawers(page, 1);
    await page.reload();
    await expectDrawers(page, 0);
    await expect(page).toHaveURL(`/${slug}`);
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  test('[CAT-08] [APP-14] [TECH-05] after a link in a drawer, "back" returns once to the page below', async ({
    page,
  }) => {
    await page.goto('/tv-y-video/servicios/tecki');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Tecki/i);
    await page.goto('/track-order');
    await page.goto('/');
    await page.getByRole('button', { name: 'Categorías' }).click();
    const menu = page.getByRole('dialog', { name: 'Categorías' });
    await menu.getByText('TV y Video', { exact: true }).click();
    await menu.getByRole('link', { name: 'Televisores' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Televisores' })).toBeVisible();
    await expect(page).toHaveURL('/tv-y-video/televisores');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('region', { name: 'Más vendidos' })).toBeVisible();
    await expect(menu).toBeHidden();
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: 'Televisores' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/track-order');
  });

  test('a filter chosen in its drawer stays when "back" closes it, and the next "back" removes it', async ({
    page,
    shopper,
  }) => {
    await page.goto('/search?q=televisor');
    const drawer = await shopper.openFilters();
    for (const brand of ['Lumbrisa', 'Atitlux']) {
      await drawer.getByRole('link', { name: new RegExp(`^${brand}`) }).click();
      await expect(page).toHaveURL(new RegExp(brand));
      // The address changes before the list. The links of the list still lack this filter.
      await expect(drawer.getByRole('link', { name: `Quitar filtro ${brand}` })).toBeVisible();
    }
    await expect(drawer).toBeVisible();
    await goBackFromDrawer(page);
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL(/Lumbrisa.*Atitlux/);
    await page.goBack();
    await expect(page).not.toHaveURL(/Atitlux/);
    await expect(page).toHaveURL(/Lumbrisa/);
    await expect(drawer).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/search?q=televisor');
  });
});
