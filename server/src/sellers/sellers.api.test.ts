import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSearchBasics, createSearchProduct } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createSearchBasics(shop.db);
  for (let index = 0; index < 26; index += 1)
    await createSearchProduct(shop.db, {
      sku: `O${index}`,
      title: 'Lente',
      sellerId: 2,
      sold: index,
      price: (index + 1) * 100,
    });
  await createSearchProduct(shop.db, { sku: 'OWN', title: 'Lente propio' });
  await createSearchProduct(shop.db, { sku: 'HIDDEN', title: 'Lente', sellerId: 2, isListed: false });
  await shop.db.pool.query("insert into sellers (id, title, slug) values (3, 'Nueva', 'nueva')");
});
afterAll(() => shop.close());

const seller = (slug: string, query: { page?: number; sort?: 'price_asc' } = {}) =>
  shop.call('getSeller', { params: { slug }, query });

test('[SEL-09, DEC-23, DEC-64] lists a seller and its products, page by page, best-selling first', async () => {
  const first = await seller('optica-y-mas-sa');
  expect(first).toMatchObject({
    ok: true,
    value: { seller: { id: 2, title: 'Óptica & Más S.A.', slug: 'optica-y-mas-sa' }, total: 26, page: 1 },
  });
  const skus = first.ok ? first.value.products.map(({ sku }) => sku) : [];
  expect([skus.length, skus[0], skus.includes('OWN'), skus.includes('HIDDEN')]).toEqual([24, 'O25', false, false]);
  expect(first.ok && first.value.products[0]).toMatchObject({ is3p: true, seller: { id: 2, offerId: 'offer' } });
  const second = await seller('optica-y-mas-sa', { page: 2, sort: 'price_asc' });
  expect(second.ok && second.value.products.map(({ sku }) => sku)).toEqual(['O24', 'O25']);
  expect(shop.lastStatements()).toHaveLength(3);
});

test('an empty order or page counts as the first, because a form without scripts sends them empty', async () => {
  const [plain, empty] = [
    await shop.inject({ url: '/v1/sellers/optica-y-mas-sa' }),
    await shop.inject({ url: '/v1/sellers/optica-y-mas-sa?page=&sort=' }),
  ];
  expect(empty.statusCode).toBe(200);
  expect(empty.json()).toEqual(plain.json());
});

test('[SEL-04, DEC-24] normalizes slugs, does not find an unknown seller, and shows a seller without products as empty', async () => {
  expect(await seller('Optica--Y--MAS-sa')).toMatchObject({ ok: true, value: { seller: { id: 2 } } });
  expect(await seller('nadie')).toMatchObject({ ok: false, error: { code: 'SELLER_NOT_FOUND', status: 404 } });
  expect(await seller('nueva')).toMatchObject({ ok: true, value: { products: [], total: 0 } });
});
