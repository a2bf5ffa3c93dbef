import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants, frequentReach } from '../invariants/check-invariants.ts';
import { reconcileOrders } from '../orders/placing/settle-order.ts';
import { createHttpBankLedger, createHttpGateway } from '../payments/http-gateway.ts';
import { createHttpPointsPrograms } from '../points/points-programs.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';
import { done } from '../testing/cart-calls.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { merchantKey, openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';

// The desk's staff take random steps on orders of any kind. After each step, accepted or refused, all records must agree.

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let people: Record<'warehouse' | 'manager' | 'support' | 'accounting', TestDesk>;
const products = { TV: 0, CABLE: 0, LENS: 0 };
let courier: string;
beforeAll(async () => {
  open = await openShopWithBank();
  const { db } = open.shop;
  await loosenBudgets(open.shop);
  await open.shop.setPolicy('freeDeliveryThreshold', '0');
  await createShopBasics(db);
  products.TV = await createProduct(db, { sku: 'TV', title: 'Televisor', price: 333_33, stock: 100_000 });
  products.CABLE = await createProduct(db, { sku: 'CABLE', title: 'Cable', price: 7_77, stock: 100_000 });
  products.LENS = await createProduct(db, { sku: 'LENS', price: 100_01, stock: 100_000, sellerId: 2, offerId: 'OF' });
  for (const id of [products.TV, products.CABLE]) await addStock(db, id, 100_000, 'MAX');
  const { shop } = open;
  const [warehouse, manager, support, accounting] = [
    await openDesk(shop, 'warehouse'),
    await openDesk(shop, 'manager'),
    await openDesk(shop, 'support'),
    await openDesk(shop, 'accounting'),
  ];
  people = { warehouse, manager, support, accounting };
  courier = done(await manager.call('createCourier', { body: { name: 'Expreso Kukul' } })).data.code;
  const till = done(await manager.call('createTill', { body: { storeCode: 'MAX', name: 'Caja 1' } })).data;
  done(await manager.call('openTill', { params: { id: till.id }, body: { version: till.version, float: 50_000 } }));
});
afterAll(async () => {
  await settle();
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

/** Makes the bank return everything that it still owes. */
async function settle(): Promise<void> {
  const { db, log, config } = open.shop;
  const gateway = createHttpGateway({ ...config.bank, timeoutMs: 60_000 });
  await reconcileOrders({ db, gateway, log }, new Date());
  await sendRefunds({ db, gateway, log });
}

/** The outcome of a call. Undefined if there was nothing to do and no call was made. */
type Outcome = { ok: true } | { ok: false; error: { status: number; code: string } } | undefined;

/** The orders of a walk. Each step chooses an order by the size of the step. */
interface World {
  numbers: string[];
  size: number;
}

const pick = <T>(among: readonly T[], size: number): T | undefined => among[size % Math.max(1, among.length)];

const orderOf = async ({ numbers, size }: World) => {
  const number = pick(numbers, size) ?? '';
  return done(await people.manager.call('getDeskOrder', { params: { number } })).data;
};

/** Returns a shipment of the order in one of these states, if there is one. */
async function shipmentOf(world: World, states: readonly string[]) {
  const found = pick(
    (await orderOf(world)).shipments.filter(({ state }) => states.includes(state)),
    world.size >> 2,
  );
  return found && done(await people.manager.call('getShipment', { params: { id: found.id } })).data;
}
type Found = NonNullable<Awaited<ReturnType<typeof shipmentOf>>>;
type Body = { to: Found['state'] } & Record<string, string | number>;

/** Moves a shipment as the desk does. Sometimes calls twice with one key, or with an outdated version. */
async function move({ size }: World, { id, version }: Found, body: Body, who = people.manager): Promise<Outcome> {
  const stale = size % 11 === 0 ? 1 : 0;
  const asked = { params: { id }, body: { ...body, version: version + stale } };
  const options = { headers: { 'idempotency-key': randomUUID() } };
  const first = await who.call('moveShipment', asked, options);
  if (size % 3 > 0) return first;
  const again = await who.call('moveShipment', asked, options);
  expect(again.ok).toBe(first.ok);
  if (first.ok && again.ok) expect(again.value).toEqual(first.value);
  return first;
}

const codeOf = async (id: string): Promise<string> => {
  const [number, shipmentNumber] = id.split('-');
  const { rows } = await open.shop.db.pool.query(
    'select pickup_code_of(o.id, $2) as code from orders o where o.number = $1',
    [number, shipmentNumber],
  );
  return rows[0].code;
};

const scanAll = async ({ id, lines }: Found, most = 100): Promise<void> => {
  const skus = lines.flatMap(({ sku, quantity, picked, missing }) =>
    Array.from({ length: quantity - picked - missing }, () => sku),
  );
  for (const code of skus.slice(0, most))
    await people.warehouse.call('scanShipment', { params: { id }, body: { scanId: randomUUID(), code } });
};

const steps: Record<string, (world: World) => Promise<Outcome>> = {
  wave: async () => {
    const taken = done(await people.warehouse.call('takePick', { body: { storeCode: 'BODEGA', limit: 3 } })).data;
    if (taken.id === null) return undefined;
    const wave = { params: { id: taken.id } };
    for (const { sku, quantity } of done(await people.warehouse.call('getPick', wave)).data.rows)
      for (let unit = 0; unit < quantity; unit += 1)
        await people.warehouse.call('scanPick', { ...wave, body: { scanId: randomUUID(), code: sku } });
    return people.warehouse.call('packPick', { ...wave, body: {} });
  },
  take: async (world) => {
    const found = await shipmentOf(world, ['ready']);
    return found && move(world, found, { to: 'picking' }, people.warehouse);
  },
  putBack: async (world) => {
    const found = await shipmentOf(world, ['picking']);
    return found && move(world, found, { to: 'ready' }, people.warehouse);
  },
  scan: async (world) => {
    const found = await shipmentOf(world, ['picking']);
    const line = found && pick(found.lines, world.size);
    if (found === undefined || line === undefined) return undefined;
    const scanned = { scanId: randomUUID(), code: line.sku };
    return people.warehouse.call('scanShipment', { params: { id: found.id }, body: scanned });
  },
  miss: async (world) => {
    const found = await shipmentOf(world, ['picking']);
    const line = found?.lines.find(({ quantity, picked, missing }) => picked + missing < quantity);
    if (found === undefined || line === undefined) return undefined;
    const body = { version: found.version, line: line.line, quantity: 1 };
    return people.warehouse.call('missUnits', { params: { id: found.id }, body });
  },
  pack: async (world) => {
    const found = await shipmentOf(world, ['picking']);
    if (found === undefined) return undefined;
    await scanAll(found);
    return move(world, found, { to: 'packed' }, people.warehouse);
  },
  split: async (world) => {
    const found = await shipmentOf(world, ['ready', 'picking', 'waiting']);
    const lines = found?.lines.flatMap(({ line, quantity }, at) =>
      (world.size >> at) % 2 === 1 ? [{ line, quantity: 1 + (world.size % quantity) }] : [],
    );
    if (found === undefined || lines === undefined || lines.length === 0) return undefined;
    return people.warehouse.call('splitShipment', {
      params: { id: found.id },
      body: { version: found.version, lines },
    });
  },
  send: async (world) => {
    const found = await shipmentOf(world, ['packed']);
    if (found === undefined) return undefined;
    const carried = { courier: 'Kukul', trackingNumber: `K-${world.size}`, parcels: 1 + (world.size % 3) };
    return move(world, found, found.isPickup ? { to: 'at_store' } : { to: 'sent', ...carried }, people.warehouse);
  },
  manifest: async (world) => {
    const found = await shipmentOf(world, ['packed']);
    if (found === undefined) return undefined;
    const desk = people.warehouse;
    const { id } = done(await desk.call('openManifest', { body: { courier, storeCode: 'BODEGA' } })).data;
    await desk.call('scanManifest', { params: { id }, body: { scanId: randomUUID(), code: found.id } });
    const { version } = done(await desk.call('getManifest', { params: { id } })).data;
    return desk.call('closeManifest', { params: { id }, body: { version } });
  },
  correctCarrier: async (world) => {
    const found = await shipmentOf(world, ['packed', 'sent', 'at_store']);
    const body = { version: found?.version ?? 0, trackingNumber: `C-${world.size}`, reason: 'mal leída' };
    return found && people.warehouse.call('changeShipment', { params: { id: found.id }, body });
  },
  attempt: async (world) => {
    const found = await shipmentOf(world, ['sent']);
    return found && move(world, found, { to: 'sent', reason: 'Nadie en casa' });
  },
  lose: async (world) => {
    const found = await shipmentOf(world, ['sent', 'at_store']);
    return (
      found && move(world, found, { to: 'undelivered', reason: world.size % 2 === 0 ? 'Rechazado' : 'Nadie en casa' })
    );
  },
  again: async (world) => {
    const found = await shipmentOf(world, ['sent']);
    const body = { version: found?.version ?? 0, reason: 'Rechazado' };
    return found && people.warehouse.call('sendAgain', { params: { id: found.id }, body });
  },
  receive: async (world) => {
    const found = await shipmentOf(world, ['undelivered']);
    const fate = world.size % 2 === 0 ? ('restock' as const) : ('scrap' as const);
    const body = { version: found?.version ?? 0, fate };
    return found && people.warehouse.call('receiveShipment', { params: { id: found.id }, body });
  },
  deliver: async (world) => {
    const found = await shipmentOf(world, ['sent', 'at_store']);
    if (found === undefined) return undefined;
    const cash = found.cashToCollect > 0 ? { amountReceived: found.cashToCollect } : {};
    const code = found.state === 'at_store' ? { code: await codeOf(found.id) } : {};
    return move(world, found, { to: 'delivered', receiver: 'Don Beto', ...cash, ...code });
  },
  stepBack: async (world) => {
    const found = await shipmentOf(world, ['packed', 'sent', 'at_store']);
    const to = found?.state === 'packed' ? ('picking' as const) : ('packed' as const);
    return found && move(world, found, { to, reason: 'se quedó' });
  },
  cancelShipment: async (world) => {
    const found = await shipmentOf(world, ['ready', 'picking', 'packed']);
    return found && move(world, found, { to: 'canceled', reason: 'no viene' });
  },
  cancel: async (world) => {
    const { number, version, status } = await orderOf(world);
    if (status === 'canceled') return undefined;
    return people.support.call('cancelOrder', { params: { number }, body: { version, reason: 'ya no lo quiere' } });
  },
  cancelUnits: async (world) => {
    const { number, version, lines } = await orderOf(world);
    const chosen = pick(lines, world.size);
    if (chosen === undefined) return undefined;
    const body = { version, reason: 'no hay', lines: [{ line: chosen.line, quantity: 1 }] };
    return people.support.call('cancelOrder', { params: { number }, body });
  },
  correct: async (world) => {
    const { number, version } = await orderOf(world);
    const body = { version, contact: { phone: String(40_000_000 + world.size) }, tags: ['vip'] };
    return people.support.call('correctOrder', { params: { number }, body });
  },
  hold: async (world) => {
    const { number, version, isHeld } = await orderOf(world);
    const call = isHeld ? 'releaseOrder' : 'holdOrder';
    return people.support.call(call, { params: { number }, body: { version, reason: 'dudas' } });
  },
  refund: async (world) => {
    const { number, version, lines } = await orderOf(world);
    const chosen = pick(lines, world.size);
    if (chosen === undefined) return undefined;
    const to = (['origin', 'till', 'transfer'] as const)[world.size % 3] ?? 'origin';
    const goodwill = world.size % 5 === 0 ? 1.11 : 0;
    const body = { orderNumber: number, version, lines: [{ line: chosen.line, quantity: 1 }], goodwill, to };
    // Alternately cancels the unsent units, or sends them as a courtesy.
    const unsent = world.size % 2 === 0 ? ('cancel' as const) : ('send' as const);
    return people.support.call('createRefund', {
      body: { ...body, reason: 'rayado', unsent, courtesyReason: 'Es su día' },
    });
  },
  requestReturn: async (world) => {
    const { number, lines } = await orderOf(world);
    const body = { orderNumber: number, sku: pick(lines, world.size)?.sku ?? '', quantity: 1, reason: 'Otro' } as const;
    return people.support.call('createReturn', { body: { ...body, description: 'Llamó.' } });
  },
  decideReturn: async (world) => {
    const { number: orderNumber } = await orderOf(world);
    const desk = people.manager;
    const listed = done(await desk.call('listDeskReturns', { query: { q: orderNumber } })).data;
    const found = listed.find(({ state }) => state === 'approved' || state === 'received');
    if (found === undefined) return undefined;
    const params = { number: found.number };
    if (found.state === 'approved') {
      const { version } = done(await desk.call('getDeskReturn', { params })).data;
      done(await desk.call('receiveReturn', { params, body: { version } }));
    }
    const { version } = done(await desk.call('getDeskReturn', { params })).data;
    const units =
      world.size % 2 === 0
        ? [{ quantity: 1, fate: 'restock' as const, storeCode: 'BODEGA' }]
        : [{ quantity: 1, fate: 'scrap' as const }];
    return desk.call('decideReturnUnits', { params, body: { version, units } });
  },
  settle: async () => {
    await settle();
    return { ok: true };
  },
};
const kinds = Object.keys(steps);

/** Number of times that each step was made without a refusal. */
const counts = new Map<string, number>();

const anyOrder = fc.record({
  lines: fc.uniqueArray(
    fc.record({ sku: fc.constantFrom('TV', 'CABLE', 'LENS'), quantity: fc.integer({ min: 1, max: 3 }) }),
    { minLength: 1, selector: ({ sku }) => sku },
  ),
  isCash: fc.boolean(),
  isPickup: fc.boolean(),
});
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer Order> ? Order : never;

const prices = { TV: 333_33, CABLE: 7_77, LENS: 100_01 };

const place = ({ lines, isCash, isPickup }: AnyOrder): Promise<string> => {
  // Goods of another seller are always delivered, never picked up.
  const own = isPickup ? lines.filter(({ sku }) => sku !== 'LENS') : lines;
  const bought = own.length === 0 ? [{ sku: 'TV' as const, quantity: 2 }] : own;
  const total = bought.reduce((sum, { sku, quantity }) => sum + prices[sku] * quantity, 0);
  return placeOrderOf(open.shop, {
    lines: bought.map(({ sku, quantity }) => ({ productId: products[sku], quantity })),
    amount: total / 100,
    isCash,
    ...(isPickup && { shippingMethod: 'pickup' as const, storeCode: 'MAX' }),
  });
};

const anyStep = fc.record({ kind: fc.constantFrom(...kinds), size: fc.integer({ min: 0, max: 500 }) });

/** Parses "hold 1, take 4" into steps with their sizes. */
const walk = (...parts: string[]) =>
  parts.flatMap((part) =>
    part.split(', ').map((step) => {
      const [kind = '', size = '0'] = step.split(' ');
      return { kind, size: Number(size) };
    }),
  );
const brought = (...lines: AnyOrder['lines']) => ({ lines, isCash: false, isPickup: false });

/** Walks that together make each step at least once. */
const examples: [AnyOrder[], { kind: string; size: number }[]][] = [
  [
    [brought({ sku: 'TV', quantity: 3 }, { sku: 'LENS', quantity: 1 })],
    walk(
      'hold 1, hold 1, correct 2, refund 9, split 1, take 4, miss 4, scan 4, putBack 4, take 4, pack 4, stepBack 4, pack 4, manifest 4',
      'correctCarrier 4, attempt 1, attempt 2, again 4, send 4, lose 2, receive 2, wave 1, send 1, deliver 1, refund 1, requestReturn 2',
      'decideReturn 2, cancelShipment 1, settle 1',
    ),
  ],
  [
    [{ ...brought({ sku: 'CABLE', quantity: 3 }), isCash: true, isPickup: true }, brought({ sku: 'TV', quantity: 2 })],
    walk(
      'cancelUnits 2, cancelUnits 1, cancel 1, take 2, pack 2, send 2, deliver 2, requestReturn 2, decideReturn 1, settle 1',
    ),
  ],
];

/** Returns for each line its units, and the units in its shipments, with canceled ones. */
const unitsOf = async (numbers: readonly string[]) => {
  const { rows } = await open.shop.db.pool.query<{ ordered: number; accounted: number }>(
    `select l.quantity as ordered, (select sum(case when s.state in ('delivered', 'undelivered', 'canceled') or s.ended_at is null then u.quantity end)
       from shipment_lines u join shipments s on s.order_id = u.order_id and s.n = u.n
       where u.order_id = l.order_id and u.position = l.position and u.canceled between 0 and u.quantity)::integer as accounted
     from order_lines l join orders o on o.id = l.order_id where o.number = any ($1::bigint[])`,
    [numbers],
  );
  return rows;
};

test('[WORK-10, WORK-11, WORK-15, WORK-17, WORK-20] any steps at the desk leave each unit in one place', async () => {
  const there = { url: open.bank.url, merchantKey };
  const books = { bank: createHttpBankLedger(there), programs: createHttpPointsPrograms(there) };
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyOrder, { minLength: 1, maxLength: 2 }),
      fc.array(anyStep, { minLength: 10, maxLength: 25 }),
      async (orders, walked) => {
        const numbers: string[] = [];
        for (const order of orders) numbers.push(await place(order));
        for (const { kind, size } of walked) {
          const outcome = await steps[kind]?.({ numbers, size });
          if (outcome?.ok) counts.set(kind, (counts.get(kind) ?? 0) + 1);
          if (outcome?.ok === false) expect(outcome.error.status, `${kind}: ${outcome.error.code}`).toBeLessThan(500);
          const units = await unitsOf(numbers);
          expect(
            units.filter(({ ordered, accounted }) => ordered !== accounted),
            kind,
          ).toEqual([]);
          const now = new Date();
          expect(await checkInvariants(open.shop.db, books, now, frequentReach(now)), kind).toEqual([]);
        }
      },
    ),
    { numRuns: 10, endOnFailure: true, examples },
  );
  expect(kinds.filter((kind) => !counts.has(kind))).toEqual([]);
}, 600_000);
