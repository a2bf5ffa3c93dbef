import { randomUUID } from 'node:crypto';
import { type DeskEndpoints, deskEndpoints } from '@ceiba/contract/desk/endpoints';
import { allEntities, entities } from '@ceiba/contract/desk/entities/all';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { moveShipment } from '../shipments/move-shipment.ts';
import { done } from './cart-calls.ts';
import { placeOrderOf } from './desk-orders.ts';
import { loosenBudgets } from './loose-budgets.ts';
import { operator } from './operator.ts';
import { openShopWithBank } from './order-calls.ts';
import { changeOf, createEntity } from './sample-entities.ts';
import { signInCustomer } from './sessions.ts';
import { createProduct, createShopBasics } from './shop-fixtures.ts';
import { openDesk, type TestDesk } from './test-desk.ts';
import type { TestShop } from './test-shop.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
/** Two people who have read the same version. */
let faster: TestDesk;
let slower: TestDesk;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', title: 'Bocina', price: 100_00, stock: 1_000 });
  faster = await openDesk(shop, 'owner');
  slower = await openDesk(shop, 'owner');
});
afterAll(() => open.close());

/** A change that both people save: its parameters, and the body without the version. */
interface Save {
  params?: Readonly<Record<string, string>>;
  version: number;
  body?: object;
  /** The faster person's change, if it differs. */
  faster?: (version: number) => Promise<unknown>;
}

const placed = async (quantity = 1): Promise<{ number: string; version: number }> => {
  const lines = [{ productId: speaker, quantity }];
  const number = await placeOrderOf(shop, { lines, amount: 100 * quantity + 30 });
  return { number, version: done(await faster.call('getDeskOrder', { params: { number } })).data.version };
};
const order = async (body: object): Promise<Save> => {
  const { number, version } = await placed();
  return { params: { number }, version, body };
};

const seen = async (id: string) => done(await faster.call('getShipment', { params: { id } })).data;
type Move = Parameters<typeof faster.call<'moveShipment'>>[1]['body'];
const move = async (id: string, more: Omit<Move, 'version'>): Promise<void> => {
  const { version } = await seen(id);
  done(await faster.call('moveShipment', { params: { id }, body: { ...more, version } }));
};
/** Advances the shipment of a new order to a state. */
const shipment = async (
  so: 'ready' | 'picking' | 'packed' | 'sent' | 'undelivered',
  body: object,
  quantity = 1,
): Promise<Save> => {
  const id = `${(await placed(quantity)).number}-1`;
  if (so !== 'ready') await move(id, { to: 'picking' });
  if (so === 'packed' || so === 'sent' || so === 'undelivered') {
    const scan = { scanId: randomUUID(), code: 'SPEAKER' };
    done(await faster.call('scanShipment', { params: { id }, body: scan }));
    await move(id, { to: 'packed' });
  }
  if (so === 'sent' || so === 'undelivered') await move(id, { to: 'sent' });
  if (so === 'undelivered') await move(id, { to: 'undelivered', reason: 'Rechazado' });
  return { params: { id }, version: (await seen(id)).version, body };
};

/** Creates a return of a delivered order, as the buyer requested it, or after the goods came back. */
const goodsBack = async (so: 'requested' | 'received', body: object): Promise<Save> => {
  const { number: orderNumber } = await placed();
  const action = { kind: 'advance', cash: { amount: 'due', difference: null } } as const;
  for (const _step of [1, 2, 3])
    await moveShipment(shop.db, { orderNumber, choice: { shipmentNumber: 1 }, action, actor: operator }, new Date());
  const asked = { orderNumber, sku: 'SPEAKER', quantity: 1, reason: 'Otro' } as const;
  const { number } = done(await faster.call('createReturn', { body: asked })).data;
  const params = { number };
  await shop.db.pool.query(
    `update returns set approved_at = null, answered_by = null, asked_by = null where 'D-' || number = $1`,
    [number],
  );
  const { version } = done(await faster.call('getDeskReturn', { params })).data;
  if (so === 'requested') return { params, version, body };
  return {
    params,
    version: done(await faster.call('receiveReturn', { params, body: { version } })).data.version,
    body,
  };
};

/** Creates a transfer of three units, and sends two of them. */
const transfer = async (so: 'draft' | 'sent'): Promise<{ number: string; version: number }> => {
  const lines = [{ sku: 'SPEAKER', quantity: 3 }];
  const made = done(await faster.call('createTransfer', { body: { from: 'BODEGA', to: 'MAX', lines } })).data;
  if (so === 'draft') return made;
  const body = { version: made.version, lines: [{ sku: 'SPEAKER', quantity: 2 }] };
  return done(await faster.call('sendTransfer', { params: { number: made.number }, body })).data;
};

/** Starts a count of the product at a store that has none, with these scanned units. */
const stockCount = async (units: number): Promise<{ number: string; version: number }> => {
  const scope = { kind: 'list' as const, skus: ['SPEAKER'] };
  const made = done(await faster.call('createStockCount', { body: { storeCode: 'XELA', scope } })).data;
  const params = { number: made.number };
  const scan = { scanId: randomUUID(), code: 'SPEAKER', quantity: units };
  done(await faster.call('scanStockCount', { params, body: scan }));
  return made;
};

const till = async (): Promise<{ id: string; version: number }> =>
  done(await faster.call('createTill', { body: { storeCode: 'MAX', name: randomUUID() } })).data;

/** Opens a till with Q500 and closes it with the counted amount. */
const closedTill = async (counted: number): Promise<Pick<Save, 'params' | 'version'>> => {
  const { id, version } = await till();
  const opened = done(await faster.call('openTill', { params: { id }, body: { version, float: 500 } })).data;
  const body = { version: opened.version, counted, cards: 0 };
  return { params: { id }, version: done(await faster.call('closeTill', { params: { id }, body })).data.version };
};

const purchase = async (so: 'draft' | 'ordered', body: object): Promise<Save> => {
  const { key: supplierId } = await createEntity(faster, entities.suppliers);
  const lines = [{ sku: 'SPEAKER', quantity: 5, unitCost: 10 }];
  const asked = { supplierId, storeCode: 'BODEGA', lines };
  const { number, version } = done(await faster.call('createPurchase', { body: asked })).data;
  const params = { number };
  if (so === 'draft') return { params, version, body };
  const ordered = done(await faster.call('orderPurchase', { params, body: { version } })).data;
  return { params, version: ordered.version, body };
};

const courier = async () =>
  done(await faster.call('createCourier', { body: { name: `Mensajería ${randomUUID().slice(0, 8)}` } })).data;

const member = async (body: object): Promise<Save> => {
  const person = { email: `${randomUUID()}@ceiba.example`, name: 'Rosa Tum', role: 'cashier', stores: null };
  const { id, version } = done(await faster.call('inviteStaff', { body: person })).data;
  return { params: { id }, version, body };
};

const customer = async (body: object): Promise<Save> => {
  const { id } = await signInCustomer(shop.db, `${randomUUID()}@correo.gt`, new Date());
  const { version } = done(await faster.call('getDeskCustomer', { params: { id } })).data;
  const email = `${randomUUID()}@correo.gt`;
  return {
    ...{ params: { id }, version, body },
    faster: async (seenVersion) =>
      done(
        await faster.call('correctCustomerEmail', {
          params: { id },
          body: { version: seenVersion, email, reason: 'Mal escrito' },
        }),
      ),
  };
};

/** A product that may be on sale: with a price and pictures. */
const goods = async (of: { state?: 'draft' | 'published'; body?: object } = {}): Promise<Save> => {
  const sku = `P${randomUUID().slice(0, 8)}`;
  const id = await createProduct(shop.db, { sku, isPublished: of.state === 'published' });
  const keys = ['a', 'b'].map((mark) => `${mark}${randomUUID().replaceAll('-', '')}`.slice(0, 32));
  await shop.db.pool.query(
    `with m as (insert into media (key, width, height) select unnest($2::text[]), 800, 800)
     insert into product_images (product_id, position, media_key, label) select $1, n, k, 'Foto' from unnest($2::text[]) with ordinality u (k, n)`,
    [id, keys],
  );
  const { version } = done(await faster.call('getDeskProduct', { params: { sku } })).data;
  return { params: { sku }, version, body: of.body ?? {} };
};

const category = async (body: object): Promise<Save> => {
  const title = `Categoría ${randomUUID().slice(0, 8)}`;
  const { id, version } = done(await faster.call('createCategory', { body: { title } })).data;
  const rename = async (seenVersion: number) =>
    done(
      await faster.call('changeCategory', {
        params: { id },
        body: { version: seenVersion, title: `Con otro nombre ${id}` },
      }),
    );
  return { params: { id }, version, body, faster: rename };
};

const reason = 'Llamó por teléfono';

type TakesVersion<E> = E extends { body: z.ZodObject<infer Shape> }
  ? 'version' extends keyof Shape
    ? true
    : false
  : false;
type Versioned = {
  [K in keyof DeskEndpoints]: TakesVersion<DeskEndpoints[K]> extends true ? K : never;
}[keyof DeskEndpoints];

/** For every call with a version: a change that two people save with the same version. A missing call does not compile. */
const saves: { [K in Versioned]: () => Promise<Save> } = {
  approveReturn: () => goodsBack('requested', {}),
  archiveProduct: () => goods({ state: 'published' }),
  cancelDeskReturn: () => goodsBack('requested', {}),
  changeProduct: () => goods({ body: { title: 'Bocina de estante' } }),
  changeProductPictures: async () => {
    const save = await goods();
    const { data } = done(await faster.call('getDeskProduct', { params: { sku: save.params?.sku ?? '' } }));
    const pictures = data.pictures.map(({ key, label }) => ({ key, label })).toReversed();
    return { ...save, version: data.picturesVersion, body: { pictures } };
  },
  // A second cancellation would have no effect.
  cancelOrder: async () => {
    const save = await order({ reason });
    const number = save.params?.number ?? '';
    return {
      ...save,
      faster: async (version) =>
        done(await faster.call('holdOrder', { params: { number }, body: { version, reason } })),
    };
  },
  endCouponSeries: async () => {
    const { row, key } = await createEntity(faster, entities.couponSeries);
    return { params: { prefix: key }, version: row.version, body: {} };
  },
  endFlashSale: async () => {
    const sku = `F${randomUUID().slice(0, 8)}`;
    await createProduct(shop.db, { sku });
    const [startsAt, endsAt] = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'];
    const { data } = done(
      await faster.call('createFlashSale', { body: { sku, price: 1, startsAt, endsAt, reason: 'Prueba' } }),
    );
    return { params: { id: data.id }, version: data.version, body: {} };
  },
  changeCategory: () => category({ title: 'Otro nombre' }),
  mergeBrand: async () => {
    const { row, key } = await createEntity(faster, entities.brands);
    const { key: intoId } = await createEntity(faster, entities.brands);
    // A merged brand would get another refusal.
    const change = async (version: number) =>
      done(await faster.call('changeBrand', { params: { id: key }, body: { version, title: `Otra ${key}` } }));
    return { params: { id: key }, version: row.version, body: { intoId }, faster: change };
  },
  moveCategory: () => category({ parentId: '1' }),
  removeCategory: () => category({}),
  changeSettings: async () => {
    const { version } = done(await faster.call('getSettings', {})).data;
    return { version, body: { restockNoticeDays: 100 } };
  },
  changeFlag: async () => {
    const flags = done(await faster.call('listDeskFlags', {})).data;
    const flag = flags.find(({ name }) => name === 'motorcycleAddToCart');
    if (flag === undefined) throw new Error('the flag is not listed');
    return { params: { name: flag.name }, version: flag.version, body: { isOn: !flag.isOn } };
  },
  changeShipment: () => shipment('packed', { reason, courier: 'Guatex' }),
  changeStaff: () => member({ name: 'Rosa Tum Ixchel' }),
  changeView: async () => {
    const body = { list: 'orders', name: 'Atrasadas', query: { late: 'true' }, isShared: true };
    const { id, version } = done(await faster.call('createView', { body })).data;
    return { params: { id }, version, body: { name: 'Tarde' } };
  },
  approveStockCount: async () => {
    const count = await stockCount(0);
    const params = { number: count.number };
    const { version } = done(await faster.call('reviewStockCount', { params, body: { version: count.version } })).data;
    return { params, version, body: {} };
  },
  cancelStockCount: async () => {
    const { number, version } = await stockCount(1);
    return { params: { number }, version, body: { reason: 'Otro día' } };
  },
  closeTransfer: async () => {
    const { number, version } = await transfer('sent');
    return { params: { number }, version, body: { fate: 'back', reason: 'Regresó' } };
  },
  receiveTransfer: async () => {
    const { number, version } = await transfer('sent');
    return { params: { number }, version, body: { lines: [{ sku: 'SPEAKER', quantity: 1 }] } };
  },
  reviewStockCount: async () => {
    const { number, version } = await stockCount(1);
    return { params: { number }, version, body: {} };
  },
  sendTransfer: async () => {
    const { number, version } = await transfer('draft');
    return { params: { number }, version, body: { lines: [{ sku: 'SPEAKER', quantity: 1 }] } };
  },
  settleSupplierNote: async () => {
    const lines = [{ sku: 'SPEAKER', quantity: 1 }];
    const body = { storeCode: 'BODEGA', supplier: 'Volcán', reason: 'Rotas', lines };
    const { number, version } = done(await faster.call('createSupplierNote', { body })).data;
    return { params: { number }, version, body: { outcome: 'replaced', reference: 'ENV-1' } };
  },
  closeManifest: async () => {
    const { code } = await courier();
    const { id } = done(await faster.call('openManifest', { body: { courier: code, storeCode: 'BODEGA' } })).data;
    const scan = async () => {
      const code = (await shipment('packed', {})).params?.id ?? '';
      const body = { scanId: randomUUID(), code };
      return done(await faster.call('scanManifest', { params: { id }, body })).data;
    };
    // A closed manifest would get another refusal.
    return { params: { id }, version: (await scan()).version, faster: scan };
  },
  closeTill: async () => {
    const { id, version } = await till();
    const opened = done(await faster.call('openTill', { params: { id }, body: { version, float: 500 } })).data;
    // A closed till would get another refusal.
    const reopen = async (version: number) => {
      const body = { version, counted: 500, cards: 0 };
      const closed = done(await faster.call('closeTill', { params: { id }, body })).data;
      done(await faster.call('openTill', { params: { id }, body: { version: closed.version, float: 500 } }));
    };
    return { params: { id }, version: opened.version, body: { counted: 500, cards: 0 }, faster: reopen };
  },
  correctCustomerEmail: () => customer({ email: `${randomUUID()}@correo.gt`, reason }),
  correctOrder: () => order({ tags: ['Frecuente'] }),
  createRefund: async () => {
    const { number, version } = await placed();
    return { version, body: { orderNumber: number, goodwill: 5, reason } };
  },
  decideReturnUnits: () => goodsBack('received', { units: [{ quantity: 1, fate: 'scrap' }] }),
  disableStaff: () => member({}),
  enableStaff: async () => {
    const { params, version } = await member({});
    const id = params?.id ?? '';
    const disabled = done(await faster.call('disableStaff', { params: { id }, body: { version } })).data;
    return { params: { id }, version: disabled.version };
  },
  endAdvisor: async () => {
    const { row, key } = await createEntity(faster, entities.advisors);
    const change = async (version: number) =>
      done(await faster.call('changeAdvisor', { params: { id: key }, body: { version, firstName: 'Otra' } }));
    return { params: { id: key }, version: row.version, faster: change };
  },
  endCoupon: async () => {
    const { row, key } = await createEntity(faster, entities.coupons);
    // An ended coupon would get another refusal.
    const change = async (version: number) =>
      done(await faster.call('changeCoupon', { params: { code: key }, body: { version, label: 'Otra' } }));
    return { params: { code: key }, version: row.version, faster: change };
  },
  retireStore: async () => {
    const { row, key } = await createEntity(faster, entities.stores);
    const change = async (version: number) =>
      done(await faster.call('changeStore', { params: { code: key }, body: { version, name: 'Otra' } }));
    return { params: { code: key }, version: row.version, faster: change };
  },
  reopenStore: async () => {
    const { row, key } = await createEntity(faster, entities.stores);
    const params = { code: key };
    const retired = done(await faster.call('retireStore', { params, body: { version: row.version } })).data;
    const change = async (version: number) =>
      done(await faster.call('changeStore', { params, body: { version, name: 'Otra' } }));
    return { params, version: retired.version, faster: change };
  },
  explainTill: async () => ({ ...(await closedTill(400)), body: { reason } }),
  giveCustomerBack: () => customer({ email: `${randomUUID()}@correo.gt`, reason }),
  holdOrder: () => order({ reason }),
  inviteStaffAgain: async () => {
    const save = await member({});
    const id = save.params?.id ?? '';
    const change = async (version: number) =>
      done(await faster.call('changeStaff', { params: { id }, body: { version, name: 'Otra' } }));
    return { ...save, faster: change };
  },
  missUnits: () => shipment('picking', { line: 1, quantity: 1 }, 2),
  moveShipment: () => shipment('ready', { to: 'picking' }),
  openTill: async () => {
    const { id, version } = await till();
    return { params: { id }, version, body: { float: 500 } };
  },
  publishProduct: () => goods(),
  unpublishProduct: () => goods({ state: 'published' }),
  receiveReturn: () => goodsBack('requested', {}),
  recountTill: async () => ({
    ...(await closedTill(500)),
    body: { kind: 'closing' as const, counted: 490, cards: 0, reason },
  }),
  receiveShipment: () => shipment('undelivered', { fate: 'restock' }),
  rejectReturn: () => goodsBack('requested', { reason }),
  releaseOrder: async () => {
    const { number, version } = await placed();
    const held = done(await faster.call('holdOrder', { params: { number }, body: { version, reason } })).data;
    return { params: { number }, version: held.version, body: { reason } };
  },
  sendAgain: () => shipment('sent', { reason: 'Rechazado' }),
  sendReturnBack: async () => {
    const { params, version } = await goodsBack('received', {});
    const units = [{ quantity: 1, fate: 'reject' as const, reason: 'Está golpeado' }];
    const number = params?.number ?? '';
    const decided = await faster.call('decideReturnUnits', { params: { number }, body: { version, units } });
    return { params: { number }, version: done(decided).data.version, body: { how: 'Guatex, guía 77' } };
  },
  settleDoorCash: async () => {
    const save = await shipment('sent', {});
    const [id = '', n = ''] = (save.params?.id ?? '').split('-');
    await shop.db.pool.query(
      `update shipments s set state = 'delivered', cash_due = 100, cash_collected = 0, ended_at = now(), decided_by = null from orders o
       where o.id = s.order_id and o.number = $1 and s.n = $2`,
      [id, n],
    );
    const body = { kind: 'payment' as const, amount: 0.1, reason };
    return { ...save, body };
  },
  // The order has all units. A version conflict is reported before a missing unit.
  replaceOrderLine: async () => {
    const save = await order({ line: 1, sku: 'SPEAKER', reason });
    const number = save.params?.number ?? '';
    return {
      ...save,
      faster: async (version) =>
        done(await faster.call('holdOrder', { params: { number }, body: { version, reason } })),
    };
  },
  splitShipment: () => shipment('ready', { lines: [{ line: 1, quantity: 1 }] }, 2),
  changePurchase: () => purchase('draft', { note: 'Con factura' }),
  closePurchase: () => purchase('draft', { reason }),
  // An ordered one would get another refusal.
  orderPurchase: async () => {
    const save = await purchase('draft', {});
    const number = save.params?.number ?? '';
    const edit = async (version: number) =>
      done(await faster.call('changePurchase', { params: { number }, body: { version, note: 'Con factura' } }));
    return { ...save, faster: edit };
  },
  receivePurchase: () => purchase('ordered', { lines: [{ sku: 'SPEAKER', quantity: 1 }] }),
};

/** The saves of every declared entity (record 0130). A new entity is included automatically. */
const entitySaves: Readonly<Record<string, () => Promise<Save>>> = Object.fromEntries(
  allEntities.flatMap((entity) => {
    const [one] = entity.calls;
    const made = async (): Promise<Save> => {
      const { row, key } = await createEntity(faster, entity);
      return { params: { [entity.key]: key }, version: row.version };
    };
    const change = async (): Promise<Save> => ({ ...(await made()), body: changeOf(entity) });
    const removal = async (): Promise<Save> => {
      const save = await made();
      const url = `/v1/admin/${entity.name}/${save.params?.[entity.key]}`;
      const patch = async (version: number): Promise<void> => {
        const answer = await faster.send('PATCH', url, { body: { ...changeOf(entity), version } });
        expect(answer.statusCode, answer.payload).toBe(200);
      };
      return { ...save, faster: patch };
    };
    return [[`change${one}`, change], ...(entity.canRemove ? [[`remove${one}`, removal] as const] : [])];
  }),
);

const allSaves = { ...saves, ...entitySaves };
const created = allEntities.map(({ calls: [one] }) => `create${one}`);

const changes = Object.values<EndpointSpec>(deskEndpoints).filter(({ method }) => method !== 'GET');
const versioned = changes.filter(({ body }) => body instanceof z.ZodObject && 'version' in body.shape);

/** Reason why these calls cannot overwrite a value that another person saved after the last read. */
const withoutVersion = {
  'makes something new': [
    ...[
      'addBannerPicture',
      'addOrderNote',
      'addProductPicture',
      'addVariants',
      'bringUnits',
      'createCategory',
      'createFlashSales',
      'createProduct',
      'createProductRun',
      'createPurchase',
      'createStandardCategories',
      'createStandardPlaces',
      'duplicateProduct',
      'createImport',
      'createReturn',
      'createRole',
      'createTill',
      'createView',
      'inviteStaff',
    ],
    ...[
      'createStockCount',
      'createSupplierNote',
      'createTransfer',
      'draftReplenishment',
      'moveTillCash',
      'openManifest',
      'receiveWithoutPurchase',
      'saveDamagePicture',
      'saveProof',
      'takePick',
    ],
  ],
  'counts one unit or parcel once, by its scanId': [...['scanManifest', 'scanPick', 'scanShipment', 'scanStockCount']],
  'says what is so, whatever was before, and twice is once': [
    ...[
      'cancelImport',
      'cancelProductRun',
      'discardJob',
      'endCustomerSessions',
      'endFlashSales',
      'packPick',
      'pauseJobs',
      'readNotices',
      'setCustomerEmployee',
      'removeFromManifest',
      'removeOrderNote',
    ],
    ...['removeView', 'resumeJobs', 'retryJob', 'retryProductRun', 'unlockCustomer'],
    ...['setCategoryThreshold', 'setProductThreshold'],
  ],
  'acts once: points that are written off cannot be written off again': ['writeOffPoints'],
  'names the order that the person saw, and refuses another one': ['orderBanners'],
  'sends the version beside its file, in the query (`categories.api.test.ts`)': ['setCategoryPicture'],
  'refuses each row that somebody else changed since the file was checked (BULK-09)': ['applyImport'],
  'sends a version for each row, and answers each row (`families.api.test.ts`)': ['changeProductFamily'],
  'sends a version for each row, and its run answers each row (`product-grid.api.test.ts`)': ['changeProductGrid'],
  'adds a plan whose period no other plan has; ends the plan or the list that it names': [
    ...['cancelPriceList', 'cancelPricePlan', 'planPrice'],
  ],
  'gives back only prices that nobody changed since, and lists the others': ['revertPriceList'],
  'sends which picture it replaces': ['setShopPicture'],
  'whoever stands before the shelf is right, not who was there earlier; most have read none': ['setShelves'],
  'names the shelf that it renames, and is refused when no product lies there': ['renameShelf'],
  'counts a scan of a code that no product has': ['noteScannedCode'],
  'adds or takes units, and two at once add up': ['moveProductStock'],
  'writes a name alone, and its row in the audit says the former one': ['renameTill'],
  'what is saved of an account cannot be read and is typed whole; whoever pays sends which one they saw': [
    'setRefundTransfer',
  ],
  'puts one movement right, counted from what it says now': ['correctTillMovement', 'undoTillMovement'],
  'plans one move of a kind, refused while there is one; ends the plan that it names': [
    'cancelProductPlan',
    'planProduct',
  ],
  'writes why, and its row in the audit says what stood there': ['explainTillDifference'],
  'decides what another person asked for, once, as it stands under its lock': ['approveRefund', 'rejectRefund'],
  'moves money once, refused where that has happened': [
    ...['payAtTill', 'payRefundAtTill', 'payRefundByTransfer', 'unpayAtTill'],
  ],
  'changes nothing of what it shows or mails': [
    'openCustomerDpi',
    'openRefundTransfer',
    'resendCustomerConfirmation',
    'resendOrderMail',
    'reviewFlashSales',
    'sendPurchase',
  ],
  'is of a person’s own session or password': [
    ...['acceptInvitation', 'confirmStaffSession', 'endOwnSession', 'endStaffSession', 'enrolSecondFactor'],
    ...['startStaffSession', 'verifySecondFactor'],
    ...['startStaffPasskeyLogin', 'loginStaffByPasskey', 'startPasskeyConfirmation', 'confirmByPasskey'],
    ...['startOwnPasskey', 'addOwnPasskey', 'removeOwnPasskey'],
  ],
} as const satisfies Record<string, readonly (keyof DeskEndpoints)[]>;

test('[OFF-21] every change has a version or overwrites nothing, and each change with a version is tested', () => {
  const named = [...Object.keys(allSaves), ...created, ...Object.values(withoutVersion).flat()];
  expect(changes.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  expect(versioned.map(({ name }) => name).toSorted()).toEqual(Object.keys(allSaves).toSorted());
  expect(versioned.length).toBeGreaterThan(20);
});

/** Maximum number of statements of calls that need more than eight, for the reasons of record 0082. The numbers may only decrease. */
const maxStatements: Readonly<Record<string, number>> = {
  decideReturnUnits: 11,
  createRefund: 9,
  // Locks the goods, reads their costs, and moves them in one statement each.
  receivePurchase: 11,
};

test.each(Object.entries(allSaves))(
  '[OFF-21] %s: the slower of two people gets the current state and its author',
  async (name, prepare) => {
    const spec = versioned.find((call) => call.name === name);
    if (spec === undefined) throw new Error(`no call ${name} takes a version`);
    const save = await prepare();
    const url = spec.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => save.params?.[param] ?? '');
    const send = (desk: TestDesk, body: object) =>
      desk.send(spec.method === 'PATCH' ? 'PATCH' : 'POST', url, { body: { ...save.body, ...body } });
    const without = await send(slower, {});
    expect([without.statusCode, without.payload]).toEqual([400, expect.stringContaining('"version"')]);
    const { version } = save;
    if (save.faster === undefined) {
      const first = await send(faster, { version });
      expect(first.statusCode, first.payload).toBeLessThan(300);
      const statements = z.string().parse(first.headers['x-statement-names']).split(' ');
      expect(statements.length, `${statements}`).toBeLessThanOrEqual(maxStatements[name] ?? 8);
    } else await save.faster(version);
    const second = await send(slower, { version });
    expect(second.json()).toMatchObject({
      status: 409,
      error: {
        code: 'VERSION_CONFLICT',
        metadata: {
          current: { version: expect.any(Number) },
          changedBy: faster.name,
          changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          conflicts: expect.any(Array),
        },
      },
    });
    expect(second.json().error.metadata.current.version).not.toBe(version);
  },
);
