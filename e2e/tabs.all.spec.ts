import { newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { expect, test } from './src/shop-test.ts';

test('[DEC-192] a cart changed in another tab updates immediately, or after a change elsewhere on the next focus', async ({
  shopper,
  page,
  context,
  api,
}) => {
  const cartId = await shopper.haveCart([{ sku: demo.fryer }]);
  const { title } = await shopper.product(demo.fryer);
  await page.goto('/cart');
  await expect(shopper.line(title)).toContainText('Q699.00');
  const other = await context.newPage();
  await other.goto('/cart');
  await other.getByRole('combobox', { name: 'Cantidad' }).selectOption('3');
  // The first page updates without a focus and without a change of its visibility.
  await expect(shopper.line(title)).toContainText('Q2,097.00');
  await expect(page.getByRole('main').getByText('3 productos').first()).toBeVisible();
  await other.close();
  // Changes the cart by the API, so that no other tab of this browser announces the change.
  await api('addCartProduct', { params: { id: cartId }, body: { sku: demo.fryer, quantity: 1 } });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(shopper.line(title)).toContainText('Q2,796.00');
});

test('[CHK-10] home delivery sends what its form shows, with any text of another tab', async ({
  shopper,
  checkout,
  page,
  context,
}) => {
  await shopper.haveCart([{ sku: demo.fryer }]);
  await checkout.open();
  await checkout.fillContact(newBuyer());
  await checkout.fillAddress();
  const other = await context.newPage();
  await other.goto('/checkout');
  const address = other.getByRole('textbox', { name: 'Dirección' });
  await expect(address).toHaveValue('12 calle 1-25, apartamento 4');
  await address.fill('5a avenida 9-99');
  await other.getByRole('combobox', { name: 'Zona' }).selectOption({ label: 'Zona 1' });
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('ceiba.checkout') ?? ''))
    .toContain('"zone":"Zona 1"');
  await other.close();
  await expect(checkout.addressField).toHaveValue('12 calle 1-25, apartamento 4');
  const sent = page.waitForRequest('**/v1/carts/*/shippingAddress');
  await page.getByRole('button', { name: 'Continuar a pago' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ street: '12 calle 1-25, apartamento 4', zone: 'Zona 10' });
  await expect(page.getByText(/12 calle 1-25, apartamento 4, Zona 10/)).toBeVisible();
  // A third tab opens on the payment step, and the first tab stays on that step.
  await page.getByRole('button', { name: 'Tarjeta al contado' }).click();
  const third = await context.newPage();
  await third.goto('/checkout');
  await expect(third.getByRole('button', { name: 'Tarjeta al contado' })).toBeVisible();
  await third.close();
  await expect(page.getByLabel(/Número de tarjeta/)).toBeVisible();
  await expect(page.getByText(/12 calle 1-25, apartamento 4, Zona 10/)).toBeVisible();
});
