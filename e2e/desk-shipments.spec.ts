import { demo } from './src/demo-products.ts';
import { openTill, orderAtStore, orderToBring, sendDesk } from './src/desk.ts';
import { openDesk } from './src/desk-person.ts';
import { inspectPage } from './src/inspect-page.ts';
import { mailsTo } from './src/mails.ts';
import { ceiba } from './src/operator.ts';
import { readQr } from './src/read-qr.ts';
import { expect, test } from './src/shop-test.ts';
import { expectTouchTargets } from './src/touch-targets.ts';
import { watchClicks } from './src/watch-clicks.ts';

/** Each size has its own store, so that no other test meets its shipments. */
const storeOf = (isPhone: boolean): string => (isPhone ? 'T07' : 'T08');

const both = { tag: '@both' };

test.describe('a wave', () => {
  // The connection breaks while a unit is scanned.
  test.use({ refusals: [0] });

  test(
    '[WORK-06, WORK-07, WORK-26, OFF-24] a wave is packed in two clicks, and scans survive a broken connection',
    both,
    async ({ page, api, owner, isPhone }) => {
      const store = storeOf(isPhone);
      // On a desktop the wave has its maximum size.
      const [shipments, quantity] = isPhone ? [5, 2] : [20, 1];
      const units = shipments * quantity;
      // All units are in the store. None comes from another place.
      await ceiba('stock', 'set', demo.mount, store, 'existencia=40');
      for (let n = 0; n < shipments; n += 1) await orderAtStore(api, { sku: demo.mount, quantity, store });
      await openDesk(page, owner, 'warehouse', store);
      const clicks = await watchClicks(page);
      await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Preparación' }).click();
      // The first page has the same button.
      await expect(page.getByRole('heading', { name: 'Preparación', level: 1 })).toBeVisible();
      await page.getByRole('button', { name: `Tomar ${shipments} envíos` }).click();
      const field = page.getByRole('textbox', { name: 'Escanea o escribe el código' });
      await expect(field).toBeFocused();
      expect(await clicks()).toBe(2);
      if (isPhone) await expectTouchTargets(page, 'a wave');
      const labels = page.getByRole('link', { name: 'Imprimir etiquetas' });
      const printed = await page.request.get((await labels.getAttribute('href')) ?? '');
      expect(printed.headers()['content-type']).toContain('application/pdf');
      const [tab] = await Promise.all([page.waitForEvent('popup'), labels.click()]);
      await tab.close();
      // After a scan no press is needed to continue.
      await expect(field).toBeFocused();
      expect(await clicks()).toBe(3);
      await page.keyboard.type('NADA');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status')).toContainText('No es de esta tanda');
      await page.keyboard.type(demo.mount);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status')).toContainText('Correcto');
      await page.context().setOffline(true);
      for (let n = 1; n < units; n += 1) {
        await page.keyboard.type(demo.mount);
        await page.keyboard.press('Enter');
      }
      await expect(page.getByRole('progressbar', { name: 'Unidades leídas' })).toHaveAttribute('value', String(units));
      await expect(page.getByRole('status')).toContainText('Sin conexión');
      await page.context().setOffline(false);
      await expect(page.getByRole('button', { name: 'Empacado' })).not.toHaveAttribute('aria-disabled', 'true');
      await page.keyboard.press('Enter');
      await expect(page.getByText(`${shipments} envíos empacados`)).toBeVisible();
      await expect(page).toHaveURL(/preparacion/);
      expect(await clicks()).toBe(3);
      if (isPhone) await expectTouchTargets(page, 'what is to be prepared');
    },
  );
});

test(
  '[WORK-12, WORK-13] a pickup is handed over in two clicks, by its code, with a signature',
  both,
  async ({ page, api, owner, isPhone }, info) => {
    const store = isPhone ? 'T09' : 'T10';
    const { number, email } = await orderAtStore(api, { sku: demo.mount, store });
    await ceiba('shipment', 'send', `${number}-1`);
    // Cash needs an open till of the store.
    await openTill(page, owner, store);
    await openDesk(page, owner, 'cashier', store);
    const mailedTexts = async (): Promise<string> => (await mailsTo(api, email)).map(({ text }) => text).join('\n');
    await expect.poll(mailedTexts, { timeout: 60_000 }).toContain('Código para recogerlo');
    const code = /Código para recogerlo: (\d{6})/.exec(await mailedTexts())?.[1] ?? '';
    await expect.poll(mailedTexts, { timeout: 60_000 }).toContain('/track-order#link=');
    const link = /\/track-order#link=[\w-]+/.exec(await mailedTexts())?.[0] ?? '';
    // The buyer shows the page of the order. The link in the mail opens it.
    await page.goto(link);
    const shown = page.getByRole('img', { name: 'Código QR para recogerlo' });
    await expect(shown).toBeVisible();
    // The text that a scanner at the counter types for the code.
    const scanned = (await readQr(shown)) ?? '';
    expect(scanned).toBe(`${number}-1 ${code}`);
    await expect(page.getByText(`Código para recogerlo: ${code}`)).toBeVisible();
    await inspectPage(page, 'pickup-code', info);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Inicio', level: 1 })).toBeVisible();
    const clicks = await watchClicks(page);
    await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Entregas' }).click();
    await expect(page.getByRole('textbox', { name: 'Número del envío, de la orden, o el QR' })).toBeFocused();
    await page.keyboard.type(scanned);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Entregar' })).toBeVisible();
    if (isPhone) await expectTouchTargets(page, 'the counter');
    await page.getByRole('button', { name: 'Entregar' }).click();
    await expect(page.getByText(`${number}-1 entregado a `)).toBeVisible();
    expect(await clicks()).toBe(2);
    await page.getByRole('button', { name: 'Firmar' }).click();
    const box = await page.getByRole('img', { name: 'Espacio para firmar' }).boundingBox();
    const [left, top] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20];
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left + 120, top + 40, { steps: 5 });
    await page.mouse.up();
    await expect(page.getByRole('button', { name: 'Guardar firma' })).toBeEnabled();
    await inspectPage(page, 'desk-signature', info);
    await page.getByRole('button', { name: 'Guardar firma' }).click();
    await expect(page.getByText('Prueba guardada')).toBeVisible();
  },
);

test(
  '[WORK-11] an undelivered shipment is sent again, and its tracking number corrected',
  both,
  async ({ page, api, owner }, info) => {
    const { number } = await orderToBring(api, { sku: demo.mount });
    const id = `${number}-1`;
    await ceiba('shipment', 'send', id);
    await openDesk(page, owner, 'manager');
    await page.goto(`/admin/preparacion/${id}`);
    const press = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Más acciones' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await press('Corregir guía');
    const dialog = page.getByRole('dialog');
    // The new courier gets the shipment, and no other manifest contains it.
    await dialog.getByRole('combobox', { name: 'Sale por' }).selectOption('Cargo Expreso');
    await dialog.getByRole('textbox', { name: 'Guía' }).fill('CX-4711');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Mal leída');
    await inspectPage(page, 'desk-carrier', info);
    await dialog.getByRole('button', { name: 'Corregir guía' }).click();
    await expect(page.getByText('CX-4711')).toBeVisible();
    const { version } = (await (await page.request.get(`/v1/admin/shipments/${id}`)).json()).data;
    const failed = await sendDesk(page, `shipments/${id}/move`, { to: 'sent', version, reason: 'Nadie en casa' });
    await sendDesk(page, `shipments/${id}/move`, { to: 'sent', version: failed.version, reason: 'Nadie en casa' });
    await page.reload();
    await press('Enviar de nuevo');
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar de nuevo' }).click();
    await expect(page).toHaveURL(new RegExp(`preparacion/${number}-2$`));
    await expect(page.getByText('Empacado', { exact: true }).first()).toBeVisible();
    await inspectPage(page, 'desk-shipment', info);
    await page.goto(`/admin/preparacion/${id}`);
    await expect(page.getByRole('link', { name: `${number}-2` })).toBeVisible();
  },
);
