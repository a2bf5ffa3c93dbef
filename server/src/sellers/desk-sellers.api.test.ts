import { sellerSlug } from '@ceiba/domain/sellers/seller-slug';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  desk = await openDesk(shop, 'owner');
});
afterAll(() => shop.close());

const add = (title: string) => desk.send('POST', '/v1/admin/sellers', { body: { title } });
const change = async (id: string, body: object) => {
  const { version } = (await desk.send('GET', `/v1/admin/sellers/${id}`)).json().data;
  return desk.send('PATCH', `/v1/admin/sellers/${id}`, { body: { version, ...body } });
};
const fieldsOf = (answer: { json: () => { error: { metadata: { fields: object } } } }) =>
  answer.json().error.metadata.fields;

test('[PROD-23] sellers get different numbers, also when several are created at the same time', async () => {
  const made = await Promise.all(['Casa Luz', 'Casa Sol', 'Casa Mar'].map(add));
  expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  const ids = made.map((answer) => Number(answer.json().data.id));
  expect(ids.toSorted((a, b) => a - b)).toEqual([3, 4, 5]);
  expect(made[0]?.json().data).toMatchObject({ slug: 'casa-luz', leadDays: 0, taxRegime: 'general', isActive: true });
});

test('[PROD-23] a renamed seller keeps its former address, and gets it back with its name', async () => {
  const { id } = (await add('Foto & Más')).json().data;
  const found = async (slug: string) => {
    shop.purge(['*']);
    const answer = await shop.call('getSeller', { params: { slug }, query: {} });
    return answer.ok ? [answer.value.seller.slug, answer.value.seller.title] : answer.error.code;
  };
  expect((await change(id, { title: 'Foto Xela S.A.' })).json().data).toMatchObject({ slug: 'foto-xela-sa' });
  const renamed = ['foto-xela-sa', 'Foto Xela S.A.'];
  expect([await found('foto-y-mas'), await found('foto-xela-sa')]).toEqual([renamed, renamed]);
  expect((await change(id, { title: 'Foto & Más' })).json().data).toMatchObject({ slug: 'foto-y-mas' });
  expect(await found('foto-xela-sa')).toEqual(['foto-y-mas', 'Foto & Más']);
  const other = (await add('Foto Xela S.A.')).json().data;
  expect([other.slug, await found('foto-xela-sa')]).toEqual(['foto-xela-sa', renamed]);
});

test('[PROD-23] a name with a taken address, or without letters, is refused at its field', async () => {
  const taken = await add('Óptica y más');
  expect([taken.statusCode, fieldsOf(taken)]).toEqual([
    409,
    { title: 'Otro vendedor tiene un nombre con la misma dirección.' },
  ]);
  const empty = await add('¡¡¡');
  expect([empty.statusCode, Object.keys(fieldsOf(empty))]).toEqual([400, ['title']]);
});

test('[PROD-23] a seller with products on sale cannot retire, and the shop itself never can', async () => {
  const { id } = (await add('Casa Ola')).json().data;
  await createProduct(shop.db, { sku: 'OLA', sellerId: Number(id), offerId: 'OF-1', isPublished: true });
  const refused = await change(id, { isActive: false });
  expect([refused.statusCode, Object.keys(fieldsOf(refused))]).toEqual([400, ['isActive']]);
  const unpublish = async () => {
    const { version } = (await desk.send('GET', '/v1/admin/products/OLA')).json().data;
    return desk.send('POST', '/v1/admin/products/OLA/unpublish', { body: { version } });
  };
  expect((await unpublish()).statusCode).toBe(200);
  expect((await change(id, { isActive: false })).json().data).toMatchObject({ isActive: false });
  const { version } = (await desk.send('GET', '/v1/admin/products/OLA')).json().data;
  const published = await desk.send('POST', '/v1/admin/products/OLA/publish', { body: { version } });
  expect([published.statusCode, fieldsOf(published)]).toMatchObject([
    409,
    { seller: 'Ese vendedor está retirado: elige otro.' },
  ]);
  expect(Object.keys(fieldsOf(await change('1', { isActive: false })))).toEqual(['isActive']);
});

test('[SEL-04] the database derives the same address from a name as the domain', async () => {
  const titles = ['Óptica & Más S.A.', 'a\tb\nc', '  Ñandú -- 2000 ', 'ÁRBOL', '&', 'İzmir', '日本', 'A&B & C'];
  const { rows } = await shop.db.pool.query('select seller_slug(title) as slug from unnest($1::text[]) as title', [
    titles,
  ]);
  expect(rows.map(({ slug }) => slug)).toEqual(titles.map(sellerSlug));
});
