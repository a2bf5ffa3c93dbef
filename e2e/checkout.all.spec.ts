import type { Locator } from '@playwright/test';
import { newBuyer } from './src/buyer.ts';
import { delayScripts } from './src/delay-scripts.ts';
import { demo } from './src/demo-products.ts';
import { watchPaintedSteps } from './src/painted-steps.ts';
import { expect, test } from './src/shop-test.ts';

test.describe('the checkout with a cart', () => {
  test.beforeEach(async ({ shopper }) => {
    await shopper.haveCart([{ sku: demo.fryer }]);
  });

  test('[CHK-10] [CHK-12] a page load never shows a wrong step as current, even with late scripts', async ({
    checkout,
    page,
  }) => {
    await checkout.open();
    await checkout.fillContact(newBuyer());
    await expect(checkout.addressField).toBeVisible();
    await watchPaintedSteps(page);
    const expectPainted = async (load: () => Promise<unknown>, step: string, shown: Locator): Promise<void> => {
      const letScriptsIn = await delayScripts(page);
      await load();
      // The server's markup is painted before any script has run.
      await page.waitForFunction(() => window.paintedSteps.length > 0);
      letScriptsIn();
      await expect(shown).toBeVisible();
      // Recorded once per frame. The last record may be a moment behind the screen.
      await expect.poll(() => page.evaluate(() => window.paintedSteps.at(-1))).toBe(step);
      expect(await page.evaluate(() => window.paintedSteps)).toEqual(['none', step]);
    };
    const reload = () => page.reload({ waitUntil: 'commit' });
    const open = () => page.goto('/checkout', { waitUntil: 'commit' });
    await expectPainted(reload, 'Entrega', checkout.addressField);
    await checkout.fillAddress();
    await checkout.continueToPayment();
    await expectPainted(open, 'Pago', checkout.method('Tarjeta al contado'));
    await expectPainted(reload, 'Entrega', checkout.addressField);
  });

  test('[CHK-09] [CHK-12] late dates move no button, and another tab’s change is explained', async ({
    checkout,
    page,
    context,
    shopper,
  }) => {
    const requested = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await checkout.open();
    await page.route('**/v2/products/time', async (route) => {
      requested.resolve();
      await answered.promise;
      await route.continue();
    });
    await checkout.fillContact(newBuyer());
    await checkout.fillAddress();
    await requested.promise;
    const dates = page.getByRole('group', { name: 'Fecha de entrega' });
    await expect(dates).toBeVisible();
    const height = async () => (await dates.boundingBox())?.height;
    const before = await height();
    answered.resolve();
    await expect(dates.getByText('Tu pedido completo')).toBeVisible();
    expect(await height()).toBe(before);
    await checkout.continueToPayment();
    // The card must begin at the top of the window, even after the shopper has scrolled to the end of the delivery.
    const payment = page.getByRole('region', { name: 'Completa tu pago' });
    const fromTop = async (): Promise<number> => Math.abs((await payment.boundingBox())?.y ?? Number.POSITIVE_INFINITY);
    await expect.poll(fromTop).toBeLessThan(32);
    await expect(payment).toBeFocused();
    const other = await context.newPage();
    await other.goto('/cart');
    await other.getByRole('combobox', { name: 'Cantidad' }).selectOption('3');
    await expect(other.getByRole('main').getByText('3 productos').first()).toBeVisible();
    await other.close();
    await page.bringToFront();
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(checkout.addressField).toHaveValue('');
    await expect(checkout.method('Tarjeta al contado')).toBeHidden();
    await expect(page.getByText('Tu carrito cambió y la entrega empieza de nuevo')).toBeInViewport();
    await expect(page.getByRole('region', { name: 'Método de entrega' })).toBeFocused();
    await page.getByRole('button', { name: 'Usar los datos de antes' }).click();
    await expect(checkout.addressField).toHaveValue('12 calle 1-25, apartamento 4');
    await expect(page.getByText('Pusimos de nuevo lo que todavía vale para tu carrito.')).toBeInViewport();
    await checkout.continueToPayment();
    await expect(checkout.method('Tarjeta al contado')).toBeVisible();
    await page.goto('/cart');
    await expect(shopper.line((await shopper.product(demo.fryer)).title)).toContainText('Q2,097.00');
  });
});
