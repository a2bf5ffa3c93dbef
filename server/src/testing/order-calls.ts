import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallInput } from '@ceiba/contract/client';
import { type SandboxBank, startSandboxBank } from '@ceiba/sandbox-bank/start';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { openTestShop, type TestShop } from './test-shop.ts';

export const merchantKey = 'ceiba-sandbox-merchant';

export interface TestBank {
  url: string;
  /** Returns every charge, oldest first. */
  charges(): Promise<Charge[]>;
  /** Delivers the waiting requests of late cards. Later requests arrive immediately. */
  arrive(): void;
  /** Counts the charges of late cards that arrived and were refused, because their key was blocked. */
  lateRefusals(): number;
  close(): Promise<void>;
}

const chargeView = z.object({
  key: z.string(),
  status: z.string(),
  amountCentavos: z.number(),
  outstandingCentavos: z.number(),
  plan: z.number(),
  masked: z.string().nullable(),
});
type Charge = z.infer<typeof chargeView>;

/**
 * Starts the real sandbox bank on a free port. Its slow cards take milliseconds, and its late cards arrive when the test calls
 * `arrive`.
 */
export const openTestBank = async (): Promise<TestBank> => {
  const arrival = Promise.withResolvers<void>();
  const dataDir = await mkdtemp(join(tmpdir(), 'ceiba-bank-'));
  const lines: string[] = [];
  const bank: SandboxBank = await startSandboxBank({
    port: 0,
    dataDir,
    merchantKey,
    delays: { slow: 60, verySlow: 120, late: arrival.promise },
    log: { write: (line) => void lines.push(line) },
  });
  return {
    url: bank.url,
    arrive: () => arrival.resolve(),
    lateRefusals: () => lines.filter((line) => line.includes('late charge refused')).length,
    charges: async () => {
      const answer = await fetch(`${bank.url}/charges?limit=500`, {
        headers: { authorization: `Bearer ${merchantKey}` },
      });
      return z.object({ charges: z.array(chargeView) }).parse(await answer.json()).charges;
    },
    close: async () => {
      await bank.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Opens a shop and its bank. The time-out of charges is longer than a busy machine needs, unless the settings change it. */
export const openShopWithBank = async (
  settings: Record<string, string> = {},
  services: Parameters<typeof openTestShop>[1] = {},
) => {
  const bank = await openTestBank();
  const bankSettings = { BANK_URL: bank.url, BANK_KEY: merchantKey, BANK_TIMEOUT_MS: '60000' };
  const shop = await openTestShop({ ...bankSettings, ...settings }, services);
  return {
    bank,
    shop,
    close: async () => {
      await shop.close();
      await bank.close();
    },
  };
};

/** The variable parts of a cart that is ready for its order. Amounts in centavos. */
export interface ReadyCart {
  lines: readonly { productId: number; quantity: number; warrantySku?: string; giftCardDate?: string }[];
  donation?: number;
  email?: string | null;
  telephone?: string;
  shippingMethod?: 'delivery' | 'pickup' | null;
  storeCode?: string | null;
  hasAddress?: boolean;
  billing?: { nit: string; documentType: string } | null;
  payment?: { method: string; bin: string | null } | null;
  couponCode?: string;
}

const address = (storeCode: string | null) => ({
  firstname: 'Lucía',
  lastname: 'Paz',
  street: ['12 calle 1-25'],
  city: 'Guatemala',
  region: { regionId: 485, region: 'Guatemala' },
  postcode: '01001',
  country_code: 'GT',
  latitude: null,
  longitude: null,
  storeCode,
  zone: 'Zona 10',
  trustedPerson: null,
  nit: 'CF',
});

const recipient = { giftcardEmail: 'ana@correo.gt', giftcardName: 'Ana', giftcardMessage: '' };

/** Creates a cart as the checkout leaves it, ready for its order unless `cart` changes that. Returns its ID. */
export const prepareCart = async ({ db }: TestShop, cart: ReadyCart): Promise<string> => {
  const id = randomUUID();
  const { storeCode = null, shippingMethod = 'delivery', hasAddress = true, billing, payment } = cart;
  const person = { ...address(storeCode), telephone: cart.telephone ?? '55554444' };
  const invoice = billing === null ? null : { ...person, ...(billing ?? { nit: '576937K', documentType: 'NIT' }) };
  const method = payment === undefined ? { method: 'kosmos_payment', bin: null } : payment;
  await db.pool.query(
    `insert into carts (id, email, shipping_address, shipping_method, billing_address, payment_method, donation, coupon_code)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      cart.email === undefined ? 'lucia@correo.gt' : cart.email,
      hasAddress ? JSON.stringify(person) : null,
      shippingMethod,
      invoice && JSON.stringify(invoice),
      method && JSON.stringify(method),
      cart.donation ?? null,
      cart.couponCode ?? null,
    ],
  );
  for (const { productId, quantity, warrantySku = null, giftCardDate } of cart.lines) {
    const giftCard = giftCardDate && { ...recipient, giftcardDeliveryDate: giftCardDate };
    await db.pool.query(
      `insert into cart_lines (id, cart_id, product_id, quantity, warranty_sku, gift_card, seller_id, offer_id, event_url)
       select $1, $2, $3, $4, $5, $6, seller_id, case when seller_id <> 1 then offer_id end, event_url from products where id = $3`,
      [randomUUID(), id, productId, quantity, warrantySku, giftCard ? JSON.stringify(giftCard) : null],
    );
  }
  return id;
};

type Payment = CallInput<'placeOrder'>['body']['payments'][number];

/** `amount` in quetzales. */
export const cash = (amount: number): Payment => ({ paymentType: 'Cash', paymentPlan: 0, paymentAmount: amount });

export const card = (amount: number, ccNumber = '4111111111111111', more: Partial<Payment> = {}): Payment => ({
  paymentType: 'Card',
  paymentPlan: 1,
  paymentAmount: amount,
  ccNumber,
  ccDate: '12/39',
  ccCVV: '123',
  ccOwner: 'Lucía Paz',
  ...more,
});

export const installments = (amount: number, plan: number, ccNumber = '4111111111111111'): Payment =>
  card(amount, ccNumber, { paymentType: 'CardInstallments', paymentPlan: plan });

/** Sends POST /v1/orders over HTTP. */
export const postOrder = (
  shop: TestShop,
  body: { cartId: string; payments: readonly object[]; deliveryPromise?: object },
  idempotencyKey?: string,
  captcha?: string,
  remoteAddress = '127.0.0.1',
): Promise<LightMyRequestResponse> =>
  shop.inject({
    remoteAddress,
    method: 'POST',
    url: '/v1/orders',
    payload: body,
    headers: {
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(captcha === undefined ? {} : { 'x-recaptcha': captcha }),
    },
  });

/** Returns the HTTP status and the code of a refusal, or "200" and the order number. */
export const outcomeOf = (answer: LightMyRequestResponse): string => {
  const body: { data?: { orderNumber: string }; error?: { code: string } } = answer.json();
  return `${answer.statusCode} ${body.error?.code ?? body.data?.orderNumber ?? ''}`;
};

/** SQL that delivers cash orders (SQL of their numbers) to their buyers, who pay for them. */
export const handOver = (numbers: string): string =>
  `with brought as (update orders set status = 'delivered', confirmation_due = null where number in (${numbers}) returning id),
   handed as (
     update shipments s set state = 'delivered', ended_at = clock_timestamp(), cash_collected = nullif(s.cash_due, 0) from brought
     where s.order_id = brought.id)
   update payments p set status = 'approved', decided_at = clock_timestamp() from brought where p.order_id = brought.id and p.status = 'pending'`;

/** SQL that changes a card's payments without a bank, and without moving money. */
export const changePaymentSql = (change: string): string =>
  `alter table payments disable trigger payments_money; ${change}; alter table payments enable trigger payments_money`;
