import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { permissions } from '@ceiba/domain/staff/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { purchaseSheet } from './purchase-papers.ts';
import { findPurchase } from './purchases.store.ts';

/** Amounts that occur nowhere else: the cost, the freight, and the totals and averages with them. */
const unitCost = 7_313.57;
const extraCost = 41.19;
// Parts of ids and of moments are no amounts.
const traces =
  /(?<![\da-f.-]|\d:)(?:7,?313\.?57|731357|41\.19|4119|21,?940\.?71|21,?981\.?90?|7,?327\.?30?)(?![\da-f-]|:\d)/;

let shop: TestShop;
let owner: TestDesk;
/** A person with all permissions except the one to see costs. */
let blind: TestDesk;
let number = '';

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'CANARY', title: 'Canario', stock: 0 });
  owner = await openDesk(shop, 'owner');
  const body = { label: 'Sin costos', permissions: permissions.filter((each) => each !== 'costs.read') };
  blind = await openDesk(shop, done(await owner.call('createRole', { body })).data.id);
  const supplierId = done(
    await owner.call('createSupplier', { body: { name: 'Canarios', email: 'c@canarios.example' } }),
  ).data.id;
  const lines = [{ sku: 'CANARY', quantity: 3, unitCost }];
  const made = done(await owner.call('createPurchase', { body: { supplierId, storeCode: 'BODEGA', lines: [] } })).data;
  number = made.number;
  const params = { number };
  const changed = done(
    await owner.call('changePurchase', { params, body: { version: made.version, lines, extraCost } }),
  ).data;
  const { version } = done(
    await owner.call('orderPurchase', { params, body: { version: changed.version, mail: 'pdf' } }),
  ).data;
  done(await blind.call('receivePurchase', { params, body: { version, lines: [{ sku: 'CANARY', quantity: 2 }] } }));
});
afterAll(() => shop.close());

/** Values for the path parameters of calls about this purchase and its product. */
const known: Readonly<Record<string, string>> = { sku: 'CANARY', entity: 'purchases' };

const pathsOf = (spec: EndpointSpec): string[] => {
  const fill = (path: string, more: Readonly<Record<string, string>>): string =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => more[name] ?? known[name] ?? 'x');
  if (spec.name === 'getHistory')
    return [
      fill(spec.path, { entityId: number }),
      fill(spec.path, { entity: 'costs', entityId: 'CANARY' }),
      fill(spec.path, { entity: 'costs', entityId: number }),
    ];
  if (spec.name === 'findGoods' || spec.name === 'searchDesk') return [`${spec.path}?q=CANARY`];
  if (spec.name === 'listAudit') return [`${spec.path}?entity=costs&limit=100`];
  return [fill(spec.path, { number })];
};

const reading = Object.values<EndpointSpec>(deskEndpoints).filter(({ method }) => method === 'GET');

/** Returns each reading call of the desk with its answer to a person. */
async function answersTo(desk: TestDesk): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const spec of reading)
    for (const path of pathsOf(spec)) {
      const answer = await desk.send('GET', path);
      expect(answer.statusCode, `${spec.name} ${answer.body}`).toBeLessThan(500);
      answers.set(`${spec.name} ${path}`, answer.body);
    }
  return answers;
}

const leaks = (answers: Map<string, string>): string[] =>
  [...answers].filter(([, body]) => traces.test(body)).map(([name]) => name.split(' ')[0] ?? '');

test('[BUY-04] no reading call shows a cost without the permission, and several calls show it with the permission', async () => {
  expect(leaks(await answersTo(blind))).toEqual([]);
  const told = leaks(await answersTo(owner));
  for (const name of [
    'getPurchase',
    'listPurchases',
    'exportPurchases',
    'getPurchaseCsv',
    'findGoods',
    'getProductSupply',
    'getHistory',
    'listAudit',
  ])
    expect(told).toContain(name);
});

test('[BUY-04] the mail to a supplier has no costs if the sender may not see costs', async () => {
  const body = { name: 'Propio', email: 'propio@correo.example' };
  const supplierId = done(await blind.call('createSupplier', { body })).data.id;
  const rows = [{ sku: 'CANARY', quantity: 3, supplierId }];
  const [made] = done(await blind.call('draftReplenishment', { body: { storeCode: 'BODEGA', rows } })).data;
  if (made === undefined) throw new Error('no draft was made');
  const { version } = done(await owner.call('getPurchase', { params: { number: made.number } })).data;
  done(await blind.call('orderPurchase', { params: { number: made.number }, body: { version, mail: 'csv' } }));
  const sentFiles = async () => {
    const { rows: files } = await shop.db.pool.query<{ bytes: Buffer }>(
      `select a.bytes from mail_attachments a join mails m on m.id = a.mail_id where m.recipient = $1 order by m.id`,
      [body.email],
    );
    return files.map(({ bytes }) => traces.test(bytes.toString('utf8')));
  };
  expect(await sentFiles()).toEqual([false]);
  done(await owner.call('sendPurchase', { params: { number: made.number }, body: { mail: 'csv' } }));
  expect(await sentFiles()).toEqual([false, true]);
});

test('[BUY-04] no change of a purchase shows costs to a person without the permission, and no cost is lost', async () => {
  const { version } = done(await blind.call('getPurchase', { params: { number } })).data;
  const path = `/v1/admin/purchases/${number}`;
  const stale = await blind.send('POST', `${path}/receive`, {
    body: { version: version - 1, lines: [{ sku: 'CANARY', quantity: 1 }] },
    headers: { 'idempotency-key': 'stale' },
  });
  expect(stale.json().error.code).toBe('VERSION_CONFLICT');
  const copy = { supplierId: '1', storeCode: 'BODEGA', lines: [{ sku: 'CANARY', quantity: 2 }] };
  const refused = await blind.send('POST', '/v1/admin/purchases', { body: { ...copy, extraCost: 1 } });
  expect(refused.json().error).toMatchObject({ code: 'FORBIDDEN', metadata: { permission: 'costs.read' } });
  const made = await blind.send('POST', '/v1/admin/purchases', { body: copy });
  const drafts = await blind.send('POST', '/v1/admin/replenishment/drafts', {
    body: { storeCode: 'BODEGA', rows: [{ sku: 'CANARY', supplierId: '1', quantity: 2 }] },
    headers: { 'idempotency-key': 'drafts' },
  });
  const drafted = drafts.json().data[0].number;
  const draft = done(await blind.call('getPurchase', { params: { number: drafted } })).data;
  // A person who may not see costs changes a quantity. The cost stays.
  const changed = await blind.send('PATCH', `/v1/admin/purchases/${drafted}`, {
    body: { version: draft.version, lines: [{ sku: 'CANARY', quantity: 5 }] },
  });
  const close = await blind.send('POST', `${path}/close`, { body: { version, reason: 'No viene lo demás' } });
  for (const answer of [stale, made, drafts, changed, close]) expect(answer.body).not.toMatch(traces);
  const seen = done(await owner.call('getPurchase', { params: { number: drafted } })).data;
  expect(seen.lines).toMatchObject([{ quantity: 5, unitCost }]);
});

test('[BUY-04] the paper has amounts only for people who may see costs', async () => {
  const found = await findPurchase(shop.db.write, Number(number.slice(2)));
  if (found === undefined) throw new Error('the purchase is there');
  const paper = { shopName: 'Ceiba', shopLegalName: '', shopNit: null, supportPhone: '' };
  expect(JSON.stringify(purchaseSheet(found, paper, false))).not.toMatch(traces);
  expect(JSON.stringify(purchaseSheet(found, paper, true))).toMatch(traces);
});
