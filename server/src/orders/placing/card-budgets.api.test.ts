import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createHttpGateway } from '../../payments/http-gateway.ts';
import { mintProof } from '../../testing/captcha-proofs.ts';
import { done } from '../../testing/cart-calls.ts';
import {
  card,
  cash,
  changePaymentSql,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks } from '../../testing/order-facts.ts';
import { confirmEmail, type SignedInCustomer, signInCustomer } from '../../testing/sessions.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openShopOn } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { ordersTasks } from '../orders.tasks.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank({ RATE_LIMIT_FACTOR: '1' });
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const age = (time: string) =>
  open.shop.db.pool.query(
    `with o as (update orders set created_at = created_at - $1::interval)
     update payments set created_at = created_at - $1::interval, decided_at = decided_at - $1::interval`,
    [time],
  );
afterEach(() => age('2 days'));

const newCart = () => prepareCart(open.shop, { lines: [{ productId: speaker, quantity: 1 }] });

interface Try {
  from?: number;
  proof?: string | undefined;
}

/** Places an order with a new cart. `from`: the last number of the client's IP address. */
const order = async (payment: object, { from = 1, proof }: Try = {}) =>
  postOrder(open.shop, { cartId: await newCart(), payments: [payment] }, undefined, proof, `10.9.0.${from}`);

const declined = '4000000000000002';
const withCvv = (tried: number) => card(130, declined, { ccCVV: String(100 + tried) });

/** Gives a customer a saved card by placing an order. Returns `saved`, a payment by that card, and `send`, which places an order. */
const withSavedCard = async ({ headers }: SignedInCustomer, number: string) => {
  const send = async (payment: object, proof?: string) =>
    open.shop.inject({
      method: 'POST',
      url: '/v1/orders',
      payload: { cartId: await newCart(), payments: [payment] },
      headers: { ...headers, ...(proof === undefined ? {} : { 'x-recaptcha': proof }) },
    });
  const saving = card(130, number, { savePaymentInstrument: true });
  expect(outcomeOf(await send(saving, await mintProof(open.shop)))).toMatch(/^200/);
  const list = async () => done(await open.shop.call('listSavedCards', {}, { headers }));
  await until(async () => (await list()).length === 1);
  const token = (await list())[0]?.instrumentToken;
  const paid = { paymentType: 'Card', paymentPlan: 1, paymentAmount: 130, tokenType: 'InstrumentToken' };
  return { send, saved: { ...paid, token, ccCVV: '123' } };
};

describe('[DEC-219] declined charges of one card', () => {
  test('after 5 declines of a card number in a day, the bank is not asked, whatever the client’s address', async () => {
    const outcomes: string[] = [];
    for (let tried = 0; tried < 24; tried += 1)
      outcomes.push(outcomeOf(await order(withCvv(tried), { from: tried % 12, proof: await mintProof(open.shop) })));
    expect(outcomes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => '400 PAY_DECLINED'));
    expect(new Set(outcomes.slice(5))).toEqual(new Set(['429 RATE_LIMITED']));

    const spaced = card(130, '4000 0000 0000 0002');
    const refused = await order(spaced, { from: 40, proof: await mintProof(open.shop) });
    expect(refused.json().error).toMatchObject({ code: 'RATE_LIMITED', metadata: { budget: 'declinesPerCard' } });
    expect(refused.json().message).toContain('Esta tarjeta tuvo demasiados pagos rechazados hoy');
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(23 * 3_600);
    expect(wait).toBeLessThanOrEqual(24 * 3_600);
    // Another card with the same first digits, and cash, are not affected.
    expect(outcomeOf(await order(card(130, '4000001234567899'), { from: 41 }))).not.toContain('429');
    expect(outcomeOf(await order(cash(130), { from: 42 }))).toMatch(/^200/);
    await age('24 hours');
    expect(outcomeOf(await order(withCvv(1), { from: 43 }))).toBe('400 PAY_DECLINED');
  });

  test('of concurrent tries from twelve addresses, only five reach the bank', async () => {
    const proofs = await Promise.all(Array.from({ length: 12 }, () => mintProof(open.shop)));
    const answers = await Promise.all(proofs.map((proof, from) => order(withCvv(from), { from, proof })));
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === '400 PAY_DECLINED')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === '429 RATE_LIMITED')).toHaveLength(7);
  });

  test('declines of a card at two servers of one shop are counted together', async () => {
    const { url, config } = open.shop;
    const { url: bankUrl, merchantKey } = config.bank;
    const other = await openShopOn(url, { BANK_URL: bankUrl, BANK_KEY: merchantKey, RATE_LIMIT_FACTOR: '1' });
    try {
      const outcomes: string[] = [];
      for (let tried = 0; tried < 8; tried += 1) {
        const shop = tried % 2 === 0 ? open.shop : other;
        const body = { cartId: await newCart(), payments: [withCvv(tried)] };
        const proof = await mintProof(open.shop);
        outcomes.push(outcomeOf(await postOrder(shop, body, undefined, proof, `10.9.1.${tried}`)));
      }
      expect(outcomes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => '400 PAY_DECLINED'));
      expect(new Set(outcomes.slice(5))).toEqual(new Set(['429 RATE_LIMITED']));
    } finally {
      await other.close();
    }
  });

  test('from half of the policy’s limit on, an order needs a captcha', async () => {
    await open.shop.setPolicy('declinesPerCard', '2');
    expect(outcomeOf(await order(withCvv(1), { from: 1 }))).toBe('400 PAY_DECLINED');
    expect(outcomeOf(await order(withCvv(2), { from: 2 }))).toBe('403 CAPTCHA_FAILED');
    expect(outcomeOf(await order(withCvv(2), { from: 2, proof: await mintProof(open.shop) }))).toBe('400 PAY_DECLINED');
    expect(outcomeOf(await order(withCvv(3), { from: 3 }))).toBe('429 RATE_LIMITED');
    await open.shop.setPolicy('declinesPerCard', 'default');
  });

  test('declines of a typed card number also count for the saved card with that number', async () => {
    const number = '4111111111111111';
    const { send, saved } = await withSavedCard(
      await signInCustomer(open.shop.db, 'ana@correo.gt', new Date()),
      number,
    );
    // The charge of the typed number now counts as declined.
    await open.shop.db.pool.query(
      changePaymentSql(
        `update payments set status = 'refused', refusal_code = 'PAY_DECLINED' where card_masked like '411111%'`,
      ),
    );
    await open.shop.setPolicy('declinesPerCard', '1');
    const refused = await send(saved, await mintProof(open.shop));
    expect(refused.json().error).toMatchObject({ code: 'RATE_LIMITED', metadata: { budget: 'declinesPerCard' } });
    await open.shop.setPolicy('declinesPerCard', 'default');
    await open.shop.db.pool.query(
      changePaymentSql(`update payments set status = 'approved', refusal_code = null where card_masked like '411111%'`),
    );
  });

  test('a card’s key differs between shops, hides the card number, and is deleted after a day', async () => {
    await order(withCvv(1), { from: 1 });
    const keys = async () =>
      (
        await open.shop.db.pool.query<{ key: string }>(
          'select card_key as key from payments where card_key is not null',
        )
      ).rows;
    const [{ key } = { key: '' }] = await keys();
    expect(key).toMatch(/^[\w-]{43}$/);
    const gateway = createHttpGateway({ ...open.shop.config.bank, timeoutMs: 60_000 });
    const tasks = ordersTasks({ ...open.shop, gateway, publicUrl: 'https://ceiba.example' });
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const forget = tasks.find(({ name }) => name === 'forget-shoppers');
    const day = 24 * 3_600_000;
    await forget?.run({}, { now: new Date(Date.now() + day - 60_000), log });
    expect((await keys()).length).toBeGreaterThan(0);
    await forget?.run({}, { now: new Date(Date.now() + day + 60_000), log });
    expect(await keys()).toEqual([]);
  });
});

describe('[DEC-219] while many cards are declined in the whole shop', () => {
  beforeAll(async () => {
    await open.shop.setPolicy('declinesPerShop', '4');
    await open.shop.setPolicy('declinesPerCard', '100');
  });
  afterAll(async () => {
    await open.shop.setPolicy('declinesPerShop', 'default');
    await open.shop.setPolicy('declinesPerCard', 'default');
  });

  /** Makes the bank decline `count` orders, each from another address. */
  const declineMany = async (count: number): Promise<void> => {
    for (let tried = 0; tried < count; tried += 1)
      expect(outcomeOf(await order(withCvv(tried), { from: 100 + tried }))).toBe('400 PAY_DECLINED');
  };

  test('[DEC-171] card orders need a harder captcha, which the shop issues, and cash orders need no captcha', async () => {
    const ask = async () => done(await open.shop.call('getCaptchaChallenge', {}));
    await declineMany(3);
    expect((await ask()).maxnumber).toBe(50_000);
    expect(outcomeOf(await order(card(130), { from: 1 }))).toMatch(/^200/);
    await declineMany(1);
    const hard = await ask();
    expect(hard.maxnumber).toBe(200_000);
    expect(Object.keys(hard).sort()).toEqual(['algorithm', 'challenge', 'maxnumber', 'salt', 'signature']);
    expect(outcomeOf(await order(card(130), { from: 2 }))).toBe('403 CAPTCHA_FAILED');
    expect(outcomeOf(await order(card(130), { from: 2, proof: await mintProof(open.shop) }))).toBe(
      '403 CAPTCHA_FAILED',
    );
    const proof = await mintProof(open.shop, new Date(), true);
    expect(outcomeOf(await order(card(130), { from: 2, proof }))).toMatch(/^200/);
    expect(outcomeOf(await order(card(130), { from: 2, proof }))).toBe('403 CAPTCHA_FAILED');
    expect(outcomeOf(await order(cash(130), { from: 3 }))).toMatch(/^200/);
    await age('61 minutes');
    expect(outcomeOf(await order(card(130), { from: 2 }))).toMatch(/^200/);
    expect((await ask()).maxnumber).toBe(50_000);
  });

  test('an order needs no captcha only with a saved card of a customer whose e-mail is confirmed', async () => {
    const [known, unknown] = [
      await signInCustomer(open.shop.db, 'eva@correo.gt', new Date()),
      await signInCustomer(open.shop.db, 'leo@correo.gt', new Date()),
    ];
    await confirmEmail(open.shop.db, known);
    const ofKnown = await withSavedCard(known, '4111111111111111');
    const ofUnknown = await withSavedCard(unknown, '4111110000000005');
    await declineMany(4);
    expect(outcomeOf(await ofKnown.send(ofKnown.saved))).toMatch(/^200/);
    expect(outcomeOf(await ofKnown.send(card(130)))).toBe('403 CAPTCHA_FAILED');
    // If a request has a card number and a token, the number is never charged. A valid token charges the saved card. With an invalid token
    // nothing is charged.
    const charged = async () => (await open.bank.charges()).map(({ masked }) => masked);
    const before = await charged();
    const number = card(130, '5555555555554444');
    expect(outcomeOf(await ofKnown.send({ ...number, token: 'x', tokenType: 'InstrumentToken' }))).toBe(
      '400 PAY_TOKEN_INVALID',
    );
    expect(outcomeOf(await ofKnown.send(ofUnknown.saved))).toBe('400 PAY_TOKEN_INVALID');
    expect(await charged()).toEqual(before);
    expect(outcomeOf(await ofKnown.send({ ...number, ...ofKnown.saved }))).toMatch(/^200/);
    expect((await charged()).slice(before.length)).toEqual(['411111******1111']);
    expect(outcomeOf(await ofUnknown.send(ofUnknown.saved))).toBe('403 CAPTCHA_FAILED');
    const proof = await mintProof(open.shop, new Date(), true);
    expect(outcomeOf(await ofUnknown.send(ofUnknown.saved, proof))).toMatch(/^200/);
  });

  test('a declined saved card needs the harder captcha, so that trying cannot find its CVV', async () => {
    const known = await signInCustomer(open.shop.db, 'ema@correo.gt', new Date());
    await confirmEmail(open.shop.db, known);
    const { send, saved } = await withSavedCard(known, '4111111111111111');
    await declineMany(4);
    const setLast = (change: string) =>
      open.shop.db.pool.query(
        changePaymentSql(`update payments set ${change} where id = (
           select id from payments where card_masked like '411111%' order by created_at desc limit 1)`),
      );
    await setLast("status = 'refused', refusal_code = 'PAY_DECLINED'");
    expect(outcomeOf(await send(saved))).toBe('403 CAPTCHA_FAILED');
    await setLast("status = 'approved', refusal_code = null");
    expect(outcomeOf(await send(saved))).toMatch(/^200/);
  });
});
