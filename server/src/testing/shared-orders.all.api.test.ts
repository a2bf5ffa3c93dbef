import { randomUUID } from 'node:crypto';
import { type DeskEndpoints, deskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveShipment } from '../shipments/move-shipment.ts';
import { done } from './cart-calls.ts';
import { placeOrderOf } from './desk-orders.ts';
import { formPayload } from './form-payload.ts';
import { loosenBudgets } from './loose-budgets.ts';
import { operator } from './operator.ts';
import { openShopWithBank } from './order-calls.ts';
import { signInCustomer } from './sessions.ts';
import { createProduct, createShopBasics } from './shop-fixtures.ts';
import { openDesk, type TestDesk } from './test-desk.ts';
import type { TestShop } from './test-shop.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
let lamp: number;
/** Has no limits, and prepares the data for the other users. */
let owner: TestDesk;
/** Has every permission, but is limited to the store MAX. */
let limited: TestDesk;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', title: 'Bocina', price: 100_00, stock: 5_000 });
  lamp = await createProduct(shop.db, { sku: 'LAMP', title: 'Lámpara', price: 50_00, stock: 5_000 });
  owner = await openDesk(shop, 'owner');
  limited = await openDesk(shop, 'owner', ['MAX']);
});
afterAll(() => open.close());

const reason = 'Llamó por teléfono';

/** The parameters and body of a change. */
interface Asked {
  params?: Readonly<Record<string, string>>;
  body?: object;
  form?: Record<string, string | Blob>;
}

/**
 * `own`: a change of only the person's own store, which succeeds; or why another test shows this. `others`: changes that affect
 * another store, which are refused.
 */
interface Try {
  own: (() => Promise<Asked>) | string;
  others: readonly (() => Promise<Asked>)[];
}

/** Moves the first shipment, with its goods, to the first of these places, the second to the second, and so on. */
const placeShipments = async (number: string, places: readonly string[]): Promise<void> => {
  const of = 'order_id = (select id from orders where number = $1)';
  for (const [index, place] of places.entries()) {
    await shop.db.pool.query(`update shipments set place = $3 where ${of} and n = $2`, [number, index + 1, place]);
    await shop.db.pool.query(`update stock_claims set store_code = $3 where ${of} and n = $2`, [
      number,
      index + 1,
      place,
    ]);
  }
  await shop.db.pool.query('update order_rows set stores = $2 where number = $1', [number, [...new Set(places)]]);
};

const versionOf = async (number: string): Promise<number> =>
  done(await owner.call('getDeskOrder', { params: { number } })).data.version;

/** Places an order of two speakers that leave from MAX, and two lamps that leave from `other`. */
const shared = async (other = 'XELA'): Promise<{ number: string; version: number }> => {
  const lines = [
    { productId: speaker, quantity: 2 },
    { productId: lamp, quantity: 2 },
  ];
  const number = await placeOrderOf(shop, { lines, amount: 330 });
  const id = `${number}-1`;
  const { version, lines: of } = done(await owner.call('getShipment', { params: { id } })).data;
  const line = of.find(({ sku }) => sku === 'LAMP')?.line ?? 0;
  done(await owner.call('splitShipment', { params: { id }, body: { version, lines: [{ line, quantity: 2 }] } }));
  await placeShipments(number, ['MAX', other]);
  return { number, version: await versionOf(number) };
};

/** Places an order that leaves from MAX completely. */
const whole = () => shared('MAX');

const ofOrder = (prepare: typeof whole, body: object) => async (): Promise<Asked> => {
  const { number, version } = await prepare();
  return { params: { number }, body: { version, ...body } };
};

/** Units that are still in the store are sent as a courtesy. */
const asCourtesy = { unsent: 'send', courtesyReason: 'Se le prometió' } as const;
const refund = (prepare: typeof whole, body: object) => async (): Promise<Asked> => {
  const { number: orderNumber, version } = await prepare();
  return { body: { orderNumber, version, reason, ...asCourtesy, ...body } };
};

const seen = async (id: string) => done(await owner.call('getShipment', { params: { id } })).data;

type Move = Parameters<typeof owner.call<'moveShipment'>>[1]['body'];
const move = async (id: string, more: Omit<Move, 'version'>): Promise<void> => {
  done(await owner.call('moveShipment', { params: { id }, body: { ...more, version: (await seen(id)).version } }));
};

/** Advances a shipment of a shared order to a state. The first leaves from MAX, the second from XELA. */
const shipment =
  (shipmentNumber: 1 | 2, so: 'ready' | 'picking' | 'packed' | 'sent' | 'undelivered' | 'delivered', more: object) =>
  async (): Promise<Asked> => {
    const id = `${(await shared()).number}-${shipmentNumber}`;
    if (so !== 'ready') await move(id, { to: 'picking' });
    if (so !== 'ready' && so !== 'picking') {
      for (const _unit of [1, 2]) {
        const body = { scanId: randomUUID(), code: shipmentNumber === 1 ? 'SPEAKER' : 'LAMP' };
        done(await owner.call('scanShipment', { params: { id }, body }));
      }
      await move(id, { to: 'packed' });
    }
    if (so === 'sent' || so === 'undelivered' || so === 'delivered') await move(id, { to: 'sent' });
    if (so === 'undelivered') await move(id, { to: 'undelivered', reason: 'Rechazado' });
    if (so === 'delivered') await move(id, { to: 'delivered' });
    return { params: { id }, body: { version: (await seen(id)).version, ...more } };
  };
const without = async (asked: Promise<Asked>): Promise<Asked> => {
  const { params = {}, body } = await asked;
  const { version: _, ...rest } = { version: 0, ...body };
  return { params, body: rest };
};

/** Advances a return of a delivered line of a shared order. Speakers left from MAX, lamps from XELA. */
const goodsBack =
  (sku: 'SPEAKER' | 'LAMP', so: 'requested' | 'received' | 'rejected', more: object) => async (): Promise<Asked> => {
    const { number: orderNumber } = await shared();
    const action = { kind: 'advance', cash: { amount: 'due', difference: null } } as const;
    for (const shipmentNumber of [1, 2])
      for (const _step of [1, 2, 3])
        await moveShipment(shop.db, { orderNumber, choice: { shipmentNumber }, action, actor: operator }, new Date());
    const body = { orderNumber, sku, quantity: 1, reason: 'Otro' } as const;
    const { number } = done(await owner.call('createReturn', { body })).data;
    const params = { number };
    if (so === 'requested') {
      const undone = `update returns set approved_at = null, answered_by = null, asked_by = null where 'D-' || number = $1`;
      await shop.db.pool.query(undone, [number]);
    }
    let { version } = done(await owner.call('getDeskReturn', { params })).data;
    if (so !== 'requested') ({ version } = done(await owner.call('receiveReturn', { params, body: { version } })).data);
    if (so === 'rejected') {
      const units = [{ quantity: 1, fate: 'reject' as const, reason: 'Está golpeado' }];
      ({ version } = done(await owner.call('decideReturnUnits', { params, body: { version, units } })).data);
    }
    return { params, body: { version, ...more } };
  };

const delivered = async (): Promise<string> => {
  const asked = await goodsBack('SPEAKER', 'requested', {})();
  const number = asked.params?.number ?? '';
  const { orderNumber } = done(await owner.call('getDeskReturn', { params: { number } })).data;
  await shop.db.pool.query(`delete from returns where 'D-' || number = $1`, [number]);
  return orderNumber;
};
const newReturn = (sku: 'SPEAKER' | 'LAMP') => async (): Promise<Asked> => ({
  body: { orderNumber: await delivered(), sku, quantity: 1, reason: 'Otro' },
});

const till = async (storeCode: string, isOpen: boolean) => {
  const made = done(await owner.call('createTill', { body: { storeCode, name: randomUUID() } })).data;
  if (!isOpen) return made;
  const { id, version } = made;
  return done(await owner.call('openTill', { params: { id }, body: { version, float: 500 } })).data;
};
const atTill =
  (storeCode: string, isOpen: boolean, body: (version: number) => object | Promise<object>) =>
  async (): Promise<Asked> => {
    const { id, version } = await till(storeCode, isOpen);
    return { params: { id }, body: await body(version) };
  };

/** A refund due at a till for a delivery order. Any store may pay it out. */
const dueRefund =
  (body: object, prepare: typeof whole = shared) =>
  async (): Promise<Asked> => {
    const { number: orderNumber, version } = await prepare();
    const asked = { orderNumber, version, reason, goodwill: 5, to: 'transfer' as const };
    return { params: { id: done(await owner.call('createRefund', { body: asked })).data.id }, body };
  };
/** A refund of a shared order that waits for approval by another person than the owner. */
const waiting = (of: object, body: object) => async (): Promise<Asked> => {
  const { number: orderNumber, version } = await shared();
  await shop.setPolicy('refundApprovalAbove', '0');
  const asked = { orderNumber, version, reason, ...asCourtesy, ...of };
  const { id } = done(await owner.call('createRefund', { body: asked })).data;
  await shop.setPolicy('refundApprovalAbove', '1000000');
  return { params: { id }, body };
};
const withAccount = (body: object) => async (): Promise<Asked> => {
  const asked = await dueRefund(body)();
  done(await owner.call('setRefundTransfer', { params: { id: asked.params?.id ?? '' }, body: account }));
  return asked;
};
const account = { bank: 'Banco Industrial', account: '1234567890', name: 'Ana Pérez' } as const;

const newPurchase = (storeCode: string, more: object) => async (): Promise<Asked> => {
  const supplier = { name: `Proveedor ${randomUUID().slice(0, 8)}`, email: 'ventas@proveedor.example' };
  const { id: supplierId } = done(await owner.call('createSupplier', { body: supplier })).data;
  return { body: { supplierId, storeCode, lines: [{ sku: 'SPEAKER', quantity: 3 }], ...more } };
};
const purchase =
  (storeCode: string, so: 'draft' | 'ordered', body: object, isVersioned = true) =>
  async (): Promise<Asked> => {
    const asked = await newPurchase(storeCode, {})();
    const { number, version } = (await owner.send('POST', '/v1/admin/purchases', { body: asked.body ?? {} })).json()
      .data;
    const params = { number };
    const step = so === 'draft' ? 1 : 2;
    if (so === 'ordered') done(await owner.call('orderPurchase', { params, body: { version } }));
    return { params, body: isVersioned ? { version: version + step - 1, ...body } : body };
  };

const courier = async (): Promise<string> =>
  done(await owner.call('createCourier', { body: { name: `Mensajería ${randomUUID().slice(0, 8)}` } })).data.code;
const manifest =
  (storeCode: string, body: (version: number) => object | Promise<object>) => async (): Promise<Asked> => {
    const asked = { courier: await courier(), storeCode };
    const { id, version } = done(await owner.call('openManifest', { body: asked })).data;
    return { params: { id }, body: await body(version) };
  };
const packed = async (shipmentNumber: 1 | 2): Promise<string> =>
  (await shipment(shipmentNumber, 'packed', {})()).params?.id ?? '';
const withParcel = (storeCode: string, shipmentNumber: 1 | 2) => async (): Promise<Asked> => {
  const shipmentId = await packed(shipmentNumber);
  const asked = await manifest(storeCode, () => ({}))();
  const body = { scanId: randomUUID(), code: shipmentId };
  done(await owner.call('scanManifest', { params: { id: asked.params?.id ?? '' }, body }));
  return { ...asked, body: { shipmentId } };
};

const pick = (storeCode: string, body: object) => async (): Promise<Asked> => {
  await shared();
  const { id } = done(await owner.call('takePick', { body: { storeCode, limit: 20 } })).data;
  return { params: { id: id ?? '' }, body };
};

/** A wave of MAX with all units scanned. */
const scannedPick = async (): Promise<Asked> => {
  const asked = await pick('MAX', {})();
  const params = { id: asked.params?.id ?? '' };
  const { rows } = done(await owner.call('getPick', { params })).data;
  for (const { sku, quantity } of rows)
    for (let unit = 0; unit < quantity; unit += 1)
      done(await owner.call('scanPick', { params, body: { scanId: randomUUID(), code: sku } }));
  return { ...asked, body: { courier: 'Guatex' } };
};

const member =
  (stores: string[] | null, more: object, isDisabled = false) =>
  async (): Promise<Asked> => {
    const person = { email: `${randomUUID()}@ceiba.example`, name: 'Rosa Tum', role: 'cashier', stores };
    const made = done(await owner.call('inviteStaff', { body: person })).data;
    const { id, version } = made;
    if (!isDisabled) return { params: { id }, body: { version, ...more } };
    const disabled = done(await owner.call('disableStaff', { params: { id }, body: { version } })).data;
    return { params: { id }, body: { version: disabled.version, ...more } };
  };
const invited = (stores: string[] | null) => async (): Promise<Asked> => ({
  body: { email: `${randomUUID()}@ceiba.example`, name: 'Otra', role: 'cashier', stores },
});

const customer = (more: object) => async (): Promise<Asked> => {
  const { id } = await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date());
  return { params: { id }, body: more };
};
const customersAre = 'Customers belong to no store';

const photo = (shipmentNumber: 1 | 2) => async (): Promise<Asked> => {
  const { params = {} } = await shipment(shipmentNumber, 'delivered', {})();
  return { params, form: { photos: new Blob(['photo'], { type: 'image/jpeg' }) } };
};

/** Sends a mail about a shipment or about the whole order again. */
const mail = (kind: 'order-confirmation' | 'shipment-sent', shipmentNumber?: 1 | 2) => async (): Promise<Asked> => {
  const { number } = await shared();
  const about =
    shipmentNumber === undefined
      ? '(select id::text from orders where number = $1::bigint)'
      : `$1 || '-${shipmentNumber}'`;
  const key = `'${kind}:' || ${about}`;
  await shop.db.pool.query(
    `insert into mails (id, dedupe_key, recipient, subject, html, text, created_at)
     select gen_random_uuid(), ${key}, email, 'Tu pedido', '<p>Hola</p>', 'Hola', now() from orders where number = $1::bigint`,
    [number],
  );
  return { params: { number }, body: { kind } };
};

const note = (person: () => TestDesk) => async (): Promise<Asked> => {
  const { number } = await shared();
  const { notes } = done(await person().call('addOrderNote', { params: { number }, body: { text: 'Llamar' } })).data;
  return { params: { number, id: notes[0]?.id ?? '' } };
};
/** An order that leaves from XELA only. */
const elsewhere = async () => {
  const order = await shared();
  await placeShipments(order.number, ['XELA', 'XELA']);
  return order;
};

const lampLines = [{ sku: 'LAMP', quantity: 1 }];

/** A transfer of lamps, sent or not. */
const transfer = (from: string, to: string, isSent: boolean, body: object) => async (): Promise<Asked> => {
  const arrived = { storeCode: from, units: 1, reason: 'received' } as const;
  done(await owner.call('moveProductStock', { params: { sku: 'LAMP' }, body: arrived }));
  const { number, version } = done(await owner.call('createTransfer', { body: { from, to, lines: lampLines } })).data;
  const params = { number };
  if (!isSent) return { params, body: { version, ...body } };
  const sent = done(await owner.call('sendTransfer', { params, body: { version } })).data;
  return { params, body: { version: sent.version, ...body } };
};

/** A count of lamps, reviewed or not. */
const stockCount =
  (storeCode: string, isReviewed: boolean, bodyOf: (version: number) => object) => async (): Promise<Asked> => {
    const scope = { kind: 'shelf' as const, shelf: randomUUID().slice(0, 20) };
    const { number, version } = done(await owner.call('createStockCount', { body: { storeCode, scope } })).data;
    const params = { number };
    if (!isReviewed) return { params, body: bodyOf(version) };
    const reviewed = done(await owner.call('reviewStockCount', { params, body: { version } })).data;
    return { params, body: bodyOf(reviewed.version) };
  };

/** Lamps that go back to their supplier. */
const supplierNote = async (storeCode: string): Promise<{ body: object }> => {
  const arrived = { storeCode, units: 1, reason: 'received' } as const;
  done(await owner.call('moveProductStock', { params: { sku: 'LAMP' }, body: arrived }));
  return { body: { storeCode, supplier: 'Volcán', reason, lines: lampLines } };
};
const settled = (storeCode: string) => async (): Promise<Asked> => {
  await supplierNote(storeCode);
  const body = { storeCode, supplier: 'Volcán', reason, lines: lampLines };
  const { number, version } = done(await owner.call('createSupplierNote', { body })).data;
  return { params: { number }, body: { version, outcome: 'credited', reference: 'NC-1' } };
};
const countedLamps = async (storeCode: string): Promise<Asked> => {
  const scope = { kind: 'list' as const, skus: ['LAMP'] };
  const { number } = done(await owner.call('createStockCount', { body: { storeCode, scope } })).data;
  return { params: { number }, body: { scanId: randomUUID(), code: 'LAMP', quantity: 1 } };
};

type Placed = {
  [K in keyof DeskEndpoints]: DeskEndpoints[K] extends { method: 'POST' | 'PATCH' | 'DELETE'; touches: 'places' }
    ? K
    : never;
}[keyof DeskEndpoints];

const lines = (line: number) => ({ lines: [{ line, quantity: 1 }] });
/** Later than any day that the shop promises automatically, so it is always a change. */
const promisedOn = addDays(guatemalaDate(new Date()), 30);
const promise = (shipmentNumber: 1 | 2) => async (): Promise<Asked> => {
  const { number, version } = await shared();
  return {
    params: { number },
    body: { version, promises: [{ shipmentId: `${number}-${shipmentNumber}`, promisedOn }] },
  };
};

/** A case for every change that affects places. A missing case does not compile. */
const tries: { [K in Placed]: Try } = {
  addOrderNote: {
    own: async () => ({ params: { number: (await shared()).number }, body: { text: 'Llamar antes' } }),
    others: [async () => ({ params: { number: (await elsewhere()).number }, body: { text: 'Llamar antes' } })],
  },
  removeOrderNote: { own: note(() => limited), others: [note(() => owner)] },
  correctOrder: {
    own: promise(1),
    others: [
      promise(2),
      ofOrder(shared, { tags: ['Frecuente'] }),
      ofOrder(shared, { assigneeId: null, contact: { phone: '55551234' } }),
      ofOrder(shared, { billingAddress: { nit: '576937-K' } }),
      ofOrder(shared, { shippingAddress: { reference: 'Portón verde' } }),
    ],
  },
  cancelOrder: {
    own: ofOrder(shared, { reason, ...lines(1) }),
    others: [
      ofOrder(shared, { reason }),
      ofOrder(shared, { reason, ...lines(2) }),
      ofOrder(shared, { reason, lines: [...lines(1).lines, ...lines(2).lines] }),
    ],
  },
  replaceOrderLine: {
    own: 'A line that nobody finds is replaced in shipments.api.test.ts',
    others: [ofOrder(shared, { line: 1, sku: 'LAMP', reason })],
  },
  holdOrder: { own: ofOrder(whole, { reason }), others: [ofOrder(shared, { reason })] },
  releaseOrder: {
    own: async () => held(whole),
    others: [async () => held(shared)],
  },
  resendOrderMail: { own: mail('shipment-sent', 1), others: [mail('shipment-sent', 2), mail('order-confirmation')] },
  approveRefund: { own: waiting(lines(1), {}), others: [waiting(lines(2), {}), waiting({ goodwill: 5 }, {})] },
  rejectRefund: {
    own: waiting(lines(1), { reason }),
    others: [waiting(lines(2), { reason }), waiting({ shipping: 5 }, { reason })],
  },
  createRefund: {
    own: refund(shared, lines(1)),
    others: [
      refund(shared, lines(2)),
      refund(shared, { goodwill: 5 }),
      refund(shared, { shipping: 5 }),
      refund(shared, { ...lines(1), shipping: 5 }),
      async () => {
        const { number: orderNumber } = await shared();
        return {
          body: {
            orderNumber,
            version: await versionOf(orderNumber),
            reason,
            ...asCourtesy,
            lines: [{ line: 2, quantity: 1, shipment: `${orderNumber}-2` }],
          },
        };
      },
    ],
  },
  moveShipment: {
    own: shipment(1, 'ready', { to: 'picking' }),
    others: [shipment(2, 'ready', { to: 'picking' }), shipment(2, 'ready', { to: 'canceled', reason })],
  },
  changeShipment: {
    own: shipment(1, 'packed', { reason, courier: 'Guatex' }),
    others: [shipment(2, 'packed', { reason, courier: 'Guatex' })],
  },
  splitShipment: { own: shipment(1, 'ready', lines(1)), others: [shipment(2, 'ready', lines(2))] },
  sendAgain: {
    own: shipment(1, 'sent', { reason: 'Rechazado' }),
    others: [shipment(2, 'sent', { reason: 'Rechazado' })],
  },
  scanShipment: {
    own: () => without(shipment(1, 'picking', { scanId: randomUUID(), code: 'SPEAKER' })()),
    others: [() => without(shipment(2, 'picking', { scanId: randomUUID(), code: 'LAMP' })())],
  },
  missUnits: {
    own: shipment(1, 'picking', { line: 1, quantity: 1 }),
    others: [shipment(2, 'picking', { line: 2, quantity: 1 })],
  },
  receiveShipment: {
    own: shipment(1, 'undelivered', { fate: 'restock' }),
    others: [shipment(2, 'undelivered', { fate: 'restock' })],
  },
  saveProof: { own: 'A photo of one’s own store is saved in shipments.api.test.ts', others: [photo(2)] },
  takePick: {
    own: async () => ({ body: { storeCode: 'MAX', limit: 1 } }),
    others: [async () => ({ body: { storeCode: 'XELA', limit: 1 } })],
  },
  scanPick: {
    own: pick('MAX', { scanId: randomUUID(), code: 'SPEAKER' }),
    others: [pick('XELA', { scanId: randomUUID(), code: 'LAMP' })],
  },
  packPick: { own: scannedPick, others: [pick('XELA', {})] },
  setShelves: {
    own: async () => ({ body: { storeCode: 'MAX', shelves: [{ sku: 'LAMP', shelf: randomUUID().slice(0, 6) }] } }),
    others: [async () => ({ body: { storeCode: 'XELA', shelves: [{ sku: 'LAMP', shelf: 'A-1' }] } })],
  },
  noteScannedCode: {
    own: async () => ({ body: { code: randomUUID(), storeCode: 'MAX' } }),
    others: [async () => ({ body: { code: randomUUID(), storeCode: 'XELA' } })],
  },
  renameShelf: {
    own: async () => {
      const from = randomUUID().slice(0, 6);
      done(await owner.call('setShelves', { body: { storeCode: 'MAX', shelves: [{ sku: 'LAMP', shelf: from }] } }));
      return { body: { storeCode: 'MAX', from, to: randomUUID().slice(0, 6) } };
    },
    others: [async () => ({ body: { storeCode: 'XELA', from: 'A-1', to: 'A-2' } })],
  },
  moveProductStock: {
    own: async () => ({ params: { sku: 'LAMP' }, body: { storeCode: 'MAX', units: 1, reason: 'received' } }),
    others: [async () => ({ params: { sku: 'LAMP' }, body: { storeCode: 'XELA', units: 1, reason: 'received' } })],
  },
  bringUnits: {
    own: 'Units at another place are brought in shipment-transfers.api.test.ts',
    others: [() => without(shipment(2, 'ready', {})())],
  },
  createTransfer: {
    own: async () => ({ body: { from: 'XELA', to: 'MAX', lines: lampLines } }),
    others: [async () => ({ body: { from: 'XELA', to: 'BODEGA', lines: lampLines } })],
  },
  sendTransfer: { own: transfer('MAX', 'XELA', false, {}), others: [transfer('XELA', 'MAX', false, {})] },
  receiveTransfer: {
    own: transfer('XELA', 'MAX', true, { lines: lampLines }),
    others: [transfer('MAX', 'XELA', true, { lines: lampLines })],
  },
  closeTransfer: {
    own: transfer('MAX', 'XELA', true, { fate: 'back', reason }),
    others: [transfer('XELA', 'MAX', true, { fate: 'back', reason })],
  },
  createStockCount: {
    own: async () => ({ body: { storeCode: 'MAX', scope: { kind: 'list', skus: ['LAMP'] } } }),
    others: [async () => ({ body: { storeCode: 'XELA', scope: { kind: 'list', skus: ['LAMP'] } } })],
  },
  scanStockCount: { own: () => countedLamps('MAX'), others: [() => countedLamps('XELA')] },
  reviewStockCount: {
    own: stockCount('MAX', false, (version) => ({ version })),
    others: [stockCount('XELA', false, (version) => ({ version }))],
  },
  approveStockCount: {
    own: stockCount('MAX', true, (version) => ({ version })),
    others: [stockCount('XELA', true, (version) => ({ version }))],
  },
  cancelStockCount: {
    own: stockCount('MAX', false, (version) => ({ version, reason })),
    others: [stockCount('XELA', false, (version) => ({ version, reason }))],
  },
  createSupplierNote: { own: () => supplierNote('MAX'), others: [() => supplierNote('XELA')] },
  settleSupplierNote: { own: settled('MAX'), others: [settled('XELA')] },
  createReturn: { own: newReturn('SPEAKER'), others: [newReturn('LAMP')] },
  approveReturn: { own: goodsBack('SPEAKER', 'requested', {}), others: [goodsBack('LAMP', 'requested', {})] },
  rejectReturn: {
    own: goodsBack('SPEAKER', 'requested', { reason }),
    others: [goodsBack('LAMP', 'requested', { reason })],
  },
  cancelDeskReturn: { own: goodsBack('SPEAKER', 'requested', {}), others: [goodsBack('LAMP', 'requested', {})] },
  receiveReturn: { own: goodsBack('SPEAKER', 'requested', {}), others: [goodsBack('LAMP', 'requested', {})] },
  decideReturnUnits: {
    own: goodsBack('SPEAKER', 'received', { units: [{ quantity: 1, fate: 'scrap' }] }),
    others: [
      goodsBack('LAMP', 'received', { units: [{ quantity: 1, fate: 'scrap' }] }),
      goodsBack('SPEAKER', 'received', { units: [{ quantity: 1, fate: 'restock', storeCode: 'XELA' }] }),
    ],
  },
  sendReturnBack: {
    own: goodsBack('SPEAKER', 'rejected', { how: 'Guatex, guía 77' }),
    others: [goodsBack('LAMP', 'rejected', { how: 'Guatex, guía 77' })],
  },
  createPurchase: { own: newPurchase('MAX', {}), others: [newPurchase('XELA', {})] },
  changePurchase: {
    own: purchase('MAX', 'draft', { note: 'Con factura' }),
    others: [purchase('XELA', 'draft', { note: 'Con factura' }), purchase('MAX', 'draft', { storeCode: 'XELA' })],
  },
  orderPurchase: { own: purchase('MAX', 'draft', {}), others: [purchase('XELA', 'draft', {})] },
  sendPurchase: {
    own: purchase('MAX', 'ordered', { mail: 'csv' }, false),
    others: [purchase('XELA', 'ordered', { mail: 'csv' }, false)],
  },
  closePurchase: { own: purchase('MAX', 'ordered', { reason }), others: [purchase('XELA', 'ordered', { reason })] },
  receivePurchase: {
    own: purchase('MAX', 'ordered', { lines: [{ sku: 'SPEAKER', quantity: 1 }] }),
    others: [purchase('XELA', 'ordered', { lines: [{ sku: 'SPEAKER', quantity: 1 }] })],
  },
  receiveWithoutPurchase: { own: newPurchase('MAX', {}), others: [newPurchase('XELA', {})] },
  saveDamagePicture: {
    own: 'A photo of one’s own store is saved in purchases.api.test.ts',
    others: [
      async () => {
        const { params = {} } = await purchase('XELA', 'ordered', {})();
        const form = { photos: new Blob(['photo'], { type: 'image/jpeg' }) };
        return { params: { ...params, receipt: '1', sku: 'SPEAKER' }, form };
      },
    ],
  },
  openManifest: {
    own: async () => ({ body: { courier: await courier(), storeCode: 'MAX' } }),
    others: [async () => ({ body: { courier: await courier(), storeCode: 'XELA' } })],
  },
  scanManifest: {
    own: manifest('MAX', async () => ({ scanId: randomUUID(), code: await packed(1) })),
    others: [
      manifest('XELA', async () => ({ scanId: randomUUID(), code: await packed(2) })),
      manifest('MAX', async () => ({ scanId: randomUUID(), code: await packed(2) })),
    ],
  },
  removeFromManifest: { own: withParcel('MAX', 1), others: [withParcel('XELA', 2)] },
  closeManifest: {
    own: async () => {
      const { params = {} } = await withParcel('MAX', 1)();
      const { version } = done(await owner.call('getManifest', { params: { id: params.id ?? '' } })).data;
      return { params, body: { version } };
    },
    others: [manifest('XELA', (version) => ({ version }))],
  },
  createTill: {
    own: async () => ({ body: { storeCode: 'MAX', name: randomUUID() } }),
    others: [async () => ({ body: { storeCode: 'XELA', name: randomUUID() } })],
  },
  renameTill: {
    own: atTill('MAX', false, () => ({ name: randomUUID() })),
    others: [atTill('XELA', false, () => ({ name: randomUUID() }))],
  },
  openTill: {
    own: atTill('MAX', false, (version) => ({ version, float: 500 })),
    others: [atTill('XELA', false, (version) => ({ version, float: 500 }))],
  },
  closeTill: {
    own: atTill('MAX', true, (version) => ({ version, counted: 500, cards: 0 })),
    others: [atTill('XELA', true, (version) => ({ version, counted: 500, cards: 0 }))],
  },
  moveTillCash: {
    own: atTill('MAX', true, () => ({ kind: 'in', amount: 5, reason })),
    others: [atTill('XELA', true, () => ({ kind: 'in', amount: 5, reason }))],
  },
  recountTill: {
    own: atTill('MAX', true, (version) => ({ version, kind: 'opening', counted: 480, reason })),
    others: [atTill('XELA', true, (version) => ({ version, kind: 'opening', counted: 480, reason }))],
  },
  explainTill: {
    own: 'Closings are explained in count-till.api.test.ts',
    others: [atTill('XELA', false, (version) => ({ version, reason }))],
  },
  correctTillMovement: {
    own: 'Movements are corrected in count-till.api.test.ts',
    others: [
      async () => {
        const asked = await atTill('XELA', true, () => ({ amount: 1, reason }))();
        return { ...asked, params: { ...asked.params, movement: '1' } };
      },
    ],
  },
  undoTillMovement: {
    own: 'Movements are taken back in count-till.api.test.ts',
    others: [
      async () => {
        const asked = await atTill('XELA', true, () => ({ reason }))();
        return { ...asked, params: { ...asked.params, movement: '1' } };
      },
    ],
  },
  explainTillDifference: {
    own: 'Differences are explained in count-till.api.test.ts',
    others: [
      async () => {
        const { params = {} } = await atTill('XELA', true, () => ({}))();
        const { rows } = await shop.db.pool.query('select id from till_sessions where till_id = $1', [params.id]);
        return { params: { id: `${rows[0].id}.opening` }, body: { reason } };
      },
    ],
  },
  settleDoorCash: {
    own: 'Cash at the door is settled in door-cash.api.test.ts',
    others: [
      async () => {
        const asked = await shipment(2, 'delivered', { kind: 'payment', amount: 1, reason })();
        await shop.db.pool.query(
          `update shipments s set cash_due = 500, cash_collected = 0 from orders o where o.id = s.order_id and o.number || '-' || s.n = $1`,
          [asked.params?.id],
        );
        return asked;
      },
    ],
  },
  payAtTill: {
    own: 'Orders are paid at their store’s till in tills.api.test.ts',
    others: [
      atTill('XELA', true, async () => ({ orderNumber: (await shared()).number, kind: 'cash', amount: 330 })),
      atTill('MAX', true, async () => ({ orderNumber: (await elsewhere()).number, kind: 'cash', amount: 330 })),
    ],
  },
  unpayAtTill: {
    own: 'Payments are taken back at their store’s till in tills.api.test.ts',
    others: [
      atTill('XELA', true, async () => ({ orderNumber: (await shared()).number, reason })),
      atTill('MAX', true, async () => ({ orderNumber: (await elsewhere()).number, reason })),
    ],
  },
  payRefundAtTill: {
    own: 'A delivery that was paid by card is given back at any till: tills.api.test.ts',
    others: [
      async () => {
        const asked = await dueRefund({})();
        return { ...asked, body: { tillId: (await till('XELA', true)).id, reference: randomUUID().slice(0, 8) } };
      },
    ],
  },
  setRefundTransfer: {
    own: 'A transfer is of the whole order: cash-refunds.api.test.ts',
    others: [dueRefund(account)],
  },
  openRefundTransfer: { own: 'A transfer is of the whole order: cash-refunds.api.test.ts', others: [withAccount({})] },
  payRefundByTransfer: {
    own: 'A transfer is of the whole order: cash-refunds.api.test.ts',
    others: [withAccount({ reference: '778899' })],
  },
  inviteStaff: { own: invited(['MAX']), others: [invited(['XELA']), invited(['MAX', 'XELA']), invited(null)] },
  changeStaff: {
    own: member(['MAX'], { name: 'Rosa Tum Ixchel' }),
    others: [
      member(['XELA'], { name: 'Otra' }),
      member(['MAX', 'XELA'], { name: 'Otra' }),
      member(null, { name: 'Otra' }),
      member(['MAX'], { stores: ['XELA'] }),
      member(['MAX'], { stores: null }),
    ],
  },
  disableStaff: { own: member(['MAX'], {}), others: [member(['XELA'], {}), member(null, {})] },
  enableStaff: { own: member(['MAX'], {}, true), others: [member(['XELA'], {}, true), member(null, {}, true)] },
  inviteStaffAgain: { own: member(['MAX'], {}), others: [member(['XELA'], {}), member(null, {})] },
  correctCustomerEmail: { own: customersAre, others: [customer({ version: 1, email: 'nueva@correo.gt', reason })] },
  endCustomerSessions: { own: customersAre, others: [customer({ reason })] },
  giveCustomerBack: { own: customersAre, others: [customer({ version: 1, email: 'nueva@correo.gt', reason })] },
  openCustomerDpi: { own: customersAre, others: [customer({ reason })] },
  resendCustomerConfirmation: { own: customersAre, others: [customer({})] },
  setCustomerEmployee: { own: customersAre, others: [customer({ isEmployee: true, reason })] },
  unlockCustomer: { own: customersAre, others: [customer({ reason })] },
};

async function held(prepare: typeof whole): Promise<Asked> {
  const { number, version } = await prepare();
  const held = done(await owner.call('holdOrder', { params: { number }, body: { version, reason } })).data;
  return { params: { number }, body: { version: held.version, reason } };
}

const changes = Object.values<EndpointSpec>(deskEndpoints).filter(
  ({ auth, method }) => auth === 'staff' && method !== 'GET',
);

const send = async ({ method, path }: EndpointSpec, { params = {}, body, form }: Asked) => {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  if (form !== undefined) {
    const { payload, headers } = await formPayload(form);
    const origin = shop.config.publicUrl;
    return shop.inject({ method, url, payload, headers: { ...headers, cookie: limited.cookie, origin } });
  }
  return limited.send(method, url, body === undefined ? {} : { body });
};

/** Counts the audit rows of this kind by the limited person. */
const changesOf = async (operation: string): Promise<number> => {
  const { rows } = await shop.db.pool.query<{ count: number }>(
    `select count(*)::int as count from audit_entries where actor_id = $1 and operation = $2 and not coalesce(after ? 'code', false)`,
    [limited.id, operation],
  );
  return rows[0]?.count ?? 0;
};

test.each(Object.entries<Try>(tries))(
  '%s: a person limited to a store can change only its part of an order',
  async (name, { own, others }) => {
    const spec = changes.find((each) => each.name === name);
    if (spec === undefined) throw new Error(`${name} is no change of the desk`);
    for (const [index, prepare] of others.entries()) {
      const asked = await prepare();
      const before = await changesOf(name);
      const answer = await send(spec, asked);
      const what = `${index} ${JSON.stringify(asked)}: ${answer.payload}`;
      expect(answer.statusCode === 400 ? answer.json().error.code : answer.statusCode, what).toSatisfy((refused) =>
        [403, 404, 'SCAN_WRONG'].includes(refused),
      );
      expect(await changesOf(name), what).toBe(before);
    }
    if (typeof own === 'string') return;
    const answer = await send(spec, await own());
    expect(answer.statusCode, answer.payload).toBeLessThan(300);
  },
);

/** Returns each shipment with its row, lines and manifest. Excludes times that jobs write, and units that only a refund includes. */
const shipmentRows = async (): Promise<Map<string, string>> => {
  const { rows } = await shop.db.pool.query<{ id: string; stands: string }>(
    `select o.number || '-' || s.n as id, concat(to_jsonb(s) - '{due_at,late_since}'::text[],
       (select jsonb_agg(to_jsonb(u) - '{refunded,courtesy}'::text[] order by u.position) from shipment_lines u where u.order_id = s.order_id and u.n = s.n),
       (select jsonb_agg(p order by p.manifest_id) from manifest_parcels p where p.order_id = s.order_id and p.n = s.n)) as stands
     from shipments s join orders o on o.id = s.order_id`,
  );
  return new Map(rows.map(({ id, stands }) => [id, stands]));
};

test.each(Object.entries<Try>(tries).filter(([, { own }]) => typeof own !== 'string'))(
  '%s: each changed shipment has the change in its history, with person and time',
  async (name, { own }) => {
    const spec = changes.find((each) => each.name === name);
    if (spec === undefined || typeof own === 'string') throw new Error(`${name} is not tried`);
    const asked = await own();
    const before = await shipmentRows();
    const { rows } = await shop.db.pool.query('select max(id) as last from audit_entries');
    const answer = await send(spec, asked);
    expect(answer.statusCode, answer.payload).toBeLessThan(300);
    const changed = [...(await shipmentRows())].filter(([id, stands]) => before.get(id) !== stands).map(([id]) => id);
    for (const entityId of changed) {
      const history = done(
        await owner.call('getHistory', { params: { entity: 'shipments', entityId }, query: {} }),
      ).data;
      const own = history.filter(({ id }) => Number(id) > Number(rows[0].last));
      expect(
        own.map(({ operation, actor }) => [operation, actor.id]),
        entityId,
      ).toContainEqual([name, limited.id]);
    }
  },
);

/** Addresses of pages, photos and documents of a place, for MAX and for XELA. */
const reads: Readonly<Record<string, (place: 'MAX' | 'XELA', shipmentNumber: 1 | 2) => Promise<string>>> = {
  shipment: async (_, shipmentNumber) => `shipments/${(await shared()).number}-${shipmentNumber}`,
  labels: async (_, shipmentNumber) => `shipments/labels?ids=${(await shared()).number}-${shipmentNumber}`,
  slip: async (_, shipmentNumber) => `shipments/${(await shared()).number}-${shipmentNumber}/slip`,
  'history of a shipment': async (_, shipmentNumber) =>
    `audit/of/shipments/${(await shared()).number}-${shipmentNumber}`,
  return: async (_, shipmentNumber) =>
    `returns/${(await goodsBack(shipmentNumber === 1 ? 'SPEAKER' : 'LAMP', 'requested', {})()).params?.['number']}`,
  till: async (place) => `tills/${(await till(place, false)).id}`,
  manifest: async (place) => `manifests/${(await manifest(place, () => ({}))()).params?.['id']}`,
  'paper of a manifest': async (place) => `manifests/${(await manifest(place, () => ({}))()).params?.['id']}/paper`,
  'list of a wave': async (place) => `picks/${(await pick(place, {})()).params?.id}/list`,
  'labels of a wave': async (place) => `picks/${(await pick(place, {})()).params?.id}/labels`,
  wave: async (place) => `picks/${(await pick(place, {})()).params?.['id']}`,
  person: async (place) => `staff/${(await member([place], {})()).params?.['id']}`,
};

test.each(Object.entries(reads))(
  'the page or document of a %s can be read only for its own store',
  async (_, address) => {
    const answers = await Promise.all(
      (
        [
          ['MAX', 1],
          ['XELA', 2],
        ] as const
      ).map(async ([place, shipmentNumber]) => {
        const path = await address(place, shipmentNumber);
        return [path, (await limited.send('GET', `/v1/admin/${path}`)).statusCode];
      }),
    );
    expect(
      answers.map(([, status]) => status),
      JSON.stringify(answers),
    ).toEqual([200, 404]);
  },
);

test('a person limited to a store, even a courier, cannot change anything of the whole shop', async () => {
  const ofShop = changes.filter(({ touches }) => touches === 'shop');
  expect(ofShop.map(({ name }) => name)).toContain('changeCourier');
  const known: Readonly<Record<string, string>> = { code: await courier(), name: 'mails' };
  for (const spec of ofShop) {
    const names = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(names.map((name) => [name, known[name] ?? randomUUID()]));
    const answer = await send(spec, { params, body: {} });
    expect([spec.name, answer.statusCode, answer.json().error.code]).toEqual([spec.name, 403, 'FORBIDDEN']);
  }
});

test('only calls about a person’s session, passkeys, views and notices belong neither to a place nor to the shop', () => {
  const ofNobody = changes.filter(({ touches }) => touches === 'nothing').map(({ name }) => name);
  expect(ofNobody.toSorted()).toEqual([
    'addOwnPasskey',
    'changeView',
    'confirmByPasskey',
    'confirmStaffSession',
    'createView',
    'endOwnSession',
    'endStaffSession',
    'readNotices',
    'removeOwnPasskey',
    'removeView',
    'startOwnPasskey',
    'startPasskeyConfirmation',
  ]);
});

test('a repeated call is checked again: after losing a store or permission, a person gets no response', async () => {
  const person = await openDesk(shop, 'owner');
  const become = (role: string, stores: string[] | null) =>
    shop.db.pool.query('update staff_members set role = $2, stores = $3 where id = $1', [person.id, role, stores]);
  const repeated = async (role: string, stores: string[] | null) => {
    await become('owner', null);
    const { number, version } = await shared();
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => person.send('POST', `/v1/admin/orders/${number}/hold`, { body: { version, reason }, headers });
    const first = await send();
    expect(first.statusCode, first.payload).toBe(200);
    await become(role, stores);
    const answer = await send();
    if (answer.statusCode !== 200) return answer.json().error.code;
    expect(answer.json()).toEqual(first.json());
    return 'answered';
  };
  expect(await repeated('owner', null)).toBe('answered');
  expect(await repeated('owner', ['MAX', 'XELA'])).toBe('answered');
  expect(await repeated('owner', ['MAX'])).toBe('ORDER_NOT_FOUND');
  expect(await repeated('owner', ['BODEGA'])).toBe('ORDER_NOT_FOUND');
  expect(await repeated('support', null)).toBe('FORBIDDEN');
});
