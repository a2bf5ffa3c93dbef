import type { Client } from '@ceiba/contract/client';
import type { Page } from '@playwright/test';
import { type Buyer, cards, newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { openDesk } from './src/desk-person.ts';
import { inspectPage } from './src/inspect-page.ts';
import { pressOn, tabTo, typeInto } from './src/keyboard.ts';
import { mailsTo } from './src/mails.ts';
import { read } from './src/read.ts';
import { expect, test } from './src/shop-test.ts';
import { expectTouchTargets } from './src/touch-targets.ts';
import { watchClicks } from './src/watch-clicks.ts';

// The server reports one conflict between two tabs.
test.use({ refusals: [409] });

/** Places an order of two television mounts, paid by card. Returns its number and its product's title. */
async function placeOrder(api: Client, buyer: Buyer): Promise<{ number: string; title: string }> {
  const { id } = await read(api, 'createCart', { body: {} });
  const params = { id };
  const { sku, title } = await read(api, 'getProductBySku', { params: { sku: demo.mount } });
  await read(api, 'addCartProduct', { params, body: { sku, quantity: 2 } });
  const { firstname, lastname, phone: telephone, email } = buyer;
  const place = { street: ['6a avenida 12-31'], city: 'Guatemala', region: 485 };
  await read(api, 'setCartShippingAddress', { params, body: { firstname, lastname, telephone, ...place } });
  await read(api, 'setCartShippingMethod', { params, body: { carrierCode: 'tablerate', methodCode: 'bestway' } });
  await read(api, 'setCartBillingAddress', {
    params,
    body: { firstname, lastname, telephone, ...place, nit: 'CF', documentType: 'CF' },
  });
  await read(api, 'setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } });
  await read(api, 'confirmCart', { params, body: { email } });
  const cart = await read(api, 'getCart', { params });
  const card = { ccNumber: cards.industrialVisa, ccDate: '12/39', ccCVV: '123', ccOwner: 'Lucía Paz' };
  const payments = [
    { paymentType: 'Card', paymentPlan: 1, paymentAmount: cart.prices.grandTotal.value, ...card },
  ] as const;
  const placed = await read(api, 'placeOrder', { body: { cartId: id, payments: [...payments] } });
  return { number: placed.data.orderNumber, title };
}

/** Finds an order by keyboard only, with the command palette. */
async function find(page: Page, words: string, number: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar' }).fill(words);
  await expect(page.getByRole('option', { name: new RegExp(number) })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible();
}

test.describe('orders at the desk', { tag: '@desktop' }, () => {
  test('[OFF-13] [WORK-17] [OFF-14] support finds an order by phone, answers by mail and refunds a line', async ({
    page,
    api,
    owner,
  }, info) => {
    test.slow();
    const buyer = newBuyer();
    const { number, title } = await placeOrder(api, buyer);
    await openDesk(page, owner, 'support');
    await expect.poll(async () => (await mailsTo(api, buyer.email)).length).toBeGreaterThan(0);
    const clicks = await watchClicks(page);
    await find(page, buyer.phone, number);
    expect(await clicks()).toBe(0);
    await expect(page.getByRole('region', { name: `Envío ${number}-1` })).toContainText(title);
    await page.getByRole('button', { name: 'Reenviar correo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reenviar correo' }).click();
    await expect(page.getByText(`Correo enviado a ${buyer.email}`)).toBeVisible();
    expect(await clicks()).toBe(2);
    await page.getByRole('button', { name: 'Reembolsar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reembolsar' });
    await inspectPage(page, 'desk-refund', info);
    await dialog.getByRole('button', { name: `Una más de ${title}` }).click();
    await tabTo(page, dialog.getByRole('radio', { name: 'No se envía' }));
    await page.keyboard.press('Space');
    await tabTo(page, dialog.getByRole('textbox', { name: 'Motivo', exact: true }));
    await page.keyboard.type('Llegó golpeado');
    await dialog.getByRole('button', { name: /^Reembolsar Q/ }).click();
    await expect(dialog).toBeHidden();
    expect(await clicks()).toBe(2 + 3);
    await expect(page.getByText(/Reembolso pendiente de Q.*Llegó golpeado/).first()).toBeVisible();
    await inspectPage(page, 'desk-order', info);

    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Inicio', level: 1 })).toBeVisible();
    await find(page, number, number);
    await pressOn(page, page.getByRole('button', { name: 'Reembolsar' }));
    await typeInto(page, dialog.getByRole('spinbutton', { name: `Cantidad de ${title}` }), '1');
    // The tab key moves to the first of two radio buttons, an arrow key to the second.
    await pressOn(page, dialog.getByRole('radio', { name: 'No se envía' }), 'ArrowDown');
    await typeInto(page, dialog.getByRole('textbox', { name: 'Por qué se envía igual' }), 'Es su cumpleaños');
    await typeInto(page, dialog.getByRole('textbox', { name: 'Motivo' }), 'Pedido repetido');
    await pressOn(page, dialog.getByRole('button', { name: /^Reembolsar Q/ }));
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/Reembolso pendiente de Q.*Pedido repetido/).first()).toBeVisible();
  });

  test('[OFF-21] two tabs correct one order: the second shows both versions, and combines them', async ({
    page,
    api,
    owner,
    context,
  }, info) => {
    test.slow();
    const { number } = await placeOrder(api, newBuyer());
    await openDesk(page, owner, 'support');
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto(`/admin/ordenes/${number}`);
      await tab.getByRole('button', { name: 'Editar' }).click();
    }
    await other.getByRole('textbox', { name: 'Teléfono', exact: true }).fill('42107765');
    await other.getByRole('button', { name: 'Guardar' }).click();
    await expect(other.getByText('Guardado', { exact: true })).toBeVisible();
    await page.getByRole('textbox', { name: 'Referencia' }).fill('Frente al parque');
    await page.getByRole('button', { name: 'Guardar' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Alguien más cambió este registro' });
    await expect(dialog).toContainText('42107765');
    await expect(dialog).toContainText('Frente al parque');
    await inspectPage(page, 'desk-order-conflict', info);
    await dialog.getByRole('button', { name: 'Combinar' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
    await other.reload();
    await expect(other.getByText(/Frente al parque/).first()).toBeVisible();
    await expect(other.getByText('4210-7765').first()).toBeVisible();
  });
});

test.describe('the lists of the desk', { tag: '@both' }, () => {
  test('[OFF-24, OFF-25] every order list is accessible, and a note can be removed', async ({
    page,
    api,
    owner,
    isPhone,
  }, info) => {
    test.slow();
    const { number } = await placeOrder(api, newBuyer());
    await openDesk(page, owner, 'support');
    if (isPhone) {
      await page.getByRole('button', { name: 'Buscar' }).click();
      await page.getByRole('combobox', { name: 'Buscar' }).fill(number);
      await expect(page.getByRole('option', { name: new RegExp(number) }).first()).toBeVisible();
      await expectTouchTargets(page, 'the search for an order');
      await page.keyboard.press('Escape');
    }
    for (const words of [number, 'nadie-asi']) {
      await page.goto(`/admin/ordenes?q=${words}`);
      await expect(page.getByRole('heading', { name: 'Órdenes', level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      if (isPhone) await expectTouchTargets(page, `orders that are ${words}`);
    }
    await inspectPage(page, 'desk-orders-none', info);
    await page.goto(`/admin/ordenes/${number}`);
    await page.getByLabel('Nota', { exact: true }).fill('Entregar después de las 14:00');
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    const notes = page.getByRole('list', { name: 'Notas de la orden' });
    await expect(notes.getByText('Entregar después de las 14:00')).toBeVisible();
    // The note's background must not cover its author's name above it.
    const entry = page.getByRole('listitem').filter({ hasText: /^Nota.*Entregar después de las 14:00/ });
    const gap = await entry.evaluate((row) => {
      const [author, note] = [row.querySelector('small'), row.querySelector('small + span')];
      return (note?.getBoundingClientRect().top ?? 0) - (author?.getBoundingClientRect().bottom ?? Number.NaN);
    });
    expect(gap).toBeGreaterThanOrEqual(0);
    await inspectPage(page, 'desk-order-note', info);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('Entregar después de las 14:00')).toHaveCount(0);
  });
});
