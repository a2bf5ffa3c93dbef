import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, codeOf, done, openCart, readCart } from '../testing/cart-calls.ts';
import { typing } from '../testing/operator.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { couponCommands } from './coupon-command.ts';

const runCouponCommand = typing(couponCommands, 'coupon');

let shop: TestShop;
const now = new Date('2026-12-01T12:00:00-06:00');

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV', price: 2_000_00 });
  shop.setNow(now);
});
afterAll(() => shop.close());

/** The result and the output of `ceiba coupon …`. */
const coupon = async (...args: string[]) => {
  const said: string[] = [];
  const isDone = await runCouponCommand({ db: shop.db, args, now, say: (text) => said.push(text) });
  return { isDone, said: said.join('\n') };
};

const rows = async () => (await shop.db.pool.query<object>('select * from coupons order by code')).rows;

const apply = async (couponCode: string) => {
  const cartId = await openCart(shop);
  done(await addProduct(shop, cartId, 'TV'));
  const answer = await shop.call('applyCoupon', { body: { cartId, couponCode } });
  return { cartId, answer: answer.ok ? answer.value.data.appliedCoupon.discountAmount : codeOf(answer) };
};

test('[DEC-78] a coupon is added for whole days of Guatemala, and shoppers can use it immediately', async () => {
  const words = ['navidad-26', '15%', 'Navidad', '--cap', 'Q250', '--minimum', '1000', '--from', '2026-12-01'];
  const more = ['--until', '2026-12-24', '--limit', '500', '--per-customer', '1'];
  expect(await coupon('add', ...words, ...more)).toEqual({
    isDone: true,
    said: 'NAVIDAD-26      Navidad: 15%, at most Q250.00, from Q1,000.00 on, begins 2026-12-01 00:00, ends 2026-12-24 23:59, used 0 of 500, 1 for each customer',
  });
  expect((await apply('Navidad-26')).answer).toBe(250);
  expect((await coupon('list')).said).toContain('NAVIDAD-26      Navidad: 15%');
  shop.setNow(new Date('2026-12-24T23:59:59-06:00'));
  expect((await apply('NAVIDAD-26')).answer).toBe(250);
  shop.setNow(new Date('2026-12-25T00:00:00-06:00'));
  expect((await apply('NAVIDAD-26')).answer).toBe('COUPON_EXPIRED');
  shop.setNow(now);
});

test('an ended coupon takes nothing off, even in a cart that has it', async () => {
  expect((await coupon('add', 'MENOS50', 'Q50', 'Menos Q50')).said).toBe('MENOS50         Menos Q50: Q50.00, used 0');
  const { cartId, answer } = await apply('MENOS50');
  expect(answer).toBe(50);
  expect(await coupon('end', 'menos50')).toEqual({
    isDone: true,
    said: 'MENOS50 takes nothing off from now on; orders that used it keep it.',
  });
  expect((await readCart(shop, cartId)).prices.discounts).toEqual([]);
  expect((await apply('MENOS50')).answer).toBe('COUPON_EXPIRED');
  expect((await coupon('end', 'MENOS50')).isDone).toBe(false);
});

test.each([
  ['a code that is there', ['add', 'UNO', 'Q2', 'Dos'], 'there is a coupon UNO already'],
  ['a code with spaces', ['add', 'U NO', 'Q1', 'Uno'], '<code> should be a code'],
  ['no label', ['add', 'OTRO', 'Q1'], '<label> is missing'],
  ['a label without quotes', ['add', 'OTRO', 'Q1', 'Menos', 'uno'], '"uno" is a word too many'],
  ['101 percent', ['add', 'OTRO', '101%', 'Uno'], '<off> should be a share as 10%'],
  ['nothing off', ['add', 'OTRO', 'Q0', 'Uno'], '<off> should be a share as 10%'],
  ['three decimals', ['add', 'OTRO', 'Q1.005', 'Uno'], '<off> should be a share as 10%'],
  ['a cap of words', ['add', 'OTRO', '10%', 'Uno', '--cap', 'mucho'], '--cap should be quetzales above 0'],
  ['no day', ['add', 'OTRO', '10%', 'Uno', '--until', '2026-02-30'], '--until should be a day'],
  [
    'an end before its beginning',
    ['add', 'OTRO', '10%', 'Uno', '--from', '2026-12-02', '--until', '2026-12-01'],
    'no day before its first',
  ],
  ['a limit of none', ['add', 'OTRO', '10%', 'Uno', '--limit', '0'], '--limit should be a whole number from 1 on'],
  ['an unknown option', ['add', 'OTRO', '10%', 'Uno', '--max', '1'], "Unknown option '--max'"],
  ['the end of one that is not there', ['end', 'NADA'], 'there is no coupon NADA that could end'],
  ['nothing', [], 'ceiba coupon list'],
  ['an unknown verb', ['delete', 'UNO'], 'ceiba coupon list'],
])('refused without a change: %s', async (_, args, said) => {
  await coupon('add', 'UNO', 'Q1', 'Uno');
  const before = await rows();
  const answer = await coupon(...args);
  expect(answer.isDone).toBe(false);
  expect(answer.said).toContain(said);
  expect(await rows()).toEqual(before);
});
