import { addYears, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buyGiftCard, byGiftCard } from '../testing/gift-card-calls.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { card, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { recallSentGiftCards } from './gift-cards.store.ts';
import { countGuesses } from './paying-gift-cards.store.ts';

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

const ask = (code: string, from = 1) =>
  shop.inject({
    remoteAddress: `198.51.100.${from}`,
    url: `/v1/gift-cards/${encodeURIComponent(code)}/balance`,
  });

const codeOf = async (asked: ReturnType<typeof ask>): Promise<string> => {
  const answer = await asked;
  return `${answer.statusCode} ${answer.json().error?.code ?? answer.json().data.balance}`;
};

test('[DEC-199] a valid code shows its balance, last day and last characters, and the answer is not cached', async () => {
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

test('[DEC-199] unknown, void, expired and empty codes get the same answer, by the same statements', async () => {
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
      ['platform.shop-secret', 'gift-cards.paying', 'gift-cards.count-guesses'],
    ],
  ]);
});

const order = async (codes: readonly string[], from: number): Promise<string> => {
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
  const amount = 130 / codes.length;
  const payments = codes.map((code) => byGiftCard({ code }, amount));
  return outcomeOf(await postOrder(shop, { cartId, payments }, undefined, undefined, `198.51.100.${from}`));
};

test('[DEC-199] too many wrong codes block a client for an hour, but not valid codes or other clients', async () => {
  await shop.setPolicy('declinesPerAddress', '3');
  const [gift, other] = [await buyGiftCard(shop, 130_00), await buyGiftCard(shop, 130_00)];
  for (let tried = 0; tried < 2; tried += 1) expect(await codeOf(ask(wrong))).toBe('404 GIFT_CARD_NOT_FOUND');
  expect(await order([wrong], 1)).toBe('409 PAY_GIFT_CARD_UNAVAILABLE');
  expect(await codeOf(ask(wrong))).toBe('429 RATE_LIMITED');
  expect(await order([wrong], 1)).toBe('429 RATE_LIMITED');
  expect(await codeOf(ask(gift.code))).toBe('200 130');
  expect(await order([gift.code], 1)).toMatch(/^200/);
  expect(await codeOf(ask(wrong, 2))).toBe('404 GIFT_CARD_NOT_FOUND');
  expect(await order([other.code], 2)).toMatch(/^200/);
  await age('61 minutes');
  expect(await codeOf(ask(wrong))).toBe('404 GIFT_CARD_NOT_FOUND');
});

test('[DEC-199] each wrong code of an order counts', async () => {
  await shop.setPolicy('declinesPerAddress', '2');
  expect(await order([wrong, wrong.replace('A', 'B')], 1)).toBe('409 PAY_GIFT_CARD_UNAVAILABLE');
  expect(await order([wrong], 1)).toBe('429 RATE_LIMITED');
});

test.each([
  ['a question', () => codeOf(ask(wrong))],
  ['an order', () => order([wrong], 1)],
])('[DEC-199] %s counts the wrong code of an earlier concurrent call', async (_, call) => {
  await shop.setPolicy('declinesPerAddress', '1');
  const { asked } = await shop.db.transaction(async (tx) => {
    expect(await countGuesses(tx, '198.51.100.1', 1, 1)).toBe(true);
    const begun = call();
    await untilBlocked(shop.db.pool, tx);
    return { asked: begun };
  });
  expect(await asked).toBe('429 RATE_LIMITED');
});

test('[DEC-199] requests from other sites’ pages are refused and do not count for the browser', async () => {
  await shop.setPolicy('declinesPerAddress', '1');
  const gift = await buyGiftCard(shop, 130_00);
  const asked = (code: string, headers: Record<string, string>) =>
    codeOf(shop.inject({ remoteAddress: '198.51.100.1', url: `/v1/gift-cards/${code}/balance`, headers }));
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
  for (let sent = 0; sent < 12; sent += 1) expect(await asked(wrong, image)).toBe('403 ORIGIN_NOT_ALLOWED');
  expect(await asked(gift.code, { ...image, origin: 'https://evil.example' })).toBe('403 ORIGIN_NOT_ALLOWED');
  expect(await asked(wrong, { 'sec-fetch-site': 'same-origin' })).toBe('404 GIFT_CARD_NOT_FOUND');
});

test('[DEC-199, DEC-219] wrong codes of any number of clients do not change the shop’s captchas', async () => {
  await shop.setPolicy('declinesPerShop', '2');
  const gift = await buyGiftCard(shop, 130_00);
  for (let from = 10; from < 14; from += 1) expect(await codeOf(ask(wrong, from))).toBe('404 GIFT_CARD_NOT_FOUND');
  expect(await shop.call('getCaptchaChallenge', {})).toMatchObject({ ok: true, value: { maxnumber: 50_000 } });
  expect(await order([gift.code], 2)).toMatch(/^200/);
});

const age = (by: string) =>
  shop.db.pool.query('update gift_card_guesses set failed_at = failed_at - $1::interval', [by]);
