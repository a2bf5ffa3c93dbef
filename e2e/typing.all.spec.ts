import type { Locator } from '@playwright/test';
import { cards, newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { drag } from './src/drag.ts';
import { expectDrawers } from './src/drawers.ts';
import { answerTiles } from './src/map-tiles.ts';
import { expect, test } from './src/shop-test.ts';

/** Moves the caret behind a text, deletes the character before it and types another, as in a correction. */
async function correctBehind(field: Locator, text: string, typed: string): Promise<void> {
  await field.evaluate((input: HTMLInputElement, end) => {
    input.focus();
    const at = input.value.indexOf(end) + end.length;
    input.setSelectionRange(at, at);
  }, text);
  await field.press('Backspace');
  await field.pressSequentially(typed);
}

const expectCaretAt = (field: Locator, at: number): Promise<void> =>
  expect.poll(() => field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(at);

test.beforeEach(async ({ shopper, checkout }) => {
  await shopper.haveCart([{ sku: demo.television }]);
  await checkout.open();
});

test('a typed contact survives a visit to another page, and the caret stays at a correction', async ({
  checkout,
  page,
}) => {
  const buyer = newBuyer();
  await checkout.field('Correo electrónico').fill(buyer.email);
  await checkout.field('Nombres').fill('Lucía');
  await page.getByRole('link', { name: 'Ceiba, ir al inicio' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await expect(checkout.field('Correo electrónico')).toHaveValue(buyer.email);
  await expect(checkout.field('Nombres')).toHaveValue('Lucía');
  await page.goto('/cart');
  await checkout.open();
  await expect(checkout.field('Nombres')).toHaveValue('Lucía');

  const phone = checkout.field('Teléfono');
  await phone.fill('5555-4444');
  await correctBehind(phone, '55', '1');
  await expectCaretAt(phone, 2);
  await expect(phone).toHaveValue('5155-4444');
  await phone.fill('');
  await checkout.reachPayment(newBuyer());
  await checkout.chooseMethod('Tarjeta al contado');
  const number = checkout.field('Número de tarjeta');
  await number.fill(cards.bamVisa);
  await correctBehind(number, '4242 42', '3');
  await expectCaretAt(number, 7);
  await expect(number).toHaveValue('4242 4342 4242 4242');
  const nit = checkout.field('NIT');
  await nit.fill('12345679');
  await correctBehind(nit, '123', '-9');
  await expectCaretAt(nit, 3);
  await expect(nit).toHaveValue('12945679');
});

test('[DEC-193] [MAP-03] [DEL-18, DEL-19] the map’s marker moves by keys, mouse and finger, and its point is sent', {
  tag: '@both',
}, async ({ checkout, page }) => {
  await page.context().grantPermissions([]);
  const buyer = newBuyer();
  await checkout.fillContact(buyer);
  await checkout.fillAddress();
  await answerTiles(page);
  await page.getByRole('button', { name: 'Ajustar en el mapa' }).click();
  const map = page.getByRole('dialog', { name: 'Ubica tu dirección' });
  const marker = map.getByRole('button', { name: /^Marcador de tu dirección/ });
  await expect(map.getByText('Punto elegido: 14.59700, -90.50700')).toBeVisible();
  // The browser has refused its location. Nothing moves the marker automatically now.
  await expect(map.getByText('No pudimos obtener tu ubicación')).toBeVisible();
  await marker.focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
  // The page has handled the last key.
  await expect(map.getByText(/Punto elegido/)).not.toContainText(', -90.50700');
  const pointNow = async (): Promise<number[]> =>
    (await map.getByText(/Punto elegido/).innerText()).replace(/^.*: /, '').split(', ').map(Number);
  // Drags to the south-east by mouse or finger. The drawer must not react to the finger.
  const [north = Number.NaN, west = Number.NaN] = await pointNow();
  await drag(page, marker, { x: 60, y: 40 }, checkout.isPhone);
  await expect.poll(async () => (await pointNow())[1]).toBeGreaterThan(west + 0.0001);
  await expect.poll(async () => (await pointNow())[0]).toBeLessThan(north - 0.0001);
  const chosen = (await map.getByText(/Punto elegido/).innerText()).replace(/^.*Punto/, 'Punto');
  await map.getByRole('button', { name: 'Confirmar ubicación' }).click();
  await expect(map).toBeHidden();
  const open = page.getByRole('button', { name: 'Ajustar en el mapa' });
  await open.click();
  await expect(map.getByText(/Punto elegido/)).toContainText(chosen);
  const middleOf = async (element: Locator) => {
    const box = await element.boundingBox();
    return box === null ? Number.NaN : box.x + box.width / 2;
  };
  // The marker is in the middle of a map that is drawn around it.
  await expect.poll(async () => Math.abs((await middleOf(marker)) - (await middleOf(map)))).toBeLessThan(8);
  // A move without confirmation is dropped.
  await marker.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(map).toBeHidden();
  await open.click();
  await expect(map.getByText(/Punto elegido/)).toContainText(chosen);
  await expectDrawers(page, 1);
  await page.keyboard.press('Escape');
  await expect(map).toBeHidden();
  const address = page.waitForRequest('**/v1/carts/*/shippingAddress');
  const method = page.waitForRequest('**/v1/carts/*/shippingMethods');
  await checkout.continueToPayment();
  const [latitude, longitude] = chosen.replace(/^.*: /, '').split(', ').map(Number);
  const body = (await address).postDataJSON();
  expect(body).toEqual({
    firstname: 'Lucía',
    lastname: 'Paz',
    street: '12 calle 1-25, apartamento 4',
    city: 'Guatemala',
    postcode: '01001',
    country_code: 'GT',
    telephone: buyer.phone,
    region: 485,
    latitude: expect.closeTo(latitude ?? 0, 4),
    longitude: expect.closeTo(longitude ?? 0, 4),
    storeCode: null,
    zone: 'Zona 10',
    trustedPerson: null,
    nit: 'CF',
  });
  expect((await method).postDataJSON()).toEqual({
    carrierCode: 'tablerate',
    methodCode: 'bestway',
    notificationMode: 'all',
  });
});
