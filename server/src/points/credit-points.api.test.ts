import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderCommands } from '../orders/order-command.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import { card, cash, handOver, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { freePoints, member, programsOf } from '../testing/points-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { creditPoints } from './credit-points.ts';
import type { PointsPrograms } from './points-programs.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let customerId: string;
let speaker: number;
let lens: number;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 105_00, stock: 1_000 });
  lens = await createProduct(shop.db, { sku: 'LENS', price: 300_00, stock: 1_000, sellerId: 2, offerId: 'OF-1' });
  await createWarranty(shop.db, { sku: 'W-SPEAKER', productId: speaker, amount: 50_00 });
  ({ id: customerId } = await signInCustomer(shop.db, 'socia@correo.gt', new Date()));
  await shop.db.pool.query('update customers set dpi = $2, has_loyalty = true where id = $1', [customerId, member.dpi]);
});
afterAll(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const log = { info: () => {}, warn: () => {}, error: () => {} };
const run = (programs: Pick<PointsPrograms, 'credit' | 'takeBack'> = programsOf(open.bank), now = new Date()) =>
  creditPoints({ db: shop.db, programs, log }, shop.policy(), now);

type Line = { productId: number; quantity: number; warrantySku?: string };

/** An order of the member; answers its number. */
const order = async (lines: readonly Line[], total: number): Promise<string> => {
  const cartId = await prepareCart(shop, { lines });
  const answer = await postOrder(shop, { cartId, payments: [card(total)] });
  if (answer.statusCode !== 200) throw new Error(outcomeOf(answer));
  const number: string = answer.json().data.orderNumber;
  await shop.db.pool.query('update orders set customer_id = $2 where number = $1', [number, customerId]);
  return number;
};
const deliver = (number: string) => shop.db.pool.query(handOver(`select ${Number(number)}`));

const entriesOf = async (number: string): Promise<unknown[][]> => {
  const { rows } = await shop.db.pool.query(
    `select e.position, e.state, e.points, (select coalesce(sum(t.points), 0)::int from points_takebacks t
       where t.order_id = e.order_id and t.position = e.position) as back
     from points_entries e join orders o on o.id = e.order_id where o.number = $1 order by e.position`,
    [number],
  );
  return rows.map(({ position, state, points, back }) => [position, state, points, back]);
};

const command = typing(orderCommands, 'order');
const cancelLine = (number: string, ...words: string[]) =>
  command({
    db: shop.db,
    args: ['refund', number, '--line', '1', ...words, '--by', 'Ana Paz', '--reason', 'no hay'],
    actor: operator,
    now: new Date(),
    say: () => {},
  });

/** A refund of units of a line, as the row that every way to refund writes. */
const giveBack = (number: string, position: number, units: number) =>
  shop.db.pool.query(
    `update order_lines set refunded = refunded + $3 where position = $2 and order_id = (select id from orders where number = $1)`,
    [number, position, units],
  );

test('[LOYAL-02, DEC-86] goods of the shop are credited once, when they are delivered and paid; other lines earn nothing', async () => {
  const before = await freePoints(open.bank);
  const number = await order(
    [
      { productId: speaker, quantity: 2, warrantySku: 'W-SPEAKER' },
      { productId: lens, quantity: 1 },
    ],
    640,
  );
  await run();
  expect(await entriesOf(number)).toEqual([]);
  await deliver(number);
  await Promise.all([run(), run()]);
  await run();
  // 2 × Q105 are Q210 of goods; warranties, delivery and another seller's goods earn nothing.
  expect(await entriesOf(number)).toEqual([
    [1, 'credited', 21, 0],
    [2, 'none', 0, 0],
  ]);
  expect(await freePoints(open.bank)).toBe(Number(before) + 21);
  expect(cancelLine).toBeDefined();
  expect(cash).toBeDefined();
});
