import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowCommands } from '../imports/row-commands.ts';
import { buyGiftCard } from '../testing/gift-card-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator, typing } from '../testing/operator.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { overdue, programsOf, settle } from '../testing/points-calls.ts';
import { createProduct, createWarranty } from '../testing/shop-fixtures.ts';
import { openShopWithDesk } from '../testing/shop-with-desk.ts';
import { openDesk } from '../testing/test-desk.ts';
import { cancelWholeOrder } from './canceling/cancel-order.ts';
import { showOrder } from './reading/order-sheet.store.ts';
import { findWholeOrders } from './reading/whole-orders.store.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
let manager: Awaited<ReturnType<typeof openDesk>>;
let products: { camera: number; lens: number };
beforeAll(async () => {
  open = await openShopWithDesk();
  const { shop } = open;
  manager = await openDesk(shop, 'manager');
  await loosenBudgets(shop);
  await shop.db.pool.query("insert into coupons (code, label, percent_bp) values ('TERCIO', 'Un tercio', 3333)");
  const sold = { stock: 900, sellerId: 2, offerId: 'OF' };
  products = {
    camera: await createProduct(shop.db, { sku: 'CAMERA', price: 2_697_29, stock: 900 }),
    lens: await createProduct(shop.db, { sku: 'LENS', price: 112_00, ...sold }),
  };
  await createWarranty(shop.db, { sku: 'W-CAM', productId: products.camera, amount: 1_797_00 });
  await createWarranty(shop.db, { sku: 'W-LENS', productId: products.lens, amount: 56_00 });
});
afterAll(async () => {
  await open.sendRefunds();
  await overdue(open.shop);
  await settle(open.shop, programsOf(open.bank));
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

const cents = (amount: number | null): number => Math.round((amount ?? Number.NaN) * 100);
const sumOf = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((all, one) => all + cents(one), 0);

/** Computes the IVA contained in centavos by quotient and remainder. The shop uses another method. */
const containedIva = (charged: number, percent: number): number => {
  const [whole, rest] = [Math.floor((charged * percent) / (100 + percent)), (charged * percent) % (100 + percent)];
  return rest * 2 >= 100 + percent ? whole + 1 : whole;
};

/** Checks every sum that the order's invoice needs. */
function expectInvoice(order: DeskOrder): void {
  const { taxLines, shipping, donation, shippingIva, total, iva, lines } = order;
  expect(sumOf([...taxLines.map(({ charged }) => charged), shipping, donation])).toBe(cents(total));
  expect(sumOf([...taxLines.map((line) => line.iva), shippingIva])).toBe(cents(iva));
  for (const line of taxLines) {
    expect(cents(line.base) + cents(line.iva)).toBe(cents(line.charged));
    expect(cents(line.iva)).toBe(containedIva(cents(line.charged), line.taxRate));
  }
  for (const { line, iva: whole, worth } of lines) {
    const own = taxLines.filter((each) => each.line === line);
    expect(sumOf(own.map((each) => each.iva))).toBe(cents(whole));
    expect(sumOf(own.map((each) => each.worth))).toBe(cents(worth));
  }
}

const refund = async (orderNumber: string, body: object) => {
  const { version } = await open.see(orderNumber, manager);
  const made = await manager.send('POST', '/v1/admin/refunds', {
    body: { orderNumber, version, reason: 'Producto dañado', unsent: 'send', courtesyReason: 'Se lo queda', ...body },
  });
  expect(made.statusCode, made.body).toBe(201);
};

/** Returns the amounts that refunds deducted from the order's invoice, by line: charge and IVA of the goods, then of the warranties. */
const creditsOf = async (orderNumber: string) => {
  const { rows } = await open.shop.db.pool.query<{ position: number; credits: number[] }>(
    `select f.position, array[sum(f.charged), sum(f.iva), sum(f.warranty_charged), sum(f.warranty_iva)]::integer[] as credits
     from refund_lines f join orders o on o.id = f.order_id where o.number = $1 group by f.position order by f.position`,
    [orderNumber],
  );
  return rows.map(({ credits }) => credits);
};

const setSeller = async (...args: string[]) => {
  const said: string[] = [];
  const type = typing(rowCommands, 'seller');
  const isDone = await type({ db: open.shop.db, args, say: (text) => said.push(text), config: open.shop.config });
  return { isDone, said: said.join('\n') };
};

test('[DEC-233] a warranty is a separate service line of seller 1, with net, IVA and refundable amount', async () => {
  const number = await open.place({ lines: [{ productId: products.camera, quantity: 1, warrantySku: 'W-CAM' }] });
  const order = await open.see(number);
  expect(order.taxLines).toMatchObject([
    { line: 1, kind: 'product', sellerId: 1, sku: 'CAMERA', charged: 2_697.29, base: 2_408.29, iva: 289, taxRate: 12 },
    {
      ...{
        line: 1,
        kind: 'service',
        isWarranty: true,
        sellerId: 1,
        sku: 'W-CAM',
        title: 'Garantía W-CAM',
        quantity: 1,
      },
      ...{
        unitPrice: 1_797,
        worth: 1_797,
        charged: 1_797,
        base: 1_604.46,
        iva: 192.54,
        refunded: 0,
        refundable: 1_797,
      },
    },
  ]);
  expect(order.lines).toMatchObject([{ worth: 4_494.29, iva: 481.54 }]);
  expectInvoice(order);
  await refund(number, { lines: [{ line: 1, quantity: 1 }] });
  expect((await open.see(number)).taxLines).toMatchObject([
    { refunded: 2_697.29, refundable: 0 },
    { refunded: 1_797, refundable: 0 },
  ]);
  expect(await creditsOf(number)).toEqual([[2_697_29, 289_00, 1_797_00, 192_54]]);
  expect((await open.see(number, manager)).refunds).toMatchObject([{ amount: 4_494.29, iva: 481.54 }]);
});

test('[DEC-233] points and a coupon lower the IVA, and a gift card does not', async () => {
  const lines = [
    { productId: open.tv, quantity: 1 },
    { productId: products.camera, quantity: 2, warrantySku: 'W-CAM' },
  ];
  const plain = await open.see(await open.place({ lines }));
  expectInvoice(plain);
  const { code } = await buyGiftCard(open.shop, 300_00);
  const withCard = await open.see(await open.place({ lines }, { giftCard: { code, amount: 300 } }));
  expect([withCard.iva, withCard.taxLines]).toEqual([plain.iva, plain.taxLines]);
  const byCoupon = await open.see(await open.place({ lines, couponCode: 'TERCIO' }));
  expectInvoice(byCoupon);
  const byPoints = await open.see(await open.place({ lines }, { points: 500 }));
  expectInvoice(byPoints);
  const taxed = ({ total, donation }: DeskOrder): number => cents(total) - cents(donation);
  for (const order of [byCoupon, byPoints]) {
    expect(cents(order.iva)).toBeLessThan(cents(plain.iva));
    // The difference is less than half a centavo for each line and for the delivery.
    expect(Math.abs(cents(order.iva) - (taxed(order) * 12) / 112)).toBeLessThanOrEqual(2);
  }
  expect(sumOf(byPoints.taxLines.map(({ worth, charged }) => cents(worth) / 100 - cents(charged) / 100))).toBe(500_00);
});

test('[DEC-233] if units of a line with points are refunded one by one, the refunds add up to the line', async () => {
  const lines = [
    { productId: open.radio, quantity: 7 },
    { productId: products.camera, quantity: 3, warrantySku: 'W-CAM' },
  ];
  const number = await open.place({ lines }, { points: 500 });
  const { taxLines, version } = await open.see(number);
  expect(version).toBe(1);
  for (const [line, quantity] of [
    [1, 1],
    [2, 1],
    [1, 3],
    [2, 2],
    [1, 2],
    [1, 1],
  ] as const)
    await refund(number, { lines: [{ line, quantity }] });
  const whole = (line: number) =>
    taxLines.filter((each) => each.line === line).flatMap(({ charged, iva }) => [cents(charged), cents(iva)]);
  expect(await creditsOf(number)).toEqual([[...whole(1), 0, 0], whole(2)]);
});

test('[DEC-233] the delivery has its own IVA, and canceling the rest of the order removes all remaining IVA', async () => {
  const number = await open.place({ lines: [{ productId: open.radio, quantity: 3 }] });
  const { shippingIva, shipping, iva } = await open.see(number);
  expect(cents(shippingIva)).toBe(containedIva(cents(shipping), 12));
  await refund(number, { lines: [{ line: 1, quantity: 1 }], shipping: 10 });
  const asked = { orderNumber: number, reason: 'Ya no lo quiere', actor: operator };
  expect(await cancelWholeOrder(open.shop.db, asked, new Date())).toMatchObject({ ok: true });
  const { rows } = await open.shop.db.pool.query<{ iva: number }>(
    'select sum(r.iva)::integer as iva, count(*) from refunds r join orders o on o.id = r.order_id where o.number = $1',
    [number],
  );
  expect(rows).toMatchObject([{ iva: cents(iva), count: 2 }]);
});

test('[DEC-233] an order has the tax rate of its seller’s regime at that time, which a command sets', async () => {
  const lines = [{ productId: products.lens, quantity: 3, warrantySku: 'W-LENS' }];
  const before = await open.place({ lines });
  expect(await setSeller('set', '2', 'iva=pequeño')).toMatchObject({ isDone: true });
  const after = await open.see(await open.place({ lines }));
  expect(after.taxLines).toMatchObject([
    { sellerId: 2, charged: 336, base: 336, iva: 0, taxRate: 0 },
    // The shop sells the warranty, even for another seller's product.
    { sellerId: 1, charged: 168, base: 150, iva: 18, taxRate: 12 },
  ]);
  expectInvoice(after);
  // An older order has the tax that was stored with it.
  expect((await open.see(before)).taxLines).toMatchObject([{ iva: 36, taxRate: 12 }, { iva: 18 }]);
  const refused = await setSeller('set', '2', 'iva=15');
  expect([refused.isDone, refused.said]).toEqual([
    false,
    'iva: «15» no es uno de general, pequeño, pequeno, exento. [INVALID_VALUE]',
  ]);
  expect((await setSeller('show', '2')).said).toContain('iva=pequeño');
  expect(await setSeller('set', '2', 'iva=general')).toMatchObject({ isDone: true });
});

test('[DEC-233] the cart shows the same IVA as its order', async () => {
  const number = await open.place({ lines: [{ productId: products.camera, quantity: 2, warrantySku: 'W-CAM' }] });
  const { rows } = await open.shop.db.pool.query<{ cart_id: string }>('select cart_id from orders where number = $1', [
    number,
  ]);
  const cart = await open.shop.call('getCart', { params: { id: rows[0]?.cart_id ?? '' } });
  expect(cart).toMatchObject({ ok: true, value: { prices: { tax: { value: (await open.see(number)).iva } } } });
});

test('an order from an earlier release has its stored tax, and its refunds add up to that tax', async () => {
  const lines = [{ productId: products.camera, quantity: 3, warrantySku: 'W-CAM' }];
  const number = await open.place({ lines }, { points: 500 });
  const { db } = open.shop;
  await db.pool.query(
    `update order_lines l set goods_iva = null, warranty_points = 0, warranty_tax_rate = null, warranty_iva = 0
     from orders o where o.id = l.order_id and o.number = $1`,
    [number],
  );
  await db.pool.query('update orders set shipping_tax_rate = null where number = $1', [number]);
  const { taxLines, lines: seen } = await open.see(number);
  // The order has one line with warranties. Its tax is computed as if points had paid nothing.
  expect(taxLines).toMatchObject([{ worth: 13_482.87, charged: 13_482.87, iva: 1_444.59, taxRate: 12 }]);
  expect(seen).toMatchObject([{ worth: 13_482.87, iva: 1_444.59 }]);
  for (const quantity of [1, 2]) await refund(number, { lines: [{ line: 1, quantity }] });
  expect(await creditsOf(number)).toEqual([[13_482_87, 1_444_59, 0, 0]]);
});

test('[DEC-233] events and the operator’s sheet have the same invoice lines as the desk', async () => {
  const number = await open.place({
    lines: [{ productId: products.camera, quantity: 2, warrantySku: 'W-CAM' }],
    couponCode: 'TERCIO',
  });
  const order = await open.see(number);
  const { rows } = await open.shop.db.pool.query<{ id: string }>('select id from orders where number = $1', [number]);
  const whole = [...(await findWholeOrders(open.shop.db.read, [rows[0]?.id ?? ''])).values()][0];
  expect(whole?.taxLines).toMatchObject(
    order.taxLines.map(({ line, sku, charged, base, iva }) => ({
      ...{ position: line, sku, charged: { value: charged }, base: { value: base } },
      tax: { rate: 12, amount: { value: iva } },
    })),
  );
  expect(whole?.totals.tax.value).toBe(order.iva);
  const sheet = await showOrder(open.shop.db.read, number);
  expect(sheet?.shown.filter((text) => text.includes(' × '))).toEqual([
    'line 1    2 × Bocina CAMERA: Q5,394.58 less Q1,798.01 = Q3,596.57, IVA Q385.35',
    '          2 × Garantía W-CAM: Q3,594.00, IVA Q385.07',
  ]);
});
