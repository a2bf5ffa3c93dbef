import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endApiToken, insertApiToken, listApiTokens } from '../api-tokens/api-tokens.store.ts';
import { tokenCommands } from '../api-tokens/token-command.ts';
import { operator, typing } from '../testing/operator.ts';
import { otherSystemOf } from '../testing/other-system.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let headers: { authorization: string };
let made = 0;
let sku: string;
let product: number;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  headers = await otherSystemOf(shop.db);
});
afterAll(() => shop.close());
beforeEach(async () => {
  made += 1;
  sku = `FED-${made}`;
  product = await createProduct(shop.db, { sku, stock: 10 });
});

const post = (payload: object, as: Record<string, string> = headers) =>
  shop.inject({ method: 'POST', url: '/v1/feed/stock', payload, headers: as });

/** Returns `outcome level` for each row. */
const feed = async (payload: object): Promise<string[]> => {
  const answer = await post(payload);
  expect(answer.statusCode, answer.payload).toBe(200);
  const { data } = answer.json<{ data: { rows: { outcome: string; level: number | null }[] } }>();
  return data.rows.map(({ outcome, level }) => `${outcome} ${level}`);
};

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const row = (units: number, more: object = {}) => ({ sku, storeCode: 'BODEGA', units, ...more });

/** Sells units at a time in the past. */
const sell = (units: number, minutes: number) =>
  shop.db.pool.query(
    `with sold as (insert into stock_movements (product_id, store_code, delta, reason, created_at) values ($1, 'BODEGA', -$2::integer, 'order', $3))
     update stock_levels set quantity = quantity - $2 where product_id = $1 and store_code = 'BODEGA'`,
    [product, units, ago(minutes)],
  );

/** The time of the first count: an hour ago. */
const ageOfStock = () =>
  shop.db.pool.query("update stock_movements set created_at = now() - interval '1 hour' where product_id = $1", [
    product,
  ]);

test('[BULK-13] stock at a given time is a count that preserves later sales, and repeating it changes nothing', async () => {
  await ageOfStock();
  await sell(3, 10);
  const counted = { asOf: ago(20), rows: [row(20)] };
  expect(await feed(counted)).toEqual(['applied 17']);
  expect(await feed(counted)).toEqual(['equal 17']);
  const { rows } = await shop.db.pool.query(
    "select delta from stock_movements where product_id = $1 and reason = 'counted' order by id desc limit 1",
    [product],
  );
  expect(rows).toEqual([{ delta: 10 }]);
});

test('[BULK-13] a future time counts as now, so later feeds are accepted', async () => {
  await ageOfStock();
  expect(await feed({ asOf: ago(-525_600), rows: [row(12)] })).toEqual(['applied 12']);
  expect(await feed({ asOf: ago(-1), rows: [row(9)] })).toEqual(['applied 9']);
});

test('[BULK-13] the key of a feed and the number of a document are independent', async () => {
  expect(await feed({ rows: [row(2, { reference: 'F-123' })] })).toEqual(['applied 12']);
  const { rows } = await shop.db.pool.query(
    `select receive_goods(array[$1::bigint], '{BODEGA}', '{5}', '{F-123}') as received`,
    [product],
  );
  expect(rows).toEqual([{ received: 1 }]);
});

test('[BULK-13] an older feed is ignored, even if the later feed moved nothing', async () => {
  await ageOfStock();
  expect(await feed({ asOf: ago(20), rows: [row(10)] })).toEqual(['equal 10']);
  expect(await feed({ asOf: ago(21), rows: [row(7)] })).toEqual(['superseded null']);
  expect(await feed({ asOf: ago(15), rows: [row(8)] })).toEqual(['applied 8']);
  expect(await feed({ asOf: ago(14), rows: [row(9)] })).toEqual(['applied 9']);
});

test('[BULK-13] additions and removals count once per reference, and never exceed the stock', async () => {
  const came = { rows: [row(5, { reference: 'NE-1' })] };
  expect(await feed(came)).toEqual(['applied 15']);
  expect(await feed(came)).toEqual(['known 15']);
  expect(await feed({ rows: [row(-16, { reference: 'NS-1' })] })).toEqual(['short 15']);
  expect(await feed({ rows: [row(-15, { reference: 'NS-2' })] })).toEqual(['applied 0']);
});

test('[BULK-13] each of 5,000 rows has an outcome at its index, and more rows are refused', async () => {
  const rows = [
    row(5),
    { ...row(5), sku: 'NADA' },
    { ...row(5), storeCode: 'NADA' },
    row(6),
    { ...row(7), storeCode: 'MAX' },
  ];
  const all = [...rows, ...Array.from({ length: 4_995 }, (_, n) => ({ sku: `NADA-${n}`, storeCode: 'MAX', units: 1 }))];
  const outcomes = await feed({ asOf: new Date().toISOString(), rows: all });
  expect(outcomes).toHaveLength(5_000);
  expect(outcomes.slice(0, 6)).toEqual([
    'applied 5',
    'unknownSku null',
    'unknownStore null',
    'repeated null',
    'applied 7',
    'unknownSku null',
  ]);
  expect((await post({ asOf: ago(0), rows: [...all, row(1)] })).statusCode).toBe(400);
  expect((await post({ rows: [row(1)] })).json().error.metadata.fields).toEqual({
    'rows.0': 'Sin asOf, cada fila lleva una diferencia y su referencia.',
  });
});

test('[HOOK-10] a token is accepted while valid, for its scope, and is stored as a hash', async () => {
  const body = { rows: [row(1, { reference: 'T' })] };
  const codeWith = async (as: Record<string, string>) => (await post(body, as)).json().error?.code ?? 'taken';
  expect(await codeWith({})).toBe('UNAUTHORIZED');
  expect(await codeWith({ authorization: 'Bearer ceiba_nada' })).toBe('UNAUTHORIZED');
  const said: string[] = [];
  const type = (...args: string[]) =>
    typing(tokenCommands, 'token')({ db: shop.db, args, say: (text) => void said.push(text), actor: operator });
  expect(await type('add', 'ERP', '--scope', 'stock:write', '--days', '365')).toBe(true);
  const [, id = '', token = ''] = /^Token (\S+) of ERP, shown this once: (ceiba_\S+)$/.exec(said[0] ?? '') ?? [];
  const own = { authorization: `Bearer ${token}` };
  expect(await codeWith(own)).toBe('taken');
  expect(await type('list', '--json')).toBe(true);
  expect(said[1]).toContain(id);
  expect(said[1]).not.toContain(token);
  const { rows } = await shop.db.pool.query<{ all: string }>('select row_to_json(t)::text as all from api_tokens t');
  expect(rows.some(({ all }) => all.includes(token))).toBe(false);

  await shop.db.pool.query("update api_tokens set scopes = '{other:read}' where id = $1", [id]);
  expect(await codeWith(own)).toBe('TOKEN_SCOPE');
  await shop.db.pool.query("update api_tokens set scopes = '{stock:write}' where id = $1", [id]);
  expect(await type('end', id)).toBe(true);
  expect(await codeWith(own)).toBe('UNAUTHORIZED');
  expect(await type('end', id)).toBe(false);
  for (const days of ['0', '366'])
    expect(await type('add', 'ERP', '--scope', 'stock:write', '--days', days)).toBe(false);

  const short = await insertApiToken(
    shop.db.write,
    { id: '01a1e0c4-6d3b-7c1e-9a51-5d1f0c3b7e11', name: 'x', scopes: ['stock:write'], days: 1 },
    new Date(),
  );
  shop.setNow(new Date(Date.now() + 86_400_000));
  expect(await codeWith({ authorization: `Bearer ${short}` })).toBe('UNAUTHORIZED');
  shop.setNow(undefined);
  expect(await endApiToken(shop.db.write, '01a1e0c4-6d3b-7c1e-9a51-5d1f0c3b7e11', new Date())).toBe(true);
  expect((await listApiTokens(shop.db.write)).length).toBeGreaterThan(1);
});
