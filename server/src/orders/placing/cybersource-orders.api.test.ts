import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import { findAcquirer } from '../../payments/acquirers.ts';
import { referenceOf } from '../../payments/cybersource/payment-body.ts';
import { createLog } from '../../platform/operations/log.ts';
import {
  cyberSourceKeys,
  openTestCyberSource,
  type TestCyberSource,
} from '../../testing/cybersource/open-cybersource.ts';
import { card, installments, outcomeOf, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { runMinuteJobs, stateOf } from '../../testing/order-facts.ts';
import { emptyPrograms } from '../../testing/points-calls.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openShopOn, openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { reconcileOrders } from './settle-order.ts';

const logged: string[] = [];
const log = createLog('trace', { write: (line: string) => void logged.push(line) });
let bank: TestCyberSource;
let shop: TestShop;
/** The same shop with a short time-out, for cards whose charge CyberSource never answers. */
let hasty: TestShop;
let speaker: number;

const settingsFor = (timeoutMs: number): Record<string, string> => ({
  PAYMENT_GATEWAY: 'cybersource',
  CYBERSOURCE_URL: bank.url,
  CYBERSOURCE_MERCHANT_ID: cyberSourceKeys.merchantId,
  CYBERSOURCE_KEY_ID: cyberSourceKeys.keyId,
  CYBERSOURCE_SECRET: cyberSourceKeys.secret,
  BANK_TIMEOUT_MS: String(timeoutMs),
});

beforeAll(async () => {
  bank = await openTestCyberSource();
  // The time-out is longer than a busy machine needs.
  shop = await openTestShop(settingsFor(60_000), { log });
  hasty = await openShopOn(shop.url, settingsFor(expectedSilenceMs), { log });
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 300_00, stock: 1_000 });
});
afterAll(async () => {
  await hasty.close();
  await shop.close();
  await bank.close();
});

const total = 630;
const openCart = () => prepareCart(shop, { lines: [{ productId: speaker, quantity: 2 }] });

const orderOf = async (cartId: string) => {
  const { rows } = await shop.db.pool.query<{ status: string; number: number | null; payment: string }>(
    'select o.status, o.number, p.id as payment from orders o join payments p on p.order_id = o.id where o.cart_id = $1',
    [cartId],
  );
  return { status: rows[0]?.status, number: rows[0]?.number, payment: rows[0]?.payment ?? '' };
};

/** Runs the reconciler for this cart's placement, as if its charge had been requested `minutes` ago. */
const reconcile = async (cartId: string, minutes = 0): Promise<number> => {
  await shop.db.pool.query(
    `with placement as (
       update orders set settle_after = now() - interval '1 second'
       where cart_id = $1 and status in ('placing', 'voiding') returning id)
     update payments p set created_at = p.created_at - $2::integer * interval '1 minute'
     from placement where p.order_id = placement.id`,
    [cartId, minutes],
  );
  const gateway = findAcquirer(shop.config).openGateway();
  return reconcileOrders({ db: shop.db, gateway, log }, new Date());
};

/** Returns the guard's findings at a time when every placement has ended. */
const findings = async () => {
  const later = new Date(Date.now() + 20 * 60_000);
  await runMinuteJobs(shop.db, later);
  const found = await checkInvariants(
    shop.db,
    { bank: findAcquirer(shop.config).openLedger(), programs: emptyPrograms },
    later,
  );
  return found.map(({ invariant, samples }) => ({ invariant, samples }));
};

test('[DEC-104, DEC-107] CyberSource charges an order in installments, with the session ID of the device', async () => {
  const cartId = await openCart();
  const fingerprintSessionId = '0d6b3f5e-3f0a-4f3e-8a43-0d6b3f5e0001';
  const answer = await postOrder(shop, { cartId, payments: [{ ...installments(total, 6), fingerprintSessionId }] });
  expect(answer.statusCode).toBe(200);
  const { payment } = await orderOf(cartId);
  expect(bank.asked.at(-1)).toMatchObject({
    clientReferenceInformation: { code: referenceOf(payment) },
    orderInformation: {
      amountDetails: { totalAmount: '630.00', currency: 'GTQ' },
      billTo: {
        firstName: 'Lucía',
        email: 'lucia@correo.gt',
        address1: '12 calle 1-25',
        administrativeArea: 'Guatemala',
      },
    },
    installmentInformation: { totalCount: 6 },
    deviceInformation: { fingerprintSessionId },
  });
  expect(bank.books.outstanding(referenceOf(payment))).toBe(630_00);
});

test.each([
  ['4000000000000002', '400 PAY_DECLINED'],
  ['4000000000000325', '400 PAY_FRAUD_REVIEW'],
  ['4000000000000119', '502 PAY_PROCESSOR_ERROR'],
])('[DEC-107] a card that CyberSource refuses (%s) leaves cart and stock unchanged', async (number, outcome) => {
  const cartId = await openCart();
  const before = await stateOf(shop.db, cartId);
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [card(total, number)] }))).toBe(outcome);
  expect(await stateOf(shop.db, cartId)).toEqual(before);
  expect(bank.books.outstanding(referenceOf((await orderOf(cartId)).payment))).toBe(0);
});

test('[DEC-131] if the answer is lost and the search lacks the charge, the order waits until the search has it', async () => {
  const cartId = await openCart();
  bank.books.hide();
  const answer = await postOrder(shop, { cartId, payments: [card(total, '4000000000000424')] });
  expect(outcomeOf(answer)).toBe('502 PAY_TIMEOUT');
  expect(await reconcile(cartId)).toBe(0);
  expect(await reconcile(cartId, 9)).toBe(0);
  expect((await orderOf(cartId)).status).toBe('placing');
  bank.books.show();
  expect(await reconcile(cartId)).toBe(1);
  const { status, payment } = await orderOf(cartId);
  expect(status).toBe('processing');
  expect(bank.books.outstanding(referenceOf(payment))).toBe(630_00);
});

test('[DEC-131] without a charge, everything is given back only when no charge can arrive later', async () => {
  const cartId = await openCart();
  const before = await stateOf(shop.db, cartId);
  const answer = await postOrder(hasty, { cartId, payments: [card(total, '4000000000000416')] });
  expect(outcomeOf(answer)).toBe('502 PAY_TIMEOUT');
  expect(await reconcile(cartId)).toBe(0);
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [card(total)] }))).toBe('409 ORDER_IN_PROGRESS');
  expect(await reconcile(cartId, 11)).toBe(1);
  expect(await stateOf(shop.db, cartId)).toEqual(before);
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [card(total)] }))).toMatch(/^200 /);
});

test('[DEC-131] a server whose clock is ten minutes fast does not void an order too early', async () => {
  const cartId = await openCart();
  await postOrder(hasty, { cartId, payments: [card(total, '4000000000000432')] });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10.5 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  bank.advance(10.5 * 60_000);
  expect(await reconcile(cartId)).toBe(0);
  expect((await orderOf(cartId)).status).toBe('placing');
  vi.useRealTimers();
  bank.advance(-10.5 * 60_000);
  await bank.arrive();
  expect(await reconcile(cartId)).toBe(1);
  expect((await orderOf(cartId)).status).toBe('processing');
});

test('[DEC-107] a late charge for an order that is being voided is reversed', async () => {
  const cartId = await openCart();
  await postOrder(hasty, { cartId, payments: [card(total, '4000000000000432')] });
  await shop.db.pool.query(`update orders set status = 'voiding' where cart_id = $1`, [cartId]);
  expect(await reconcile(cartId, 2)).toBe(0);
  await bank.arrive();
  const { payment } = await orderOf(cartId);
  expect(bank.books.outstanding(referenceOf(payment))).toBe(630_00);
  expect(await reconcile(cartId)).toBe(1);
  expect((await orderOf(cartId)).status).toBe('void');
  expect(bank.books.outstanding(referenceOf(payment))).toBe(0);
});

test('the records of shop and bank agree, and the guard finds a charge that arrives after all time-outs', async () => {
  expect(await findings()).toEqual([]);
  const cartId = await openCart();
  await postOrder(hasty, { cartId, payments: [card(total, '4000000000000432')] });
  expect(await reconcile(cartId, 11)).toBe(1);
  await bank.arrive();
  const { payment } = await orderOf(cartId);
  expect(await findings()).toEqual([{ invariant: 'charge-pays-order', samples: [payment] }]);
});

test('[DEC-10] no log line contains a key of the shop, a signature or card data', async () => {
  // A call with a wrong signature is logged, too.
  const strange = {
    ...settingsFor(60_000),
    CYBERSOURCE_SECRET: Buffer.from('another canary of ours').toString('base64'),
  };
  const other = await openTestShop(strange, { log });
  await createShopBasics(other.db);
  const productId = await createProduct(other.db, { sku: 'SPEAKER', price: 300_00 });
  const cartId = await prepareCart(other, { lines: [{ productId, quantity: 2 }] });
  const answer = await postOrder(other, { cartId, payments: [card(total, '4012888888881881')] });
  expect(outcomeOf(answer)).toBe('502 PAY_PROCESSOR_ERROR');
  await other.close();
  expect(bank.signatureFaults).toEqual(['signature']);
  const text = logged.join('\n');
  const secrets = [cyberSourceKeys.secret, strange.CYBERSOURCE_SECRET, cyberSourceKeys.keyId, 'HmacSHA256'];
  const cards = ['4111111111111111', '4012888888881881', '4000000000000424', '4000000000000416', 'Lucía Paz'];
  for (const secret of [...secrets, ...cards]) expect(text.includes(secret ?? ''), secret).toBe(false);
  expect(text).toContain('order settled');
});
