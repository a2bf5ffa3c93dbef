import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDatabase } from '../invariants/check-invariants.ts';
import { shipmentCommands } from '../shipments/shipment-command.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import { handOver } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { freePoints, member, overdue, programsOf, settle } from '../testing/points-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createWarranty } from '../testing/shop-fixtures.ts';
import { openShopWithDesk } from '../testing/shop-with-desk.ts';
import { creditPoints } from './credit-points.ts';
import type { PointsPrograms } from './points-programs.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
let customerId: string;
let lens: number;
beforeAll(async () => {
  open = await openShopWithDesk();
  const { shop } = open;
  await loosenBudgets(shop);
  lens = await createProduct(shop.db, { sku: 'LENS', price: 300_00, stock: 1_000, sellerId: 2, offerId: 'OF-1' });
  await createWarranty(shop.db, { sku: 'W-TV', productId: open.tv, amount: 50_00 });
  ({ id: customerId } = await signInCustomer(shop.db, 'socia@correo.gt', new Date()));
  await shop.db.pool.query('update customers set dpi = $2, has_loyalty = true where id = $1', [customerId, member.dpi]);
});
afterAll(async () => {
  await open.sendRefunds();
  await overdue(open.shop);
  await settle(open.shop, programsOf(open.bank));
  await run();
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

type Program = Pick<PointsPrograms, 'credit' | 'takeBack'>;

/** Runs the job a second later, like the run of the next minute. Moments in the database have microseconds, a Date has none. */
const run = (programs: Program = programsOf(open.bank), now = new Date(Date.now() + 1_000)) =>
  creditPoints({ db: open.shop.db, programs, log: open.log }, open.shop.policy(), now);

const sql = (text: string, ...values: unknown[]) => open.shop.db.pool.query(text, values);

/** Places an order of the member, or of another customer. Returns the order's number. */
const place = async (...[cart, by]: Parameters<typeof open.place>): Promise<string> => {
  const number = await open.place(cart, by);
  await sql('update orders set customer_id = $2 where number = $1', number, customerId);
  return number;
};
const deliver = (number: string) => sql(handOver(String(Number(number))));

const giveBack = async (orderNumber: string, line: number, quantity: number): Promise<void> => {
  const { version } = await open.see(orderNumber);
  const body = { orderNumber, version, reason: 'Producto dañado', unsent: 'cancel', lines: [{ line, quantity }] };
  const { statusCode } = await open.desk.send('POST', '/v1/admin/refunds', { body });
  if (statusCode !== 201) throw new Error(`refused: ${statusCode}`);
};

/** Returns state, credited points and removed points of each line that has an entry. */
const entriesOf = async (number: string): Promise<unknown[][]> => {
  const { rows } = await sql(
    `select e.state, e.points, (select coalesce(sum(t.points), 0)::int from points_takebacks t
       where t.order_id = e.order_id and t.position = e.position) as back
     from points_entries e join orders o on o.id = e.order_id where o.number = $1 order by e.position`,
    number,
  );
  return rows.map(({ state, points, back }) => [state, points, back]);
};

/** Reads the points at the program. Returns a function that reports the change since then. */
const watchPoints = async (): Promise<() => Promise<number>> => {
  const before = Number(await freePoints(open.bank));
  return async () => Number(await freePoints(open.bank)) - before;
};

/** Ends every lease of credits and takebacks. */
const leasesOver = async (): Promise<void> => {
  await sql(`update points_entries set settle_after = now() - interval '1 second' where settle_after is not null`);
  await sql(`update points_takebacks set settle_after = now() - interval '1 second' where settle_after is not null`);
};

/** Returns a program that fulfils each request, but whose answer is lost whenever `isLost` is true. */
const losing = (isLost: () => boolean): Program => {
  const programs = programsOf(open.bank);
  const unknown = { kind: 'unknown', reason: 'lost' } as const;
  return {
    credit: async (earned) => {
      const outcome = await programs.credit(earned);
      return isLost() ? unknown : outcome;
    },
    takeBack: async (key, part) => {
      const outcome = await programs.takeBack(key, part);
      return isLost() ? unknown : outcome;
    },
  };
};

test('[LOYAL-02, DEC-86] only the shop’s goods earn points, once, when they are delivered and paid', async () => {
  const change = await watchPoints();
  const number = await place({
    lines: [
      { productId: open.tv, quantity: 1, warrantySku: 'W-TV' },
      { productId: open.radio, quantity: 3 },
      { productId: lens, quantity: 1 },
    ],
  });
  await run();
  expect(await entriesOf(number)).toEqual([]);
  await deliver(number);
  await Promise.all([run(), run()]);
  await run();
  // Goods of Q1,500.00 and Q99.99 earn points. Warranty, delivery and another seller's goods earn none.
  expect(await entriesOf(number)).toEqual([
    ['credited', 150, 0],
    ['credited', 9, 0],
    ['none', 0, 0],
  ]);
  expect(await change()).toBe(159);
});

test('a shipment that a command marks as delivered earns points, too', async () => {
  const number = await place({ lines: [{ productId: open.radio, quantity: 3 }] });
  const ceiba = typing(shipmentCommands, 'shipment');
  for (const args of [
    ['send', `${number}-1`],
    ['deliver', `${number}-1`, '--by', 'Rosa'],
  ])
    await ceiba({ db: open.shop.db, args, actor: operator, now: new Date(), say: () => {} });
  expect((await open.see(number)).status).toBe('delivered');
  await run();
  expect(await entriesOf(number)).toEqual([['credited', 9, 0]]);
});

test('[LOYAL-02] the part of a price that points pay earns no points', async () => {
  const number = await place({ lines: [{ productId: open.tv, quantity: 1 }] }, { points: 500 });
  await deliver(number);
  await settle(open.shop, programsOf(open.bank));
  const change = await watchPoints();
  await run();
  expect(await entriesOf(number)).toEqual([['credited', 100, 0]]);
  expect(await change()).toBe(100);
});

test('[LOYAL-02] a refund removes the points of its units, with its own key, and never more than were credited', async () => {
  const change = await watchPoints();
  const number = await place();
  await deliver(number);
  await run();
  expect(await change()).toBe(159);
  await giveBack(number, 2, 1);
  await Promise.all([run(), run()]);
  // Q66.66 of the Q99.99 are left.
  expect(await entriesOf(number)).toEqual([
    ['credited', 150, 0],
    ['credited', 9, 3],
  ]);
  await giveBack(number, 1, 1);
  await giveBack(number, 2, 2);
  await run();
  expect(await entriesOf(number)).toEqual([
    ['credited', 150, 150],
    ['credited', 9, 9],
  ]);
  expect(await change()).toBe(0);
});

test('units refunded before their delivery earn no points', async () => {
  const number = await place({ lines: [{ productId: open.radio, quantity: 3 }] });
  await giveBack(number, 1, 1);
  await deliver(number);
  await run();
  expect(await entriesOf(number)).toEqual([['credited', 6, 0]]);
});

test('[LOYAL-02] missing cash counts as paid if a refund offsets it, and if it is written off, it earns nothing', async () => {
  const short = async () => {
    const number = await place({ lines: [{ productId: open.radio, quantity: 3 }] }, 'cash');
    await deliver(number);
    await sql(
      `update shipments set cash_collected = cash_collected - 3333, reason = 'Así lo dijo' where order_id = (select id from orders where number = $1)`,
      number,
    );
    await run();
    expect(await entriesOf(number)).toEqual([]);
    return number;
  };
  const [setOff, writtenOff] = [await short(), await short()];
  await giveBack(setOff, 1, 2);
  await sql(
    `update shipments set cash_written_off = 3333 where order_id = (select id from orders where number = $1)`,
    writtenOff,
  );
  await run(programsOf(open.bank), new Date(Date.now() + 2 * 24 * 3_600_000));
  expect(await entriesOf(setOff)).toEqual([['credited', 3, 0]]);
  expect(await entriesOf(writtenOff)).toEqual([['none', 0, 0]]);
  const { rows } = await sql('select count(*)::int as due from points_due');
  expect(rows).toEqual([{ due: 0 }]);
});

test('[LOYAL-02] requests whose answers are lost are repeated and count once, in 20 orders with refunds', async () => {
  const change = await watchPoints();
  let asked = 0;
  // Every second answer is lost.
  const programs = losing(() => {
    asked += 1;
    return asked % 2 === 1;
  });
  let expected = 0;
  for (let nth = 0; nth < 20; nth += 1) {
    const quantity = (nth % 4) + 1;
    const back = nth % (quantity + 1);
    const number = await place({ lines: [{ productId: open.radio, quantity }] });
    await deliver(number);
    await run(programs);
    if (back > 0) await giveBack(number, 1, back);
    expected += Math.floor((3_333 * (quantity - back)) / 1_000);
  }
  for (let round = 0; round < 40 && (await isWaiting()); round += 1) {
    await leasesOver();
    await run(programs);
  }
  expect(await isWaiting()).toBe(false);
  expect(await change()).toBe(expected);
});

const isWaiting = async (): Promise<boolean> => {
  const { rows } = await sql(
    `select exists (select from points_entries where settle_after is not null)
       or exists (select from points_takebacks where settle_after is not null) or exists (select from points_due) as is`,
  );
  return rows[0]?.is;
};

test('if the shop chooses so, points are credited only after the last day for returns', async () => {
  await open.shop.setPolicy('pointsCreditedAt', 'returnDays');
  const number = await place({ lines: [{ productId: open.tv, quantity: 1 }] });
  await deliver(number);
  await run();
  expect(await entriesOf(number)).toEqual([]);
  const later = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  await run(programsOf(open.bank), later(20));
  expect(await entriesOf(number)).toEqual([]);
  await run(programsOf(open.bank), later(90));
  expect(await entriesOf(number)).toEqual([['credited', 150, 0]]);
  await open.shop.setPolicy('pointsCreditedAt', 'default');
});

test('a buyer who is not a member earns no points, and nobody does while the program is off', async () => {
  const change = await watchPoints();
  await sql('update customers set has_loyalty = false where id = $1', customerId);
  const [stranger, off] = [await place(), await place()];
  await deliver(stranger);
  await run();
  await sql('update customers set has_loyalty = true where id = $1', customerId);
  await sql(`update flags set enabled = false where name = 'pointsMax'`);
  await open.shop.followRows();
  await deliver(off);
  await run();
  for (const number of [stranger, off])
    expect(await entriesOf(number)).toEqual([
      ['none', 0, 0],
      ['none', 0, 0],
    ]);
  expect(await change()).toBe(0);
  await sql(`update flags set enabled = true where name = 'pointsMax'`);
  await open.shop.followRows();
});

test('[LOYAL-02] the guard finds an entry with wrong points, and a line without an entry', async () => {
  const number = await place();
  await deliver(number);
  await run();
  const found = async () => (await checkDatabase(open.shop.db, new Date())).map(({ invariant }) => invariant);
  const ofOrder = `order_id = (select id from orders where number = ${Number(number)})`;
  expect(await found()).not.toContain('points-of-lines');
  await sql(`update points_entries set points = points + 1 where position = 1 and ${ofOrder}`);
  expect(await found()).toContain('points-of-lines');
  await sql(`update points_entries set points = points - 1 where position = 1 and ${ofOrder}`);
  // The rows are copied into a table, because moments that pass through this process lose their microseconds.
  await sql('create table kept_entries as select * from points_entries limit 0');
  await sql(
    `with gone as (delete from points_entries where position = 2 and ${ofOrder} returning *) insert into kept_entries select * from gone`,
  );
  expect(await found()).toContain('points-of-lines');
  await sql('insert into points_entries select * from kept_entries');
  await sql('drop table kept_entries');
  expect(await found()).not.toContain('points-of-lines');
});
