import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { moveShipment } from '../shipments/move-shipment.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator } from '../testing/operator.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
let warehouse: TestDesk;
let other: TestDesk;
let courier: string;
let id: string;

type Answer<T> = { ok: true; value: { data: T } } | { ok: false; error: { code: string } };
const value = <T>(answer: Answer<T>): T => {
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.data;
};
const codeOf = (answer: Answer<unknown>): string => (answer.ok ? 'done' : answer.error.code);

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', title: 'Bocina', price: 100_00, stock: 1_000 });
  warehouse = await openDesk(shop, 'warehouse', ['BODEGA']);
  other = await openDesk(shop, 'manager');
});
afterAll(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

beforeEach(async () => {
  const manager = await openDesk(shop, 'manager');
  courier = value(
    await manager.call('createCourier', { body: { name: `Mensajería ${randomUUID().slice(0, 8)}` } }),
  ).code;
  id = value(await warehouse.call('openManifest', { body: { courier, storeCode: 'BODEGA' } })).id;
});

const step = async (orderNumber: string, ...states: ('picking' | 'packed' | 'ready')[]) => {
  for (const to of states) {
    const action = { kind: 'step', to, unitsLeft: 0 } as const;
    const moved = await moveShipment(
      shop.db,
      { orderNumber, choice: { shipmentNumber: 1 }, action, actor: operator },
      new Date(),
    );
    if (!moved.ok) throw new Error(moved.error.code);
  }
};

/** An order of one speaker, Q130 with its delivery, packed at the warehouse. Returns its shipment. */
const packed = async (isCash = false): Promise<string> => {
  const number = await placeOrderOf(shop, { lines: [{ productId: speaker, quantity: 1 }], amount: 130, isCash });
  await step(number, 'picking', 'packed');
  return `${number}-1`;
};

const scan = (code: string, on = id, scanId: string = randomUUID()) =>
  warehouse.call('scanManifest', { params: { id: on }, body: { scanId, code } });
const get = async (of = id) => value(await warehouse.call('getManifest', { params: { id: of } }));
const close = async (version?: number) =>
  warehouse.call('closeManifest', { params: { id }, body: { version: version ?? (await get()).version } });

test('[WORK-27] closing a manifest sends its shipments with the courier, and a closed manifest cannot change', async () => {
  const [one, cash, left] = [await packed(), await packed(true), await packed()];
  for (const code of [one, cash]) await scan(code);
  const before = await get();
  expect(before).toMatchObject({ shipments: 2, parcels: 2, withCash: 1, cash: 130 });
  expect(before.forgotten.map(({ shipmentId }) => shipmentId)).toEqual([left]);
  const closed = value(await close());
  expect(closed).toMatchObject({ state: 'closed', shipments: 2, cash: 130, actions: ['print'] });
  const { rows } = await shop.db.pool.query(
    `select o.number || '-' || s.n as id, s.state, s.courier = c.name as is_carried from shipments s join orders o on o.id = s.order_id, couriers c
     where c.code = $1 and o.number || '-' || s.n = any ($2) order by 1`,
    [courier, [one, cash, left]],
  );
  expect(rows).toEqual([
    { id: one, state: 'sent', is_carried: true },
    { id: cash, state: 'sent', is_carried: true },
    { id: left, state: 'packed', is_carried: null },
  ]);
  expect(codeOf(await scan(left))).toBe('TRANSITION_NOT_ALLOWED');
  expect(codeOf(await warehouse.call('removeFromManifest', { params: { id }, body: { shipmentId: one } }))).toBe(
    'TRANSITION_NOT_ALLOWED',
  );
  await expect(shop.db.pool.query('delete from manifest_parcels where not is_open')).rejects.toThrow('never changed');
  await expect(shop.db.pool.query('update manifest_parcels set cash = 0 where not is_open')).rejects.toThrow(
    'never changed',
  );
});

test('[WORK-27] a manifest can be closed only if the person has seen every packed shipment', async () => {
  await scan(await packed());
  const seen = await get();
  const left = seen.forgotten.length;
  await packed();
  const closeSeeing = (units: number) =>
    warehouse.call('closeManifest', { params: { id }, body: { version: seen.version, left: units } });
  expect(await closeSeeing(left)).toMatchObject({
    ok: false,
    error: { code: 'TRANSITION_NOT_ALLOWED', message: expect.stringContaining('Se empacó otro envío') },
  });
  expect((await get()).state).toBe('open');
  expect(value(await closeSeeing(left + 1))).toMatchObject({ state: 'closed', shipments: 1 });
});

test('[WORK-27] a scan returns its row and all counts, and a repeated scan gets the same answer', async () => {
  const [one, cash] = [await packed(), await packed(true)];
  await scan(one);
  const scanId = randomUUID();
  const answer = value(await scan(cash, id, scanId));
  expect(answer).toMatchObject({ state: 'open', shipments: 2, parcels: 2, withCash: 1, cash: 130 });
  expect(answer.row).toMatchObject({ shipmentId: cash, parcels: 1, cash: 130 });
  expect(Object.keys(answer)).not.toContain('rows');
  expect(value(await scan(cash, id, scanId))).toEqual(answer);
  const read = await get();
  expect(answer).toMatchObject({ version: read.version, forgotten: read.forgotten.length });
  await packed();
  expect(value(await scan(cash, id, scanId)).forgotten).toBe(read.forgotten.length + 1);
  // The same scan was counted on another manifest.
  const second = value(await other.call('createCourier', { body: { name: `Otra ${randomUUID().slice(0, 8)}` } })).code;
  const elsewhere = value(await warehouse.call('openManifest', { body: { courier: second, storeCode: 'BODEGA' } }));
  expect(value(await scan(cash, elsewhere.id, scanId))).toMatchObject({ shipments: 0, row: null });
});

test('[WORK-27] closing a manifest takes the same number of statements for one shipment and for many', async () => {
  const closedWith = async (parcels: number): Promise<string[]> => {
    for (let n = 0; n < parcels; n += 1) await scan(await packed(n % 2 === 1));
    const { version } = await get();
    expect(value(await close(version))).toMatchObject({ state: 'closed', shipments: parcels });
    return shop.lastStatements();
  };
  const one = await closedWith(1);
  id = value(await warehouse.call('openManifest', { body: { courier, storeCode: 'BODEGA' } })).id;
  expect(await closedWith(7)).toEqual(one);
});

test('[WORK-27] a parcel is on only one open manifest, even if several people scan it at the same time', async () => {
  const shipment = await packed();
  const second = value(await other.call('createCourier', { body: { name: `Otra ${randomUUID().slice(0, 8)}` } })).code;
  const on = value(await other.call('openManifest', { body: { courier: second, storeCode: 'BODEGA' } })).id;
  const answers = await Promise.all([scan(shipment), scan(shipment, on)]);
  expect(answers.map(codeOf).sort()).toEqual(['IN_USE', 'done']);
  const { rows } = await shop.db.pool.query(
    `select count(*)::int as n from manifest_parcels p join orders o on o.id = p.order_id where o.number || '-' || p.n = $1`,
    [shipment],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('[WORK-27, WORK-01] a parcel leaves with one manifest, and after its return it leaves with another', async () => {
  const shipment = await packed(true);
  await scan(shipment);
  value(await close());
  const back = {
    kind: 'stepBack' as const,
    ...{ to: 'packed' as const, movedMsAgo: 0, reason: 'No cupo en el camión' },
  };
  const [orderNumber = ''] = shipment.split('-');
  const asked = { orderNumber, choice: { shipmentNumber: 1 }, action: back, actor: operator };
  expect(await moveShipment(shop.db, asked, new Date())).toMatchObject({ ok: true });
  id = value(await warehouse.call('openManifest', { body: { courier, storeCode: 'BODEGA' } })).id;
  await scan(shipment);
  expect(value(await close())).toMatchObject({ state: 'closed', cash: 130 });
  const { rows } = await shop.db.pool.query(
    `select p.left_at = s.left_at as counts from manifest_parcels p join orders o on o.id = p.order_id
       join shipments s on s.order_id = p.order_id and s.n = p.n where o.number = $1 order by p.manifest_id`,
    [orderNumber],
  );
  expect(rows).toEqual([{ counts: false }, { counts: true }]);
  const third = value(await warehouse.call('openManifest', { body: { courier, storeCode: 'BODEGA' } })).id;
  const again = shop.db.pool.query(
    `insert into manifest_parcels (manifest_id, order_id, n, scan_id, scanned_at, scanned_by, is_open, parcels, cash, left_at)
     select $1, s.order_id, s.n, gen_random_uuid(), now(), '{}', false, s.parcels, s.cash_due, s.left_at
     from shipments s join orders o on o.id = s.order_id where o.number = $2`,
    [third.slice(2), orderNumber],
  );
  await expect(again).rejects.toThrow('manifest_parcels_left');
});

test('[WORK-27, OFF-24] a repeated scan and a parcel that is scanned twice count once', async () => {
  const shipment = await packed();
  const scanId = randomUUID();
  const answers = await Promise.all([scan(shipment, id, scanId), scan(shipment, id, scanId), scan(shipment)]);
  expect(answers.map(codeOf)).toEqual(['done', 'done', 'done']);
  expect(await get()).toMatchObject({ shipments: 1 });
});

test('[WORK-27] a manifest accepts only packed shipments for delivery from its place', async () => {
  const number = await placeOrderOf(shop, { lines: [{ productId: speaker, quantity: 1 }], amount: 130 });
  expect(codeOf(await scan(`${number}-1`))).toBe('TRANSITION_NOT_ALLOWED');
  expect(codeOf(await scan('NADA-1'))).toBe('SCAN_UNKNOWN');
  const pickup = await placeOrderOf(shop, {
    lines: [{ productId: speaker, quantity: 1 }],
    amount: 100,
    shippingMethod: 'pickup',
    storeCode: 'MAX',
  });
  await step(pickup, 'picking', 'packed');
  expect(codeOf(await scan(`${pickup}-1`))).toBe('SCAN_WRONG');
});

test('[WORK-27] a shipment that is no longer packed prevents closing until it is taken off', async () => {
  const [good, gone] = [await packed(), await packed(true)];
  await scan(good);
  await scan(gone);
  const [number = ''] = gone.split('-');
  const cancel = { kind: 'cancel', reason: 'Prueba' } as const;
  await moveShipment(
    shop.db,
    { orderNumber: number, choice: { shipmentNumber: 1 }, action: cancel, actor: operator },
    new Date(),
  );
  const refused = await close();
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'TRANSITION_NOT_ALLOWED', metadata: { shipments: [gone] } },
  });
  expect((await get()).state).toBe('open');
  value(await warehouse.call('removeFromManifest', { params: { id }, body: { shipmentId: gone } }));
  expect(value(await close())).toMatchObject({ state: 'closed', shipments: 1 });
});

test('[WORK-27, WORK-24] parcels of a held order are not scanned, listed as forgotten or sent', async () => {
  const [good, held, late] = [await packed(), await packed(), await packed(true)];
  const hold = (shipment: string, moment: string | null) =>
    shop.db.pool.query('update orders set held_at = $2 where number = $1', [shipment.split('-')[0], moment]);
  const forgotten = async () => (await get()).forgotten.map(({ shipmentId }) => shipmentId);
  expect(await forgotten()).toEqual(expect.arrayContaining([good, held, late]));
  await hold(held, 'now');
  const refusal = { code: 'TRANSITION_NOT_ALLOWED', message: 'La orden está detenida.' };
  expect(await scan(held)).toMatchObject({ ok: false, error: refusal });
  expect(await forgotten()).not.toContain(held);
  await hold(held, null);
  for (const shipment of [good, held, late]) value(await scan(shipment));
  await hold(held, 'now');
  expect(await close()).toMatchObject({
    error: {
      code: 'TRANSITION_NOT_ALLOWED',
      message: `La orden de ${held} está detenida. Quítalo del manifiesto.`,
      metadata: { shipments: [held] },
    },
  });
  const cancel = { kind: 'cancel', reason: 'Prueba' } as const;
  const [orderNumber = ''] = late.split('-');
  await moveShipment(
    shop.db,
    { orderNumber, choice: { shipmentNumber: 1 }, action: cancel, actor: operator },
    new Date(),
  );
  expect(await close()).toMatchObject({
    error: {
      message: `Ya no está empacado: ${late}. La orden de ${held} está detenida. Quítalos del manifiesto.`,
    },
  });
  for (const shipmentId of [held, late])
    value(await warehouse.call('removeFromManifest', { params: { id }, body: { shipmentId } }));
  expect(value(await close())).toMatchObject({ state: 'closed', shipments: 1 });
  await hold(held, null);
  id = value(await warehouse.call('openManifest', { body: { courier, storeCode: 'BODEGA' } })).id;
  value(await scan(held));
  expect(value(await close())).toMatchObject({ state: 'closed', shipments: 1 });
});

test('[WORK-27, OFF-21] a newly scanned parcel must be seen before closing, and one of two concurrent closings succeeds', async () => {
  await scan(await packed());
  const { version } = await get();
  await scan(await packed());
  expect(codeOf(await close(version))).toBe('VERSION_CONFLICT');
  const now = (await get()).version;
  const both = await Promise.all([close(now), close(now)]);
  expect(both.map(codeOf).sort()).toEqual(['TRANSITION_NOT_ALLOWED', 'done']);
});

test('[WORK-27] a store has one open manifest per courier, which other stores do not see', async () => {
  expect(value(await warehouse.call('openManifest', { body: { courier, storeCode: 'BODEGA' } })).id).toBe(id);
  expect(codeOf(await warehouse.call('openManifest', { body: { courier, storeCode: 'MAX' } }))).toBe('STORE_NOT_FOUND');
  const cellar = await openDesk(shop, 'warehouse', ['MAX']);
  expect(codeOf(await cellar.call('getManifest', { params: { id } }))).toBe('NOT_FOUND');
  expect((await cellar.send('GET', '/v1/admin/manifests')).json().data).toEqual([]);
  const rows = (await warehouse.send('GET', `/v1/admin/manifests?courier=${courier}&state=open`)).json().data;
  expect(rows).toEqual([expect.objectContaining({ id, state: 'open', shipments: 0 })]);
});

test('[WORK-27] parcels for a courier’s former name or an unknown name are listed as forgotten', async () => {
  const [renamed, foreign] = [await packed(), await packed()];
  const couriers = value(await other.call('listCouriers', { query: { limit: 100 } }));
  const own = couriers.find(({ code }) => code === courier);
  const another = value(await other.call('createCourier', { body: { name: `Otra ${randomUUID().slice(0, 8)}` } }));
  const means = async (shipmentId: string, name: string) => {
    const { version } = value(await warehouse.call('getShipment', { params: { id: shipmentId } }));
    const body = { version, courier: name, reason: 'Sale con otra' };
    value(await warehouse.call('changeShipment', { params: { id: shipmentId }, body }));
  };
  await means(renamed, own?.name ?? '');
  await means(foreign, another.name);
  const body = { version: own?.version ?? 0, name: `${own?.name} Express` };
  value(await other.call('changeCourier', { params: { code: courier }, body }));
  const { courierName, forgotten } = await get();
  expect(courierName).toBe(body.name);
  const ids = forgotten.map(({ shipmentId }) => shipmentId);
  expect(ids).toContain(renamed);
  expect(ids).not.toContain(foreign);
});

test('[WORK-27] a courier can take another’s former name, but not a name in use or without letters', async () => {
  const create = (name: string) => other.call('createCourier', { body: { name } });
  const name = `Kukul ${randomUUID().slice(0, 8)}`;
  const first = value(await create(name));
  const { code, version } = first;
  value(await other.call('changeCourier', { params: { code }, body: { version, name: `${name} Express` } }));
  expect(value(await create(name))).toMatchObject({ name, code: `${code}-2` });
  for (const same of [name, name.replace(' ', '  '), name.toUpperCase()])
    expect(await create(same)).toMatchObject({
      error: { code: 'IN_USE', message: 'Ya hay una mensajería con ese nombre.' },
    });
  expect(await create('¡¿!?')).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { name: 'Escribe un nombre con letras o números.' } } },
  });
});

test('[WORK-27] a closed manifest always shows the courier’s name at its signing', async () => {
  await scan(await packed());
  const rename = async (name: string) => {
    const own = value(await other.call('listCouriers', { query: { limit: 100 } })).find(({ code }) => code === courier);
    value(await other.call('changeCourier', { params: { code: courier }, body: { version: own?.version ?? 0, name } }));
  };
  const [signed, later] = [`Firmada ${randomUUID()}`, `Otra ${randomUUID()}`];
  await rename(signed);
  expect((await get()).courierName).toBe(signed);
  value(await close());
  await rename(later);
  expect((await get()).courierName).toBe(signed);
  const next = value(await warehouse.call('openManifest', { body: { courier, storeCode: 'BODEGA' } }));
  const rows = value(await warehouse.call('listManifests', { query: { courier } }));
  expect(rows.map((row) => [row.id, row.courierName])).toEqual([
    [next.id, later],
    [id, signed],
  ]);
});
