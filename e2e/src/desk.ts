import { randomUUID } from 'node:crypto';
import type { Client } from '@ceiba/contract/client';
import { expect, type Page } from '@playwright/test';
import { newBuyer } from './buyer.ts';
import type { DeskOwner } from './desk-person.ts';
import { read } from './read.ts';

/** A cart that is ready to pay, for pickup at a store or for delivery. */
async function readyCart(
  api: Client,
  { sku, quantity = 1, store }: { sku: string; quantity?: number; store: string | null },
) {
  const buyer = newBuyer();
  const { id } = await read(api, 'createCart', { body: {} });
  await read(api, 'addCartProduct', { params: { id }, body: { sku, quantity, warranty: null, offerId: null } });
  const person = {
    firstname: buyer.firstname,
    lastname: buyer.lastname,
    city: 'Guatemala',
    region: 485,
    telephone: buyer.phone,
  };
  const place = { ...person, street: '12 calle 1-25', zone: 'Zona 10', ...(store !== null && { storeCode: store }) };
  await read(api, 'setCartShippingAddress', { params: { id }, body: place });
  const method =
    store === null
      ? ({ carrierCode: 'tablerate', methodCode: 'bestway' } as const)
      : ({ carrierCode: 'instore', methodCode: 'pickup' } as const);
  await read(api, 'setCartShippingMethod', { params: { id }, body: method });
  await read(api, 'setCartBillingAddress', {
    params: { id },
    body: { ...person, street: '12 calle 1-25', nit: 'CF', documentType: 'NIT' },
  });
  await read(api, 'setCartPaymentMethod', { params: { id }, body: { paymentMethod: 'kosmos_payment' } });
  await read(api, 'confirmCart', { params: { id }, body: { email: buyer.email } });
  const { prices } = await read(api, 'getCart', { params: { id } });
  return { id, email: buyer.email, total: prices.grandTotal.value };
}

/** Places a cash order and returns its number. */
async function orderInCash(api: Client, cart: { sku: string; quantity?: number; store: string | null }) {
  const { id, email, total } = await readyCart(api, cart);
  const payments = [{ paymentType: 'Cash' as const, paymentPlan: 0, paymentAmount: total }];
  const { data } = await read(api, 'placeOrder', { body: { cartId: id, payments } });
  return { number: data.orderNumber, email, total };
}

/** Places an order for pickup at a store. */
export const orderAtStore = (api: Client, cart: { sku: string; quantity?: number; store: string }) =>
  orderInCash(api, cart);

/** Places an order for delivery. */
export const orderToBring = (api: Client, cart: { sku: string; quantity?: number }) =>
  orderInCash(api, { ...cart, store: null });

/** Places an advisor's order that is paid at the till of its store, MAX. */
export async function orderPaidAtStore(api: Client, { sku }: { sku: string }) {
  const { id, total } = await readyCart(api, { sku, store: 'MAX' });
  await read(api, 'attachAdvisor', { params: { id }, body: { employeeHash: 'asesor-demo', storeCode: 'MAX' } });
  const { otp } = (await read(api, 'issueOneTimeCode', { params: { id } })).data;
  const payment = {
    paymentType: 'StorePayment' as const,
    paymentPlan: 0,
    paymentAmount: total,
    otp,
    isPaymentInStore: true,
  };
  const { data } = await read(api, 'placeStoreOrder', { body: { cartId: id, payments: [payment] } });
  return { number: data.orderNumber, total };
}

/** Makes a change by the API as the person signed in at the desk in this page. Returns the data of the response. */
export async function sendDesk(page: Page, path: string, data: object) {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.post(`/v1/admin/${path}`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
}

/** Opens a till of a store with Q500, and makes it this browser's till. */
export async function openTill(page: Page, owner: DeskOwner, storeCode: string): Promise<void> {
  const { id, version } = await owner.send('tills', { storeCode, name: `Caja ${randomUUID().slice(0, 8)}` });
  await owner.send(`tills/${id}/open`, { version, float: 500 });
  // Any page of the shop's origin works. This page runs no script.
  await page.goto('/robots.txt');
  await page.evaluate((till) => localStorage.setItem('ceiba.desk.till', till), id);
}
