import { demo } from './src/demo-products.ts';
import { openDesk, openTill, orderAtStore } from './src/desk.ts';
import { mailsTo } from './src/mails.ts';
import { ceiba } from './src/operator.ts';
import { expect, test } from './src/shop-test.ts';

/** Each size has a store of its own, so that no other test meets its shipments. */
const storeOf = (isPhone: boolean): string => (isPhone ? 'T07' : 'T08');

const both = { tag: '@both' };

test.describe('a wave', () => {
  // The line breaks while a unit is read.
  test.use({ refusals: [0] });

  test(
    '[WORK-06, WORK-07, OFF-24] from the first page to packed in two clicks; a broken line keeps what was read and sends it once',
    both,
    async ({ page, api, isPhone }) => {
      const store = storeOf(isPhone);
      for (let n = 0; n < 5; n += 1) await orderAtStore(api, { sku: demo.mount, quantity: 2, store });
      await openDesk(page, api, 'warehouse', store);
      await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Preparación' }).click();
      await page.getByRole('button', { name: /^Tomar \d+ envíos$/ }).click();
      const field = page.getByRole('textbox', { name: 'Escanea o escribe el código' });
      await expect(field).toBeFocused();
      await page.keyboard.type('NADA');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status')).toContainText('No es de esta tanda');
      await page.keyboard.type(demo.mount);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status')).toContainText('Correcto');
      await page.context().setOffline(true);
      for (let n = 0; n < 9; n += 1) {
        await page.keyboard.type(demo.mount);
        await page.keyboard.press('Enter');
      }
      await expect(page.getByRole('progressbar', { name: 'Unidades leídas' })).toHaveAttribute('value', '10');
      await expect(page.getByRole('status')).toContainText('Sin conexión');
      await page.context().setOffline(false);
      await expect(page.getByRole('button', { name: 'Empacado' })).not.toHaveAttribute('aria-disabled', 'true');
      await page.keyboard.press('Enter');
      await expect(page.getByText('5 envíos empacados')).toBeVisible();
      await expect(page).toHaveURL(/preparacion/);
    },
  );
});

test('[WORK-13] a pickup is handed over in two clicks, by its code', both, async ({ page, api, isPhone }) => {
  const store = isPhone ? 'T09' : 'T10';
  const { number, email } = await orderAtStore(api, { sku: demo.mount, store });
  await ceiba('shipment', 'send', `${number}-1`);
  // Cash is taken at an open till of the store alone.
  await openDesk(page, api, 'manager');
  await openTill(page, store);
  await openDesk(page, api, 'cashier', store);
  const told = async (): Promise<string> => (await mailsTo(api, email)).map(({ text }) => text).join('\n');
  await expect.poll(told, { timeout: 60_000 }).toContain('Código para recogerlo');
  const code = /Código para recogerlo: (\d{6})/.exec(await told())?.[1] ?? '';
  await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Entregas' }).click();
  await expect(page.getByRole('textbox', { name: 'Número del envío, de la orden, o el QR' })).toBeFocused();
  await page.keyboard.type(`${number}-1 ${code}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByText(`${number}-1 entregado`)).toBeVisible();
});
