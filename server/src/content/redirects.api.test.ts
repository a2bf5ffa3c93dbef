import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowCommands } from '../imports/row-commands.ts';
import { operator, typing } from '../testing/operator.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV-1', title: 'Bocina chica' });
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const create = (from: string, to: string) => desk.send('POST', '/v1/admin/redirects', { body: { from, to } });
const target = async (path: string) => {
  const answer = await shop.call('getCurrentAddress', { query: { path } });
  return answer.ok ? answer.value.address : answer.error.code;
};
const fieldsOf = async (answer: ReturnType<typeof create>) => (await answer).json().error?.metadata.fields;

test('a redirect leads to the end of its chain, in any letter case, and to a page’s present address', async () => {
  expect((await create('/ofertas-2025', '/tv-1?de=ofertas')).statusCode).toBe(201);
  expect((await create('/ofertas-2024', '/ofertas-2025')).statusCode).toBe(201);
  expect(await target('/Ofertas-2024/')).toBe('/tv-1?de=ofertas');
  await shop.db.pool.query(`update products set slug = 'bocina-chica' where sku = 'TV-1'`);
  expect(await target('/ofertas-2024')).toBe('/bocina-chica');
  await shop.db.pool.query(`update products set slug = 'tv-1' where sku = 'TV-1'`);
  expect(await target('/nada')).toBe('NOT_FOUND');
});

test.each([
  ['/checkout', '/', 'from', 'página propia'],
  ['/admin/x', '/', 'from', 'página propia'],
  ['sin-barra', '/', 'from', 'una dirección'],
  ['/Mayusculas', '/', 'from', 'minúsculas'],
  ['/a//b', '/', 'from', 'una dirección'],
  ['//otra.example', '/', 'from', 'una dirección'],
  ['/con?pregunta', '/', 'from', 'una dirección'],
  ['/tv-1', '/', 'from', 'es de una página de la tienda'],
  ['/audio', '/', 'from', 'es de una página de la tienda'],
  ['/fuera', 'https://otra.example/x', 'to', 'una dirección de la tienda'],
  ['/fuera', '//otra.example', 'to', 'una dirección de la tienda'],
  ['/fuera', '/no-existe', 'to', 'No hay ninguna página en esa dirección.'],
  ['/misma', '/misma', 'to', 'volvería'],
  ['/misma', '/Misma/?x=1', 'to', 'volvería'],
])('a redirect from %s to %s is refused at its field', async (from, to, field, text) => {
  expect(await fieldsOf(create(from, to))).toEqual({ [field]: expect.stringContaining(text) });
});

test('the former address of a product on sale redirects to the product, and cannot get another redirect', async () => {
  await createProduct(shop.db, { sku: 'VIEJO-1' });
  await shop.db.pool.query(`update products set slug = 'renovado-1' where sku = 'VIEJO-1'`);
  expect(await target('/viejo-1')).toBe('/renovado-1');
  expect(await fieldsOf(create('/viejo-1', '/'))).toEqual({
    from: 'Esa dirección ya lleva a la página que la tuvo antes.',
  });
});

/** Stores a redirect without the rules of the form. */
const store = (from: string, to: string) =>
  shop.db.pool.query('insert into redirects (from_path, to_path) values ($1, $2)', [from, to]);

test('a second redirect of a path and a loop over several redirects are refused', async () => {
  const made = await create('/dos', '/tv-1');
  expect([made.statusCode, (await create('/uno', '/dos')).statusCode]).toEqual([201, 201]);
  expect((await create('/uno', '/tv-1')).json().error).toMatchObject({ code: 'IN_USE' });
  const url = `/v1/admin/redirects/${made.json().data.id}`;
  expect(await fieldsOf(desk.send('PATCH', url, { body: { version: 1, to: '/uno' } }))).toEqual({
    to: expect.stringContaining('volvería'),
  });
});

test('of two simultaneous redirects that lead to each other, one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [`/ida-${round}`, `/vuelta-${round}`];
    const written = await Promise.allSettled([store(one, other), store(other, one)]);
    expect(written.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
});

test('a page created at the path of a redirect ends the chain', async () => {
  await store('/vieja', '/nueva');
  await store('/nueva', '/otra');
  expect(await target('/vieja')).toBe('/otra');
  await createProduct(shop.db, { sku: 'NUEVA' });
  expect(await target('/vieja')).toBe('/nueva');
});

test('a command sets a redirect by its path, and the desk shows the change in the history', async () => {
  const say = () => {};
  const type = (...args: string[]) => typing(rowCommands, 'redirect')({ db: shop.db, args, say, actor: operator });
  expect(await type('set', '/folleto', 'a=/audio')).toBe(true);
  expect(await target('/folleto')).toBe('/audio');
  expect(await type('set', '/folleto', 'a=/search?q=radio')).toBe(true);
  expect(await target('/folleto')).toBe('/search?q=radio');
  expect(await type('set', '/folleto', 'a=/no-existe')).toBe(false);
  const { data } = (await desk.send('GET', '/v1/admin/redirects?q=folleto')).json();
  const history = await desk.send('GET', `/v1/admin/audit/of/redirects/${data[0].id}`);
  expect(history.json().data.map(({ operation }: { operation: string }) => operation)).toEqual([
    'changeRedirect',
    'createRedirect',
  ]);
});
