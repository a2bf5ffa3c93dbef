import { randomUUID } from 'node:crypto';
import { demo } from './src/demo-products.ts';
import { openTill, orderAtStore, orderPaidAtStore, orderToBring, sendDesk } from './src/desk.ts';
import { openDesk } from './src/desk-person.ts';
import { ceiba } from './src/operator.ts';
import { expect, test } from './src/shop-test.ts';
import { expectTouchTargets } from './src/touch-targets.ts';
import { watchClicks } from './src/watch-clicks.ts';

const both = { tag: '@both' };

/** Each size has its own store, so that no other test meets its shipments. */
const storeOf = (isPhone: boolean): string => (isPhone ? 'T05' : 'T06');

test(
  '[CASH-01, CASH-02] a payment at the store takes two clicks and prints a receipt, and closing takes three',
  both,
  async ({ page, api, owner, isPhone }) => {
    const { number, total } = await orderPaidAtStore(api, { sku: demo.mount });
    await openTill(page, owner, 'MAX');
    await openDesk(page, owner, 'cashier', 'MAX');
    const clicks = await watchClicks(page);
    await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Caja' }).click();
    const field = page.getByRole('textbox', { name: 'Número de orden, teléfono o QR' });
    await expect(field).toBeFocused();
    await page.keyboard.type(number);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: number })).toBeVisible();
    await page.getByRole('textbox', { name: 'Recibido' }).fill(String(total + 1));
    if (isPhone) await expectTouchTargets(page, 'a till that takes money');
    await page.getByRole('button', { name: /^Cobrar Q/ }).click();
    await expect(page.getByText(`Cobro registrado. Orden ${number} pagada.`)).toBeVisible();
    expect(await clicks()).toBe(2);
    const receipt = await page.getByRole('link', { name: 'Imprimir' }).first().getAttribute('href');
    const printed = await page.request.get(receipt ?? '');
    expect(printed.headers()['content-type']).toContain('application/pdf');
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Inicio', level: 1 })).toBeVisible();
    const closing = await watchClicks(page);
    await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Caja' }).click();
    await page.getByRole('button', { name: 'Cerrar caja' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cerrar caja' });
    // The cashier types both amounts without a click.
    await expect(dialog.getByRole('textbox', { name: 'Efectivo contado' })).toBeFocused();
    await page.keyboard.type(String(500 + total));
    await page.keyboard.press('Tab');
    await page.keyboard.type('0');
    if (isPhone) await expectTouchTargets(page, 'a till that is closed');
    await dialog.getByRole('button', { name: 'Cerrar caja' }).click();
    await expect(page.getByText('La caja está cerrada')).toBeVisible();
    expect(await closing()).toBe(3);
  },
);

test(
  '[WORK-26, WORK-27] labels print with one click, and a manifest closes in two',
  both,
  async ({ page, api, owner, isPhone }) => {
    const { number } = await orderToBring(api, { sku: demo.mount });
    const shipment = `${number}-1`;
    await openDesk(page, owner, 'manager');
    const name = `Mensajería ${randomUUID().slice(0, 8)}`;
    const { code } = await sendDesk(page, 'couriers', { name });
    // Prepares the shipment by the API, because the page of preparation has its own test.
    const { version } = await sendDesk(page, `shipments/${shipment}/move`, { to: 'picking', version: 1 });
    expect(version).toBe(2);
    const scanned = await sendDesk(page, `shipments/${shipment}/scan`, { scanId: randomUUID(), code: demo.mount });
    // A separate courier, so that no other manifest contains the shipment.
    await sendDesk(page, `shipments/${shipment}/move`, { to: 'packed', version: scanned.version, courier: name });
    await page.goto(`/admin/preparacion/${shipment}`);
    const label = await page.getByRole('link', { name: 'Imprimir etiqueta' }).getAttribute('href');
    expect((await page.request.get(label ?? '')).headers()['content-type']).toContain('application/pdf');
    const { id } = await sendDesk(page, 'manifests', { courier: code, storeCode: 'BODEGA' });
    // Opens the manifest once. The section then starts with the manifest that this browser used last.
    await page.goto(`/admin/manifiestos/${id}`);
    await expect(page.getByRole('heading', { name: `Manifiesto ${id}` })).toBeVisible();
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Inicio', level: 1 })).toBeVisible();
    const clicks = await watchClicks(page);
    await page.getByRole('link', { name: 'Manifiestos', exact: true }).first().click();
    await expect(page.getByRole('textbox', { name: 'Escanea o escribe el código' })).toBeFocused();
    await page.keyboard.type(shipment);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText(`${shipment} agregado`);
    if (isPhone) await expectTouchTargets(page, 'a manifest');
    await page.getByRole('button', { name: 'Cerrar manifiesto' }).click();
    await expect(page.getByText('Salieron 1 envío')).toBeVisible();
    expect(await clicks()).toBe(2);
    const paper = await page.getByRole('link', { name: 'Imprimir', exact: true }).getAttribute('href');
    expect((await page.request.get(paper ?? '')).headers()['content-type']).toContain('application/pdf');
  },
);

test('[WORK-20] a return is received with its outcome in three clicks', both, async ({ page, api, owner, isPhone }) => {
  const store = storeOf(isPhone);
  const { number, total } = await orderAtStore(api, { sku: demo.mount, store });
  await ceiba('shipment', 'send', `${number}-1`);
  await ceiba('order', 'deliver', number, '--amount', String(total));
  await openDesk(page, owner, 'manager');
  const newReturn = { orderNumber: number, sku: demo.mount, quantity: 1, reason: 'Otro', description: 'Llamó.' };
  const { number: returned } = await sendDesk(page, 'returns', newReturn);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Inicio', level: 1 })).toBeVisible();
  const clicks = await watchClicks(page);
  // Uses the list of pending work, because the menu on a phone would need one more click.
  await page.getByRole('link', { name: /^Devoluciones \d/ }).click();
  await page.getByRole('link', { name: returned }).click();
  const field = page.getByRole('textbox', { name: 'Escanea o escribe el código' });
  await expect(field).toBeFocused();
  await page.keyboard.type(demo.mount);
  await page.keyboard.press('Enter');
  if (isPhone) await expectTouchTargets(page, 'a return');
  await page.getByRole('button', { name: 'Registrar resultado' }).click();
  await expect(page.getByText('Resuelta', { exact: true })).toBeVisible();
  expect(await clicks()).toBe(3);
});
