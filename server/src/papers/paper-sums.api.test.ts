import { readQuetzales } from '@ceiba/domain/money/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveShipment } from '../shipments/move-shipment.ts';
import { done } from '../testing/cart-calls.ts';
import { placeStoreOrder } from '../testing/desk-orders.ts';
import { buyGiftCard } from '../testing/gift-card-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { ceibaPolicy } from '../testing/mailed-policy.ts';
import { operator } from '../testing/operator.ts';
import { createProduct, createWarranty } from '../testing/shop-fixtures.ts';
import { openShopWithDesk } from '../testing/shop-with-desk.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { Sheet } from './draw-sheet.ts';
import { findPrintedClosing, findPrintedManifest, findPrintedMovement } from './papers.store.ts';
import { closingOf, manifestOf, receiptOf } from './sheets.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
let manager: TestDesk;
let speaker: number;
let tillId: string;

beforeAll(async () => {
  open = await openShopWithDesk();
  const { db } = open.shop;
  await loosenBudgets(open.shop);
  speaker = await createProduct(db, { sku: 'SPEAKER', title: 'Bocina', price: 100_05, stock: 1_000 });
  await createWarranty(db, { sku: 'W-1', productId: speaker, amount: 20_50 });
  await db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor', 'MAX', 'Andrea', now())`,
  );
  manager = await openDesk(open.shop, 'manager');
  tillId = await openTill('Caja 1');
});
afterAll(() => open.close());

async function openTill(name: string): Promise<string> {
  const made = done(await manager.call('createTill', { body: { storeCode: 'MAX', name } })).data;
  await manager.call('openTill', { params: { id: made.id }, body: { version: made.version, float: 500 } });
  return made.id;
}

const amountIn = (text: string | undefined): number => {
  const read = readQuetzales((text ?? '').replace(/^-/, ''));
  if (!read.ok) throw new Error(`no amount: ${text}`);
  return text?.startsWith('-') === true ? -read.value : read.value;
};
/** Returns the sum of a table's last column. */
const sumOf = (rows: NonNullable<Sheet['table']>['rows'] = []): number =>
  rows.reduce((whole, row) => whole + (row.at(-1) === '–' ? 0 : amountIn(row.at(-1))), 0);
const totalOf = ({ totals }: Sheet, name: string): number => amountIn(totals.find(([label]) => label === name)?.[1]);

const lastReceipt = async (): Promise<Sheet> => {
  const { movements } = done(await manager.call('getTill', { params: { id: tillId } })).data;
  const found = await findPrintedMovement(open.shop.db.write, tillId, movements[0]?.id ?? '');
  if (found === undefined) throw new Error('no movement');
  return receiptOf(found, ceibaPolicy);
};
const labelsOf = (sheet: Sheet): string[] => (sheet.table?.rows ?? []).map(([label = '']) => label);

test.each([
  [{ warranty: false, donation: 0, giftCard: 0, short: 0 }, []],
  [{ warranty: true, donation: 0, giftCard: 0, short: 0 }, ['2 Garantía W-1']],
  [{ warranty: false, donation: 10_00, giftCard: 0, short: 0 }, ['Donación']],
  [{ warranty: true, donation: 5_00, giftCard: 50, short: 0 }, ['2 Garantía W-1', 'Donación', 'Tarjeta de regalo']],
  [{ warranty: false, donation: 0, giftCard: 25, short: 1_00 }, ['Tarjeta de regalo', 'No se cobró']],
])('[CASH-02] on the receipt of a pickup, the rows add up to the total: %j', async (has, besides) => {
  const giftCard = has.giftCard === 0 ? undefined : await buyGiftCard(open.shop, has.giftCard * 100);
  const lines = [{ productId: speaker, quantity: 2, ...(has.warranty ? { warrantySku: 'W-1' } : {}) }];
  const cart = { lines, shippingMethod: 'pickup', storeCode: 'MAX' } as const;
  const donation = has.donation === 0 ? {} : { donation: has.donation };
  const number = await open.place(
    { ...cart, ...donation },
    giftCard === undefined ? 'cash' : cashAnd(giftCard.code, has.giftCard),
  );
  for (const action of [
    { kind: 'advance', cash: { amount: 'due', difference: null } },
    { kind: 'send', courier: null, trackingNumber: null },
  ] as const)
    await moveShipment(
      open.shop.db,
      { orderNumber: number, choice: { shipmentNumber: 1 }, action, actor: operator },
      new Date(),
    );
  const { rows } = await open.shop.db.pool.query<{ code: string; version: number; due: number }>(
    `select pickup_code_of(o.id, 1) as code, s.version, s.cash_due::integer as due
     from orders o join shipments s on s.order_id = o.id where o.number = $1`,
    [number],
  );
  const [pickup] = rows;
  const body = {
    ...({ to: 'delivered', version: pickup?.version ?? 0, code: pickup?.code ?? '', tillId } as const),
    amountReceived: ((pickup?.due ?? 0) - has.short) / 100,
    ...(has.short === 0 ? {} : { reason: 'Le faltó un quetzal' }),
  };
  done(await manager.call('moveShipment', { params: { id: `${number}-1` }, body }));
  const receipt = await lastReceipt();
  expect(labelsOf(receipt)).toEqual(['2 Bocina', ...besides]);
  expect(sumOf(receipt.table?.rows)).toBe(totalOf(receipt, 'Total'));
  expect(totalOf(receipt, 'Total')).toBe((pickup?.due ?? 0) - has.short);
});

/** Returns a cash order of which a gift card pays a part. */
const cashAnd = (code: string, amount: number) => ({ isCash: true, giftCard: { code, amount } });

test('[CASH-02] on the receipt of an order paid at the store, the rows add up to the total', async () => {
  const orderNumber = await placeStoreOrder(open.shop, {
    ...{ lines: [{ productId: speaker, quantity: 3, warrantySku: 'W-1' }], amount: 361.65, advisor: 'asesor' },
    ...{ shippingMethod: 'pickup', storeCode: 'MAX' },
  });
  done(await manager.call('payAtTill', { params: { id: tillId }, body: { orderNumber, kind: 'cash', amount: 400 } }));
  const receipt = await lastReceipt();
  expect(labelsOf(receipt)).toEqual(['3 Bocina', '3 Garantía W-1']);
  expect(sumOf(receipt.table?.rows)).toBe(361_65);
  expect(totalOf(receipt, 'Total')).toBe(361_65);
});

test('[CASH-05] the closing of a till expects the float plus the sum of all movements', async () => {
  const body = { kind: 'out', amount: 120.5, reason: 'Compra de hielo' } as const;
  done(await manager.call('moveTillCash', { params: { id: tillId }, body }));
  const { version } = done(await manager.call('getTill', { params: { id: tillId } })).data;
  const { rows } = await open.shop.db.pool.query<{ session: string }>(
    'select id as session from till_sessions where till_id = $1',
    [tillId],
  );
  const count = { version, counted: 700, cards: 0, reason: 'Sobró' };
  done(await manager.call('closeTill', { params: { id: tillId }, body: count }));
  const found = await findPrintedClosing(open.shop.db.write, tillId, rows[0]?.session ?? '');
  if (found === undefined) throw new Error('no closing');
  const closing = closingOf(found);
  const cash = (closing.table?.rows ?? []).filter((row) => row[2] === 'Efectivo');
  expect(totalOf(closing, 'Fondo') + sumOf(cash)).toBe(totalOf(closing, 'Efectivo esperado'));
  expect(totalOf(closing, 'Efectivo contado') - totalOf(closing, 'Efectivo esperado')).toBe(
    totalOf(closing, 'Diferencia'),
  );
});

test('[WORK-27] the cash of a manifest’s shipments adds up to the amount that the courier must bring back', async () => {
  const { db } = open.shop;
  await db.pool.query(`insert into couriers (code, name) values ('prueba', 'Prueba') on conflict do nothing`);
  const ids = [];
  for (const by of ['cash', 'card', 'cash'] as const) ids.push(`${await open.place({}, by)}-1`);
  for (const id of ids)
    await db.pool.query(
      `update shipments s set state = 'packed' from orders o where o.id = s.order_id and o.number = $1`,
      [id.split('-')[0]],
    );
  const opened = done(await manager.call('openManifest', { body: { courier: 'prueba', storeCode: 'BODEGA' } })).data;
  for (const code of ids)
    done(
      await manager.call('scanManifest', { params: { id: opened.id }, body: { scanId: crypto.randomUUID(), code } }),
    );
  const found = await findPrintedManifest(db.write, opened.id.replace(/^M-/, ''));
  if (found === undefined) throw new Error('no manifest');
  const manifest = manifestOf(found);
  expect(manifest.table?.rows).toHaveLength(3);
  expect(sumOf(manifest.table?.rows)).toBe(totalOf(manifest, 'Efectivo por cobrar'));
  expect(totalOf(manifest, 'Efectivo por cobrar')).toBeGreaterThan(0);
});
