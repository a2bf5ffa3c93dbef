import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteExpiredProofsTask } from '../../captcha/captcha.tasks.ts';
import { mintProof, proofOf } from '../../testing/captcha-proofs.ts';
import { loosenBudgets } from '../../testing/loose-budgets.ts';
import { card, cash, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { expectSoundBooks, stateOf } from '../../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank({ RATE_LIMIT_FACTOR: '1' });
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
  // Half of this budget is two orders, so every further order in a test needs a captcha.
  await open.shop.setPolicy('ordersPerAddress', '4');
  await open.shop.setPolicy('openCashOrders', '100');
  await loosenBudgets(open.shop);
  await open.shop.setPolicy('declinesPerAddress', '100');
  await open.shop.setPolicy('declinesPerBin', '100');
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const newCart = () => prepareCart(open.shop, { lines: [{ productId: speaker, quantity: 1 }] });

const forgetOrders = () =>
  open.shop.db.pool.query(`update orders set created_at = created_at - interval '1 hour 1 second'`);

const place = (cartId: string, captcha?: string, key?: string, payment: object = cash(130)) =>
  postOrder(open.shop, { cartId, payments: [payment] }, key, captcha);

/** Places half of the budget. From then on, every order of this address needs a captcha. */
const placeHalf = async (): Promise<void> => {
  await forgetOrders();
  for (let placed = 0; placed < 2; placed += 1) expect(outcomeOf(await place(await newCart()))).toMatch(/^200/);
};

const askChallenge = async () => {
  const answer = await open.shop.call('getCaptchaChallenge', {});
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
};

/** Solves a challenge as any client does, using only the challenge. */
const solve = async (): Promise<string> => {
  const challenge = await askChallenge();
  const encoder = new TextEncoder();
  for (let number = 0; number <= challenge.maxnumber; number += 1) {
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(`${challenge.salt}${number}`));
    if (Buffer.from(hash).toString('hex') === challenge.challenge) return proofOf(challenge, number);
  }
  throw new Error('a challenge without a solution');
};

const refused = '403 CAPTCHA_FAILED';

describe('[DEC-196] from half of a budget on, placing an order needs a captcha', () => {
  test('[DEC-171] below half of the budget an order needs no captcha, from half on a solved challenge', async () => {
    await placeHalf();
    const cartId = await newCart();
    const before = await stateOf(open.shop.db, cartId);
    const answer = await place(cartId);
    expect(outcomeOf(answer)).toBe(refused);
    expect(answer.json().message).toContain('robot');
    expect(await stateOf(open.shop.db, cartId)).toEqual(before);
    expect(outcomeOf(await place(cartId, await solve()))).toMatch(/^200/);
  });

  test('from half of a cart’s allowed declined charges on, an order needs a captcha', async () => {
    await forgetOrders();
    await open.shop.setPolicy('ordersPerAddress', '100');
    const cartId = await newCart();
    const declined = card(130, '4000000000000002');
    for (let tried = 0; tried < 3; tried += 1) {
      expect(outcomeOf(await place(cartId, undefined, undefined, declined))).toBe('400 PAY_DECLINED');
    }
    expect(outcomeOf(await place(cartId, undefined, undefined, declined))).toBe(refused);
    expect(outcomeOf(await place(cartId, undefined, undefined, cash(130)))).toMatch(/^200/);
    await open.shop.setPolicy('ordersPerAddress', '4');
  });

  test('[DEC-171] wrong, expired and invented captchas are refused before all other errors of the order', async () => {
    await placeHalf();
    const challenge = await askChallenge();
    const tenMinutesAgo = new Date(Date.now() - 600_000);
    const madeUp = Buffer.from(JSON.stringify({ ...challenge, number: 1, signature: '0'.repeat(64) }));
    const tokens = [
      proofOf(challenge, challenge.maxnumber + 1),
      madeUp.toString('base64'),
      await mintProof(open.shop, tenMinutesAgo),
      'nada',
      'x'.repeat(9_000),
    ];
    for (const token of tokens) expect(outcomeOf(await place(await newCart(), token))).toBe(refused);
    // These captchas are refused before the checks of DEC-172, which start with the check for an unknown cart.
    expect(outcomeOf(await place('0b6f4b0e-6a3c-4c5e-9a53-3f1f0a1c7d11'))).toBe(refused);
    expect(outcomeOf(await place('0b6f4b0e-6a3c-4c5e-9a53-3f1f0a1c7d11', await mintProof(open.shop)))).toBe(
      '404 CART_NOT_FOUND',
    );
  });

  test('[DEC-171] a captcha works once, whatever the outcome, even for ten concurrent calls', async () => {
    await placeHalf();
    const afterRefusal = await mintProof(open.shop);
    expect(outcomeOf(await place(await newCart(), afterRefusal, undefined, cash(1)))).toBe('409 PAY_AMOUNT_MISMATCH');
    expect(outcomeOf(await place(await newCart(), afterRefusal))).toBe(refused);
    const shared = await mintProof(open.shop);
    const carts = await Promise.all(Array.from({ length: 10 }, newCart));
    const outcomes = (await Promise.all(carts.map((cartId) => place(cartId, shared)))).map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome.startsWith('200'))).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === refused)).toHaveLength(9);
  });

  test('an order beyond the budget is refused even with a captcha, and the captcha stays valid', async () => {
    await placeHalf();
    for (let placed = 0; placed < 2; placed += 1) {
      expect(outcomeOf(await place(await newCart(), await mintProof(open.shop)))).toMatch(/^200/);
    }
    const proof = await mintProof(open.shop);
    expect(outcomeOf(await place(await newCart(), proof))).toBe('429 RATE_LIMITED');
    await placeHalf();
    expect(outcomeOf(await place(await newCart(), proof))).toMatch(/^200/);
  });

  test('[DEC-172] repeated with a captcha and the same key, an order is placed and charged once', async () => {
    await placeHalf();
    const cartId = await newCart();
    const key = crypto.randomUUID();
    expect(outcomeOf(await place(cartId, undefined, key, card(130)))).toBe(refused);
    const placed = await place(cartId, await mintProof(open.shop), key, card(130));
    const again = await place(cartId, await mintProof(open.shop), key, card(130));
    expect(outcomeOf(placed)).toMatch(/^200/);
    expect([outcomeOf(again), again.headers['idempotent-replayed']]).toEqual([outcomeOf(placed), 'true']);
  });

  test('[DEC-171] a used captcha is deleted an hour after its expiry, not before, because clocks differ', async () => {
    const { rows } = await open.shop.db.pool.query<{ proofs: number; last: Date }>(
      'select count(*)::integer as proofs, max(expires_at) as last from captcha_proofs',
    );
    const [{ proofs, last } = { proofs: 0, last: new Date(0) }] = rows;
    expect(proofs).toBeGreaterThan(3);
    const clean = async (now: Date): Promise<object> => {
      const said: object[] = [];
      const log = { info: (fields: object) => void said.push(fields), warn: () => {}, error: () => {} };
      await deleteExpiredProofsTask({ db: open.shop.db }).run({}, { now, log });
      return said;
    };
    const hour = 3_600_000;
    expect(await clean(new Date(last.getTime() + hour - 1_000))).not.toEqual([{ proofs }]);
    await open.shop.db.pool.query('update captcha_proofs set expires_at = $1', [last]);
    const left = (await open.shop.db.pool.query('select from captcha_proofs')).rowCount;
    expect(left).toBeGreaterThan(0);
    expect(await clean(new Date(last.getTime() + hour))).toEqual([{ proofs: 0 }]);
    expect(await clean(new Date(last.getTime() + hour + 1))).toEqual([{ proofs: left }]);
  });
});

test('[DEC-167, DEC-171] one address gets 30 challenges a minute, and none of them is cached', async () => {
  const given: unknown[] = [];
  for (let asked = 0; asked < 31; asked += 1) {
    const answer = await open.shop.inject({ method: 'GET', url: '/v1/captcha/challenge' });
    if (answer.statusCode === 200) given.push(answer.headers['cache-control']);
    else expect(outcomeOf(answer)).toBe('429 RATE_LIMITED');
  }
  // Earlier tests of this file have requested two challenges.
  expect(given).toEqual(Array.from({ length: 28 }, () => 'no-store'));
});
