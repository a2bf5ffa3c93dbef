import type { Client } from '@ceiba/contract/client';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { cards, newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { inspectPage } from './src/inspect-page.ts';
import { mailsTo } from './src/mails.ts';
import { read } from './src/read.ts';
import { expect, test } from './src/shop-test.ts';

/** A gift card of Q200 that somebody has bought for this address; answers the code its mail brings. */
async function receiveGiftCard(api: Client, to: string): Promise<string> {
  const buyer = newBuyer();
  const { id } = await read(api, 'createCart', { body: {} });
  const { sku, seller } = await read(api, 'getProductBySku', { params: { sku: demo.giftCard } });
  const itemAdditionalInfo = {
    giftcardEmail: to,
    giftcardName: 'Ana',
    giftcardMessage: '¡Feliz cumpleaños!',
    giftcardDeliveryDate: guatemalaDate(new Date()),
  };
  await read(api, 'addCartProduct', {
    params: { id },
    body: { sku, quantity: 1, warranty: null, offerId: seller.offerId, itemAdditionalInfo },
  });
  const { firstname, lastname, phone: telephone, email } = buyer;
  const place = { street: ['Ciudad'], city: 'Guatemala', region: 485, postcode: '01001' };
  await read(api, 'setCartBillingAddress', {
    params: { id },
    body: { firstname, lastname, telephone, ...place, country_code: 'GT', nit: 'CF', documentType: 'CF' },
  });
  await read(api, 'setCartPaymentMethod', { params: { id }, body: { paymentMethod: 'kosmos_payment' } });
  await read(api, 'confirmCart', { params: { id }, body: { email } });
  const card = { ccNumber: cards.industrialVisa, ccDate: '12/39', ccCVV: '123', ccOwner: 'Lucía Paz' };
  const payments = [{ paymentType: 'Card', paymentPlan: 1, paymentAmount: 200, ...card }];
  await read(api, 'placeOrder', { body: { cartId: id, payments } });
  // The job of every minute brings it.
  const mails = async () => (await read(api, 'listDemoMails', { query: { to } })).data.length;
  await expect.poll(mails, { timeout: 150_000 }).toBe(1);
  const [mail] = await mailsTo(api, to);
  const code = /(?:[2-9A-Z]{4}-){6}[2-9A-Z]{4}/.exec(mail?.text ?? '')?.[0];
  if (code === undefined) throw new Error('its mail brings no code');
  return code;
}

// A code that pays nothing is tried.
test.use({ refusals: [404] });

test('[DEC-199, DEC-162] a gift card that came by mail pays a part of an order: its balance is looked up, its line stands in the summary, the confirmation and the mail', async ({
  page,
  api,
  shopper,
  checkout,
}, info) => {
  test.slow();
  const buyer = newBuyer();
  const code = await receiveGiftCard(api, buyer.email);
  const name = `Tarjeta de regalo •••• ${code.slice(-4)}`;
  await page.goto('/gift-card');
  await shopper.awake();
  await checkout.field('Código de tarjeta de regalo').fill(code);
  await page.getByRole('button', { name: 'Consultar' }).click();
  await expect(page.getByText('La puedes usar hasta el')).toBeVisible();
  await inspectPage(page, 'gift-card', info);

  await shopper.haveCart([{ sku: demo.fryer }]);
  await checkout.open();
  await checkout.reachPayment(buyer);
  const section = page.getByRole('region', { name: 'Tarjeta de regalo' });
  await checkout.field('Código de tarjeta de regalo').fill('AAAA-BBBB');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await inspectPage(page, 'checkout-3-gift-card-wrong', info);
  await checkout.field('Código de tarjeta de regalo').fill(code);
  await page.keyboard.press('Enter');
  await expect(section.getByRole('listitem').getByText(name).first()).toBeVisible();
  const summary = page.getByRole('region', { name: 'Resumen de compra' });
  await expect(summary.getByText(name)).toBeVisible();
  await inspectPage(page, 'checkout-3-gift-card', info);
  await section.getByRole('button', { name: /^Quitar/ }).press('Enter');
  await expect(section.getByRole('textbox')).toBeFocused();
  await expect(summary.getByText(name)).toBeHidden();
  await section.getByRole('textbox').fill(code);
  await page.getByRole('button', { name: 'Aplicar tarjeta' }).click();
  await expect(summary.getByText(name)).toBeVisible();
  await checkout.chooseMethod('Tarjeta al contado');
  await checkout.fillCard(cards.industrialVisa);
  const number = await checkout.placeOrder();
  await expect(page.getByText(name)).toBeVisible();
  await inspectPage(page, 'confirmation-gift-card', info);
  // The card's own mail came to the same address.
  const mailed = async () => (await mailsTo(api, buyer.email)).map(({ text }) => text).join('\n');
  await expect.poll(mailed).toContain(`${name}: -Q200.00`);
  expect(await mailed()).toContain(`Orden ${number}`);
});
