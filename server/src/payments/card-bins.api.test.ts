import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, done, readCart } from '../testing/cart-calls.ts';
import { typing } from '../testing/operator.ts';
import { installments, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { cardBinCommands } from './card-bin-command.ts';

const runCardBinCommand = typing(cardBinCommands, 'card-bin');

const gytCard = '4012888888881881';
const bin = '401288';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let tv: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  tv = await createProduct(open.shop.db, { sku: 'TV', price: 2_000_00, stock: 100 });
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

/** Runs a command and returns its output. `ok` false: the command was refused. */
const ceiba = async (...args: string[]): Promise<{ ok: boolean; said: string }> => {
  const said: string[] = [];
  const isDone = await runCardBinCommand({ db: open.shop.db, args, say: (text) => said.push(text) });
  return { ok: isDone, said: said.join('\n') };
};

const offered = async (cartId: string) => done(await open.shop.call('getInstallments', { query: { bin, cartId } }));

/** Creates a cart of Q2,000 to be paid in installments. */
const cartWith = (method: 'otherVisaInstallments' | 'bamMaxVisaInstallments') =>
  prepareCart(open.shop, { lines: [{ productId: tv, quantity: 1 }], payment: { method, bin } });

const totalOf = async (cartId: string): Promise<number> => (await readCart(open.shop, cartId)).prices.grandTotal.value;

const pay = async (cartId: string, amount: number, plan: number) =>
  outcomeOf(await postOrder(open.shop, { cartId, payments: [installments(amount, plan, gytCard)] }));

const chargeOf = async (cartId: string) => {
  const { rows } = await open.shop.db.pool.query<{ id: string; total: number }>(
    'select p.id, o.total from orders o join payments p on p.order_id = o.id where o.cart_id = $1',
    [cartId],
  );
  const charge = (await open.bank.charges()).find(({ key }) => key === rows[0]?.id);
  return { total: rows[0]?.total, charged: charge?.amountCentavos, plan: charge?.plan };
};

test('[DEC-79] plans and promotions that an operator sets take effect immediately, in offers and charges', async () => {
  const cartId = await cartWith('otherVisaInstallments');
  const later = await cartWith('otherVisaInstallments');
  expect((await offered(cartId)).installments).toEqual([6, 10, 12, 24]);
  expect(await pay(cartId, 2_000, 18)).toBe('400 PAY_PLAN_NOT_ALLOWED');

  expect(await ceiba(bin, 'add-plan', '18')).toEqual({
    ok: true,
    said: '401288  visa  G&T Continental: 6, 10, 12, 18, 24 payments',
  });
  expect(await offered(cartId)).toMatchObject({ installments: [6, 10, 12, 18, 24], hasDiscount: false });
  expect(await totalOf(cartId)).toBe(2_000);

  expect((await ceiba(bin, 'begin-promotion')).ok).toBe(true);
  expect(await offered(cartId)).toMatchObject({ installments: [6, 10, 12, 18, 24], hasDiscount: true });
  const cart = await readCart(open.shop, cartId);
  expect(cart.prices.discounts).toMatchObject([{ id: 'DISCOUNT_BAM', amount: 200 }]);
  expect(cart.prices.grandTotal.value).toBe(1_800);
  expect(await pay(cartId, 2_000, 18)).toBe('409 PAY_AMOUNT_MISMATCH');
  expect(await pay(cartId, 1_800, 18)).toMatch(/^200 1\d{8}$/);
  expect(await chargeOf(cartId)).toEqual({ total: 1_800_00, charged: 1_800_00, plan: 18 });

  expect((await ceiba(bin, 'end-promotion')).ok).toBe(true);
  expect(await offered(later)).toMatchObject({ installments: [6, 10, 12, 18, 24], hasDiscount: false });
  expect((await readCart(open.shop, later)).prices.discounts).toEqual([]);
  expect(await pay(later, 1_800, 18)).toBe('409 PAY_AMOUNT_MISMATCH');
  expect(await pay(later, 2_000, 18)).toMatch(/^200 1\d{8}$/);
  expect(await chargeOf(later)).toEqual({ total: 2_000_00, charged: 2_000_00, plan: 18 });
});

test('[DEC-79] [DEC-103] a cart loses a discount with its payment method when the promotion ends', async () => {
  await ceiba(bin, 'begin-promotion');
  const cartId = await cartWith('bamMaxVisaInstallments');
  expect(await totalOf(cartId)).toBe(1_800);
  await ceiba(bin, 'end-promotion');
  expect(await totalOf(cartId)).toBe(2_000);
  const choice = { params: { id: cartId }, body: { paymentMethod: 'bamMaxVisaInstallments', bin } as const };
  expect(codeOf(await open.shop.call('setCartPaymentMethod', choice))).toBe('PAY_METHOD_NOT_ALLOWED');
  await ceiba(bin, 'begin-promotion');
  const { prices } = done(await open.shop.call('setCartPaymentMethod', choice)).data;
  expect(prices.grandTotal.value).toBe(1_800);
  await ceiba(bin, 'end-promotion');
});

test('a card that loses all its plans loses its discount, too', async () => {
  expect((await ceiba('499999', 'add', 'visa', 'Banco Nuevo')).said).toBe('499999  visa  Banco Nuevo: no installments');
  await ceiba('499999', 'add-plan', '3');
  await ceiba('499999', 'begin-promotion');
  const payment = { method: 'otherVisaInstallments', bin: '499999' };
  const cartId = await prepareCart(open.shop, { lines: [{ productId: tv, quantity: 1 }], payment });
  expect(await totalOf(cartId)).toBe(1_800);
  expect((await ceiba('499999', 'remove-plan', '3')).said).toBe(
    '499999  visa  Banco Nuevo: no installments, promotion',
  );
  expect(await totalOf(cartId)).toBe(2_000);
});

test('changes of two concurrent operators are both stored, and a repeated change has no effect', async () => {
  const plans = ['2', '3', '4', '5', '7', '8', '9', '11'];
  await Promise.all([...plans, ...plans].map((plan) => ceiba('222300', 'add-plan', plan)));
  expect((await ceiba()).said).toContain(
    '222300  mastercard  Banco Promerica: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 payments',
  );
});

test.each([
  [['41111', 'add-plan', '18']],
  [[bin, 'add-plan', '1']],
  [[bin, 'add-plan', '121']],
  [[bin, 'add-plan', '18', '24']],
  [[bin, 'remove-plan']],
  [[bin, 'begin-promotion', 'now']],
  [['499998', 'add', 'diners', 'Banco']],
  [['499998', 'add', 'visa', ' ']],
  [[bin, 'delete']],
])('%j prints the command’s usage, and changes nothing', async (args) => {
  const before = await ceiba();
  const answer = await ceiba(...args);
  expect(answer).toMatchObject({ ok: false, said: expect.stringMatching(/^ceiba card-bin/) });
  expect(await ceiba()).toEqual(before);
});

test('a command reports a card that is missing, or that already exists', async () => {
  expect(await ceiba('499997', 'begin-promotion')).toMatchObject({
    ok: false,
    said: expect.stringContaining('There is no card 499997'),
  });
  expect(await ceiba(bin, 'add', 'visa', 'Otro')).toEqual({
    ok: false,
    said: 'The card 401288 exists already. Nothing changed.',
  });
});

test('npm run ceiba -- card-bin works as an operator types it', async () => {
  const ceibaFile = new URL('../ceiba.ts', import.meta.url).pathname;
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [ceibaFile, 'card-bin', ...args], {
      env: { ...process.env, DATABASE_URL: open.shop.url },
    });
  expect((await run('555555', 'add-plan', '48')).stdout).toBe(
    '555555  mastercard  Banrural: 6, 10, 12, 24, 36, 48 payments\n',
  );
  await expect(run('555555', 'add-plan', 'many')).rejects.toMatchObject({ code: 2, stdout: '' });
});
