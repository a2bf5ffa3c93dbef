import { addYears, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mintProof } from '../testing/captcha-proofs.ts';
import { buyGiftCard, byGiftCard } from '../testing/gift-card-calls.ts';
import { card, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { recallSentGiftCards } from './gift-cards.store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
beforeEach(async () => {
  open = await openShopWithBank({ RATE_LIMIT_FACTOR: '1' });
  shop = open.shop;
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 100 });
});
afterEach(() => open.close());

const wrong = 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG';

const ask = (code: string, from = 1, captcha?: string) =>
  shop.inject({
    remoteAddress: `198.51.100.${from}`,
    url: `/v1/gift-cards/${encodeURIComponent(code)}/balance`,
    ...(captcha === undefined ? {} : { headers: { 'x-recaptcha': captcha } }),
  });

const codeOf = async (asked: ReturnType<typeof ask>): Promise<string> => {
  const answer = await asked;
  return `${answer.statusCode} ${answer.json().error?.code ?? answer.json().data.balance}`;
};

test('[DEC-199] a good code is told its balance, its last day and its end, and nobody keeps the answer', async () => {
  const gift = await buyGiftCard(shop, 200_00);
  const answer = await ask(gift.code);
  expect(answer.json()).toEqual({
    status: 200,
    data: { balance: 200, expiresOn: addYears(guatemalaDate(new Date()), 5), lastFour: gift.lastFour },
  });
  expect(answer.headers['cache-control']).toBe('no-store');
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [byGiftCard(gift, 100.5), card(29.5)] }))).toMatch(/^200/);
  expect(await codeOf(ask(gift.code.toLowerCase().replaceAll('-', ' ')))).toBe('200 99.5');
});

test('[DEC-199] unknown, void, over and empty: the same answer, by the same statements', async () => {
  const [empty, over, recalled] = [
    await buyGiftCard(shop, 130_00),
    await buyGiftCard(shop, 130_00),
    await buyGiftCard(shop, 130_00),
  ];
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
  await postOrder(shop, { cartId, payments: [byGiftCard(empty, 130)] });
  await shop.db.pool.query('update gift_cards set expires_on = current_date - 2 where last_four = $1', [over.lastFour]);
  await recallSentGiftCards(shop.db.write, recalled.orderNumber, new Date());
  const answers = new Set<string>();
  for (const code of [wrong, 'x', 'ñ', empty.code, over.code, recalled.code]) {
    const { statusCode, payload } = await ask(code);
    answers.add(JSON.stringify([statusCode, payload.replace(/"requestId":"[^"]*"/, ''), shop.lastStatements()]));
  }
  expect([...answers].map((text) => JSON.parse(text))).toEqual([
    [
      404,
      expect.stringContaining('GIFT_CARD_NOT_FOUND'),
      ['gift-cards.ask-guesses', 'gift-cards.paying', 'gift-cards.insert-guess'],
    ],
  ]);
});

test('[DEC-199] who names too many wrong codes is told nothing for an hour, in orders neither; others go on', async () => {
  await shop.setPolicy('declinesPerAddress', '3');
  const gift = await buyGiftCard(shop, 130_00);
  for (let tried = 0; tried < 2; tried += 1) expect(await codeOf(ask(wrong))).toBe('404 GIFT_CARD_NOT_FOUND');
  const order = async (code: string, from: number) => {
    const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
    return outcomeOf(
      await postOrder(
        shop,
        { cartId, payments: [byGiftCard({ code }, 130)] },
        undefined,
        undefined,
        `198.51.100.${from}`,
      ),
    );
  };
  expect(await order(wrong, 1)).toBe('409 PAY_GIFT_CARD_UNAVAILABLE');
  expect(await codeOf(ask(gift.code))).toBe('429 RATE_LIMITED');
  expect(await order(gift.code, 1)).toBe('429 RATE_LIMITED');
  expect(await codeOf(ask(gift.code, 2))).toBe('200 130');
  expect(await order(gift.code, 2)).toMatch(/^200/);
  await age('61 minutes');
  expect(await codeOf(ask(wrong))).toBe('404 GIFT_CARD_NOT_FOUND');
});

test('[DEC-199, DEC-171] while the whole shop is tried, a captcha of the harder kind comes before every answer', async () => {
  await shop.setPolicy('declinesPerShop', '4');
  const gift = await buyGiftCard(shop, 130_00);
  for (let from = 10; from < 14; from += 1) expect(await codeOf(ask(wrong, from))).toBe('404 GIFT_CARD_NOT_FOUND');
  const proof = (isHard: boolean) => mintProof(shop, new Date(), isHard);
  expect(await codeOf(ask(gift.code, 2))).toBe('403 CAPTCHA_FAILED');
  expect(await codeOf(ask(gift.code, 2, await proof(false)))).toBe('403 CAPTCHA_FAILED');
  expect(await codeOf(ask(gift.code, 2, await proof(true)))).toBe('200 130');
  const challenge = await shop.call('getCaptchaChallenge', {});
  expect(challenge).toMatchObject({ ok: true, value: { maxnumber: 200_000 } });
  const body = async () => ({
    cartId: await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] }),
    payments: [byGiftCard(gift, 130)],
  });
  expect(outcomeOf(await postOrder(shop, await body()))).toBe('403 CAPTCHA_FAILED');
  expect(outcomeOf(await postOrder(shop, await body(), undefined, await proof(true)))).toMatch(/^200/);
});

const age = (by: string) =>
  shop.db.pool.query('update gift_card_guesses set failed_at = failed_at - $1::interval', [by]);
