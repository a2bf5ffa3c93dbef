import type { Client } from '@ceiba/contract/client';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { request } from '@playwright/test';
import { apiOf } from './api-of.ts';
import { cards, newBuyer } from './buyer.ts';
import { demo } from './demo-products.ts';
import { read } from './read.ts';
import { baseURL } from './where.ts';

/** Buys a gift card of Q200 for this address. A job that runs every minute mails it. */
export async function buyGiftCard(api: Client, to: string): Promise<void> {
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
}

/** Runs before all tests (playwright.config.ts), so that a test finds a mailed gift card and does not wait most of a minute. */
export default async function setUp(): Promise<void> {
  const to = newBuyer().email;
  const calls = await request.newContext({ baseURL });
  await buyGiftCard(apiOf(calls), to);
  await calls.dispose();
  process.env.GIFT_CARD_FOR = to;
}
