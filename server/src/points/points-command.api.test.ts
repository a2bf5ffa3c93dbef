import { afterAll, beforeAll, expect, test } from 'vitest';
import { typing } from '../testing/operator.ts';
import { card, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { overdue, programsOf, redeem, settle } from '../testing/points-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { pointsCommands } from './points-command.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1000 });
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const run = async (...args: string[]) => {
  const said: string[] = [];
  const runPointsCommand = typing(
    pointsCommands(() => programsOf(open.bank)),
    'points',
  );
  const { db, config } = open.shop;
  const command = { db, config, args, say: (text: string) => said.push(text) };
  const isDone = await runPointsCommand(command);
  return { isDone, said: said.join('\n') };
};

/** Places an order of Q230, of which points pay Q100. Also returns the key of the reservation. */
const orderWithPoints = async () => {
  const { shop } = open;
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 2 }] });
  await redeem(shop, cartId, 100);
  const answer = await postOrder(shop, { cartId, payments: [card(130)] });
  const { rows } = await shop.db.pool.query<{ code: string; status: string }>(
    'select code, status from points_certificates where cart_id = $1 and order_id is not null',
    [cartId],
  );
  return { number: outcomeOf(answer).slice(4), code: rows[0]?.code ?? '' };
};

const statusOf = async (code: string) =>
  (await open.shop.db.pool.query('select status from points_certificates where code = $1', [code])).rows[0]?.status;

test('[DEC-114] if a paid order’s points were released, this is reported and an operator writes them off once', async () => {
  const programs = programsOf(open.bank);
  const { number, code } = await orderWithPoints();
  // The points are still blocked, so the program can take them.
  expect(await run('write-off', number)).toMatchObject({ isDone: false, said: expect.stringContaining('held') });
  await programs.giveBack(code);
  expect(await settle(open.shop, programs)).toBe(0);
  expect((await run('list')).said).toContain(
    `Order ${number}: 1000 points of MaxpointsPoints (Q100.00), capturing since`,
  );
  expect(await run('write-off', number)).toMatchObject({ isDone: true, said: expect.stringContaining('written off') });
  expect(await statusOf(code)).toBe('written_off');
  expect(await run('write-off', number)).toMatchObject({ isDone: false, said: expect.stringContaining('written_off') });
  await overdue(open.shop);
  expect(await settle(open.shop, programs)).toBe(0);
  expect((await run('list')).said).toBe('No program is waited for.');
});

test('commands change nothing for captured points, orders without points and unknown arguments', async () => {
  const { number, code } = await orderWithPoints();
  expect(await settle(open.shop, programsOf(open.bank))).toBe(1);
  expect(await run('write-off', number)).toMatchObject({ isDone: false, said: expect.stringContaining('captured') });
  expect(await statusOf(code)).toBe('captured');
  for (const args of [['write-off', '999999999'], ['write-off', 'x'], ['write-off'], ['keep', number], []])
    expect((await run(...args)).isDone).toBe(false);
});
