import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportAll } from '../imports/export-file.ts';
import { exportKinds } from '../imports/export-kinds.ts';
import { makeRefund, type RefundInput } from '../refunds/make-refund.ts';
import { lockOrderToRefund } from '../refunds/order-to-refund.store.ts';
import { moveShipment } from '../shipments/move-shipment.ts';
import { done } from '../testing/cart-calls.ts';
import { placeStoreOrder } from '../testing/desk-orders.ts';
import { buyGiftCard } from '../testing/gift-card-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator } from '../testing/operator.ts';
import { readCsv } from '../testing/read-csv.ts';
import { createWarranty } from '../testing/shop-fixtures.ts';
import { openShopWithDesk } from '../testing/shop-with-desk.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
let owner: TestDesk;

beforeAll(async () => {
  open = await openShopWithDesk();
  await loosenBudgets(open.shop);
  owner = await openDesk(open.shop, 'owner');
  await createWarranty(open.shop.db, { sku: 'W-TV', productId: open.tv, amount: 120_00 });
});
afterAll(() => open.close());

const sales = async (): Promise<number> =>
  Math.round((done(await owner.call('getDeskHome', {})).data.today.netSales ?? 0) * 100);
/** Returns the number of centavos that one event adds to today's net sales. */
const added = async (happen: () => Promise<unknown>): Promise<number> => {
  const before = await sales();
  await happen();
  return (await sales()) - before;
};
const giveBack = (number: string, asked: Partial<RefundInput>) =>
  open.shop.db.transaction(async (tx) => {
    const order = await lockOrderToRefund(tx, number);
    if (order === undefined) throw new Error('no order');
    const whole = {
      cause: 'desk',
      causeKey: crypto.randomUUID(),
      lines: [],
      actor: operator,
      reason: 'Prueba',
    } as const;
    const made = await makeRefund(tx, order, { ...whole, ...asked });
    if (!made.ok) throw new Error(made.error.code);
    return made.value;
  });
const oneTv = () => [{ productId: open.tv, quantity: 1 }];

test('[OFF-12] net sales are goods minus points, without donation, delivery and gift cards', async () => {
  let number = '';
  // Q1,500.00, of which points pay Q100.00.
  const placing = async () => {
    number = await open.place({ lines: oneTv() }, { points: 100 });
  };
  expect(await added(placing)).toBe(1_400_00);
  expect(await added(() => giveBack(number, { lines: [{ position: 1, units: 1 }] }))).toBe(-1_400_00);
  expect(await added(() => open.place({ lines: oneTv(), donation: 25_00 }, 'cash'))).toBe(1_500_00);
  expect(await added(() => buyGiftCard(open.shop, 200_00))).toBe(0);
  const { code } = await buyGiftCard(open.shop, 200_00);
  const byCard = { giftCard: { code, amount: 200 } };
  expect(await added(() => open.place({ lines: oneTv() }, byCard))).toBe(1_500_00);
});

test('[OFF-12] an order that waits for its payment or confirmation does not count as a sale', async () => {
  const { pool } = open.shop.db;
  await pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor', 'MAX', 'Andrea', now())`,
  );
  const atStore = { amount: 1_500, advisor: 'asesor', shippingMethod: 'pickup', storeCode: 'MAX' } as const;
  expect(await added(() => placeStoreOrder(open.shop, { lines: oneTv(), ...atStore }))).toBe(0);
  const unconfirmed = async () => {
    const number = await open.place({ lines: oneTv() }, 'cash');
    await pool.query(`update orders set confirmation_due = now() + interval '1 hour' where number = $1`, [number]);
  };
  expect(await added(unconfirmed)).toBe(0);
});

test('[WORK-20] desk and audit show the same refund for a return: the bank’s refund minus earlier goodwill', async () => {
  const { desk, place, see } = open;
  const number = await place({ lines: [{ productId: open.radio, quantity: 6 }] });
  for (const _step of [1, 2, 3]) {
    const action = { kind: 'advance', cash: { amount: 'due', difference: null } } as const;
    await moveShipment(
      open.shop.db,
      { orderNumber: number, choice: { shipmentNumber: 1 }, action, actor: operator },
      new Date(),
    );
  }
  const paid = (await see(number)).paid ?? 0;
  await giveBack(number, { goodwill: (Math.round(paid * 100) - 1_00) as never });
  const body = { orderNumber: number, sku: 'RADIO', quantity: 6, reason: 'Producto dañado', description: '' } as const;
  const opened = done(await desk.call('createReturn', { body })).data;
  const at = { params: { number: opened.number } };
  const received = done(await owner.call('receiveReturn', { ...at, body: { version: opened.version } })).data;
  const units = [{ quantity: 6, fate: 'restock' as const, storeCode: 'BODEGA' }];
  const decided = done(
    await owner.call('decideReturnUnits', { ...at, body: { version: received.version, units, refundTo: 'origin' } }),
  ).data;
  expect(decided.refunded).toBe(1);
  const { rows } = await open.shop.db.pool.query<{ refunded: number; bank: number }>(
    `select (a.after ->> 'refunded')::float8 as refunded, (select r.amount / 100.0 from refunds r join orders o on o.id = r.order_id
       where o.number = $2 and r.cause = 'return')::float8 as bank
     from audit_entries a where a.operation = 'decideReturnUnits' and a.entity_id = $1`,
    [opened.number, number],
  );
  expect(rows).toEqual([{ refunded: 1, bank: 1 }]);
});

test('the list of refunds and its CSV separate money, points and gift cards, and their sum is the total', async () => {
  const number = await open.place({ lines: oneTv() }, { points: 100 });
  await giveBack(number, { goodwill: 114_95 as never });
  const [row] = done(await owner.call('listRefunds', { query: { q: number } })).data;
  expect(row).toMatchObject({ amount: 114.95, money: 14.95, points: 100, giftCards: 0 });
  const columns = 'columns=orderNumber,amount,money,points,giftCards';
  const csv = await owner.send('GET', `/v1/admin/refunds/export?q=${number}&${columns}`);
  const [headings = [], cells = []] = readCsv(csv.body);
  const said = Object.fromEntries(headings.map((heading, at) => [heading.replace('\uFEFF', ''), cells[at]]));
  expect(said).toMatchObject({ Reembolso: '114.95', Dinero: '14.95', Puntos: '100.00', 'Tarjetas de regalo': '0.00' });
});

test('[BULK-11] an exported order’s amounts add up to its total, and its methods are written as words', async () => {
  const lines = [{ productId: open.tv, quantity: 1, warrantySku: 'W-TV' }];
  const number = await open.place({ lines, donation: 15_00, shippingMethod: 'pickup', storeCode: 'MAX' }, 'cash');
  const kind = exportKinds.find(({ name }) => name === 'orders');
  if (kind === undefined) throw new Error('orders are exported');
  let text = '';
  await exportAll(open.shop.db, kind, 'csv', async (part) => {
    text += part;
  });
  const [headings = [], ...rows] = readCsv(text);
  const orders = rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])));
  for (const { numero, productos, garantias, donacion, envio, descuento, total } of orders) {
    const cents = (cell: string | undefined): number => Math.round(Number(cell ?? '0') * 100);
    const whole = [productos, garantias, donacion, envio].reduce((sum, cell) => sum + cents(cell), 0);
    expect([numero, whole - cents(descuento)]).toEqual([numero, cents(total)]);
  }
  expect(orders.find(({ numero }) => numero === number)).toMatchObject({
    ...{ entrega: 'en tienda', pago: 'efectivo', productos: '1500.00', garantias: '120.00', donacion: '15.00' },
  });
});
