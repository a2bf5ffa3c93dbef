import { newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { mailsTo } from './src/mails.ts';
import { ceiba } from './src/operator.ts';
import { expect, test } from './src/shop-test.ts';

test.afterEach(() => ceiba('policy', 'set', 'freeDeliveryThreshold', 'default'));

test('[CONST-35] [CART-15] an operator sets free delivery from Q800, and all parts of the shop follow', async ({
  shopper,
  checkout,
  page,
  request,
  api,
}) => {
  const fryer = await shopper.product(demo.fryer);
  /** Returns whether the public page came from the cache, and the promise in its header. */
  const pageOf = async (path: string) => {
    const answer = await request.get(path);
    const [promise] = /Envío gratis desde Q[\d,.]+ en el departamento de Guatemala/.exec(await answer.text()) ?? [];
    return { from: answer.headers()['x-cache'], promise };
  };
  const before = 'Envío gratis desde Q1,000.00 en el departamento de Guatemala';
  const after = 'Envío gratis desde Q800.00 en el departamento de Guatemala';
  // On a slow machine the second request may come while the stale page is rendered again.
  await expect.poll(() => pageOf(`/${fryer.slug}`)).toEqual({ from: 'hit', promise: before });
  await shopper.haveCart([{ sku: demo.fryer }, { sku: demo.mount }]);
  await page.goto('/cart');
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).first();
  await expect(shown('Te faltan Q131.05 para obtener envío gratis')).toBeVisible();

  expect(await ceiba('policy', 'set', 'freeDeliveryThreshold', '800')).toContain(
    'freeDeliveryThreshold is now Q800.00',
  );
  await expect.poll(async () => (await pageOf('/')).promise).toBe(after);
  expect(await pageOf(`/${fryer.slug}`)).toEqual({ from: 'miss', promise: after });

  await page.reload();
  await expect(shown(after)).toBeVisible();
  await expect(shown('¡Tu envío es gratis!')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Progreso hacia envío gratis' }).first()).toHaveAttribute(
    'value',
    '98',
  );
  await shopper.goToCheckout();
  const buyer = newBuyer();
  const summary = page.getByRole('complementary');
  await checkout.fillContact(buyer);
  await checkout.fillAddress({ department: 'Quetzaltenango', city: 'Quetzaltenango', zone: '' });
  await checkout.continueToPayment();
  await expect(summary.getByText('Q75.00')).toBeVisible();
  await page.getByRole('button', { name: 'Editar' }).last().click();
  await checkout.fillAddress();
  await checkout.continueToPayment();
  await expect(summary.getByText('Gratis', { exact: true })).toBeVisible();
  await checkout.chooseMethod('Efectivo contra entrega');
  const number = await checkout.placeOrder();
  const [mail] = await mailsTo(api, buyer.email);
  expect(mail?.text).toContain(number);
  expect(mail?.text).toMatch(/Total[^\n]*Q868\.95/);
});
