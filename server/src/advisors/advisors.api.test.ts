import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, codeOf, done, openCart } from '../testing/cart-calls.ts';
import { typing } from '../testing/operator.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { advisorCommands } from './advisor-command.ts';

const runAdvisorCommand = typing(advisorCommands, 'advisor');

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV' });
  await shop.db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at, ended_at) values
       ('asesor-demo', 'MAX', 'Andrea', now(), null), ('asesor-retirado', 'MAX', 'Diego', now(), now())`,
  );
});
afterAll(() => shop.close());

const find = (hash: string, store?: string) =>
  shop.call('findAdvisor', { params: { hash }, query: store === undefined ? {} : { store } });

const attach = (id: string, employeeHash: string, storeCode = 'MAX', headers: Record<string, string> = {}) =>
  shop.call('attachAdvisor', { params: { id }, body: { employeeHash, storeCode } }, { headers });

test('[ADV-02, ADV-03, API-49, DEC-145, CONST-44] an advisor is found by hash and store, or in MAX without a store', async () => {
  shop.setNow(new Date('2026-11-21T12:00:00Z'));
  const { data } = done(await find('asesor-demo'));
  expect(data).toEqual({
    firstName: 'Andrea',
    hash: 'asesor-demo',
    store: 'MAX',
    expirationDate: '2026-11-22T00:00:00.000Z',
  });
  expect(done(await find('asesor-demo', 'MAX')).data.firstName).toBe('Andrea');
  shop.setNow(undefined);
});

test('[DEC-145, API-49] a wrong hash and a wrong store get the same answer, and a retired advisor is refused', async () => {
  const [hash, store] = [await find('asesor-dem0'), await find('asesor-demo', 'NADA')];
  expect(hash).toMatchObject({ ok: false, error: { status: 404, code: 'ADVISOR_NOT_FOUND' } });
  expect({ ...(hash.ok ? {} : hash.error), metadata: {} }).toEqual({ ...(store.ok ? {} : store.error), metadata: {} });
  expect(await find('asesor-retirado')).toMatchObject({ ok: false, error: { status: 403, code: 'ADVISOR_ENDED' } });
});

test('[ADV-04, API-34] a cart belongs to the last advisor who takes it, and the rest of the cart does not change', async () => {
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'TV'));
  await shop.db.pool.query(
    "insert into advisors (hash, store_code, first_name, added_at) values ('otra', 'MAX', 'Olga', now())",
  );
  const before = done(await shop.call('getCart', { params: { id } }));
  for (const [hash, firstName] of [
    ['otra', 'Olga'],
    ['asesor-demo', 'Andrea'],
    ['asesor-demo', 'Andrea'],
  ] as const) {
    expect(done(await attach(id, hash))).toEqual({
      status: 200,
      data: { result: true, employeeInfo: { firstName, hash, store: 'MAX' } },
    });
  }
  expect(done(await shop.call('getCart', { params: { id } }))).toEqual(before);
  const { rows } = await shop.db.pool.query('select advisor_hash from carts where id = $1', [id]);
  expect(rows).toEqual([{ advisor_hash: 'asesor-demo' }]);
});

test('[API-34] an unknown or retired advisor is refused, and so is a missing, ordered or other customer’s cart', async () => {
  const id = await openCart(shop);
  expect(codeOf(await attach(id, 'nadie'))).toBe('ADVISOR_NOT_FOUND');
  expect(codeOf(await attach(id, 'asesor-demo', 'NADA'))).toBe('ADVISOR_NOT_FOUND');
  expect(codeOf(await attach(id, 'asesor-retirado'))).toBe('ADVISOR_ENDED');
  expect(codeOf(await attach('00000000-0000-4000-8000-000000000000', 'asesor-demo'))).toBe('CART_NOT_FOUND');
  const ana = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
  const eva = await signInCustomer(shop.db, 'eva@correo.gt', new Date());
  const own = done(await shop.call('createCart', { body: {} }, { headers: ana.headers })).id;
  expect(codeOf(await attach(own, 'asesor-demo', 'MAX', eva.headers))).toBe('FORBIDDEN');
  await shop.db.pool.query("update carts set status = 'ordered' where id = $1", [id]);
  expect(codeOf(await attach(id, 'asesor-demo'))).toBe('CART_CLOSED');
});

const ceiba = async (...args: string[]): Promise<{ taken: boolean; said: string }> => {
  const said: string[] = [];
  const taken = await runAdvisorCommand({ db: shop.db, args, now: new Date(), say: (text) => void said.push(text) });
  return { taken, said: said.join('\n') };
};

test('an operator adds advisors with an unguessable hash, lists them, and ends them immediately', async () => {
  const added = await ceiba('add', 'Rosa', 'MAX');
  const hash = /at=([\w-]+)/.exec(added.said)?.[1] ?? '';
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  expect((await ceiba('list')).said).toContain(`Rosa   MAX   /?at=${hash}&store=MAX`);
  expect(done(await find(hash)).data.firstName).toBe('Rosa');
  expect(await ceiba('end', hash)).toEqual({ taken: true, said: 'Rosa attends no more.' });
  expect(codeOf(await find(hash))).toBe('ADVISOR_ENDED');
  expect((await ceiba('end', hash)).taken).toBe(false);
  expect((await ceiba('add', 'Rosa', 'NADA')).taken).toBe(false);
  expect((await ceiba('add', ' ', 'MAX')).taken).toBe(false);
  expect((await ceiba('add', 'Rosa')).said).toContain('ceiba advisor add');
});
