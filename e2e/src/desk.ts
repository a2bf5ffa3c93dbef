import { createHmac, randomUUID } from 'node:crypto';
import type { Client } from '@ceiba/contract/client';
import { expect, type Page } from '@playwright/test';
import { newBuyer } from './buyer.ts';
import { mailsTo } from './mails.ts';
import { ceiba } from './operator.ts';
import { read } from './read.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const bytesOf = (base32: string): Buffer => {
  const bits = [...base32.replace(/=+$/, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** The six digits of an authenticator at a moment (RFC 6238). */
const codeAt = (secret: string, now: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

/** Somebody new of that role, who is signed in at the desk in this page. */
export async function openDesk(page: Page, api: Client, role: string, store?: string): Promise<void> {
  const email = `mesa-${randomUUID()}@correo.example`;
  await ceiba(
    'staff',
    'invite',
    email,
    '--role',
    role,
    '--name',
    'Wilmer Chávez',
    ...(store ? ['--store', store] : []),
  );
  const [mail] = await mailsTo(api, email);
  const token = /invitacion\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(`/v1/admin/session/${path}`, {
      data,
      headers: { origin: new URL(page.url()).origin },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).data;
  };
  // Any page of the shop's origin will do; this one runs no script.
  await page.goto('/robots.txt');
  const { challenge } = await send('invitation', { token, password: `clave-${randomUUID()}` });
  const { secret } = await send('enrol', { challenge });
  await send('verify', { challenge, code: codeAt(secret, Date.now()) });
  await page.goto('/admin');
  await expect(page.getByRole('navigation', { name: 'Menú' })).toBeVisible();
}

/** A cart that waits for its payment: collected at a store, or brought. */
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

/** An order in cash; answers its number. */
async function orderInCash(api: Client, cart: { sku: string; quantity?: number; store: string | null }) {
  const { id, email, total } = await readyCart(api, cart);
  const payments = [{ paymentType: 'Cash' as const, paymentPlan: 0, paymentAmount: total }];
  const { data } = await read(api, 'placeOrder', { body: { cartId: id, payments } });
  return { number: data.orderNumber, email, total };
}

/** One that its buyer collects at a store. */
export const orderAtStore = (api: Client, cart: { sku: string; quantity?: number; store: string }) =>
  orderInCash(api, cart);

/** One that is brought. */
export const orderToBring = (api: Client, cart: { sku: string; quantity?: number }) =>
  orderInCash(api, { ...cart, store: null });

/** An advisor's order that is paid at the till of its store, MAX. */
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

/** A change that whoever is signed in at the desk in this page makes by the API; answers its data. */
export async function sendDesk(page: Page, path: string, data: object) {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.post(`/v1/admin/${path}`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
}

/** A till of a store with Q500 in it, at which this page's browser stands; who is signed in may make tills. */
export async function openTill(page: Page, storeCode: string): Promise<void> {
  const { id, version } = await sendDesk(page, 'tills', { storeCode, name: `Caja ${randomUUID().slice(0, 8)}` });
  await sendDesk(page, `tills/${id}/open`, { version, float: 500 });
  await page.evaluate((till) => localStorage.setItem('ceiba.desk.till', till), id);
}
