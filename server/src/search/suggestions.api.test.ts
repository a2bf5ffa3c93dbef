import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSearchBasics, createSearchProduct } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createSearchBasics(shop.db);
  for (const [sold, sku] of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].entries())
    await createSearchProduct(shop.db, {
      sku: `TV-${sku}`,
      title: `Televisor ${sku}55" Atitlux`,
      brand: 'Atitlux',
      sold,
    });
  await createSearchProduct(shop.db, {
    sku: 'AU-1',
    title: 'Audífonos Núcleo',
    brand: 'Ondalira',
    category: 'audio/audifonos',
  });
  await createSearchProduct(shop.db, { sku: 'X', title: 'Televisor secreto', isListed: false });
  await shop.db.pool.query("insert into media (key, width, height) values ('abc', 1, 1)");
  await shop.db.pool.query("insert into product_images select id, 1, 'abc', title from products where sku = 'AU-1'");
});
afterAll(() => shop.close());

const suggest = async (q: string) => {
  const answer = await shop.call('searchSuggestions', { query: { q } });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.data;
};

test('[DEC-180] suggests words, categories, brands and products, at most eight, the best-selling first', async () => {
  const data = await suggest('tele');
  expect(data).toHaveLength(8);
  expect(data[0]).toEqual({ type: 'query', text: 'televisor', url: '/search?q=televisor' });
  expect(data).toContainEqual({ type: 'category', text: 'Televisores', url: '/tv-y-video/televisores' });
  expect(
    data
      .filter(({ type }) => type === 'product')
      .map(({ url }) => url)
      .slice(0, 2),
  ).toEqual(['/tv-i', '/tv-h']);
  expect(await suggest('ondal')).toContainEqual({ type: 'brand', text: 'Ondalira', url: '/search?q=Ondalira' });
});

test('[DEC-180] suggests a product with its thumbnail', async () => {
  expect(await suggest('audífonos nucl')).toContainEqual({
    type: 'product',
    text: 'Audífonos Núcleo',
    url: '/au-1',
    imageUrl: '/media/abc/120.webp',
    price: { value: 100, currency: 'GTQ' },
  });
});

test('[DEC-180] suggests a product with its current price, also in a flash sale', async () => {
  const priceOf = async () => (await suggest('audífonos nucl')).find(({ type }) => type === 'product')?.price?.value;
  const before = await priceOf();
  const { rows } = await shop.db.pool.query<{ id: string }>(
    `insert into flash_sales (product_id, price, starts_at, ends_at)
     select id, 5000, now() - interval '1 hour', now() + interval '1 hour' from products where sku = 'AU-1' returning id`,
  );
  expect([before, await priceOf()]).toEqual([100, 50]);
  await shop.db.pool.query('delete from flash_sales where id = $1', [rows[0]?.id]);
  await shop.db.pool.query("update products set sales_price = null, regular_price = null where sku = 'AU-1'");
  expect(await priceOf()).toBeUndefined();
  await shop.db.pool.query("update products set sales_price = 10000, regular_price = 10000 where sku = 'AU-1'");
});

test('[DEC-180] understands accents, case, typing errors and shoppers’ own words', async () => {
  for (const typed of ['AUDIF', 'audíf', 'audifnos', 'auriculares'])
    expect(
      (await suggest(typed)).map(({ url }) => url),
      typed,
    ).toContain('/au-1');
});

test('[DEC-180] understands shoppers’ own words with a typing error', async () => {
  const called = (await suggest('pantalla')).map(({ text }) => text);
  expect(called[0]).toBe('televisor');
  expect((await suggest('pantalal')).map(({ text }) => text)).toEqual(called);
});

test('[DEC-180] suggests a word with several meanings once', async () => {
  await shop.db.pool.query(
    "select add_search_synonyms('{televisor,tv}', false), add_search_synonyms('{televisor,tv,teve}', false)",
  );
  const data = await suggest('televisor');
  expect(data.map(({ text }) => text)).toContain('tv');
  expect(new Set(data.map(({ type, url }) => `${type} ${url}`)).size).toBe(data.length);
});

test('accepts an empty text, a text without a match, and any characters', async () => {
  for (const typed of ['', '  ', 'zzqxwv', '%', "'", '\\', '&|!():*', 'secreto', 'ﬃ'.repeat(200)])
    expect(await suggest(typed), typed).toEqual([]);
  expect(await suggest('t')).toHaveLength(8);
});

test('suggestions take one statement', async () => {
  await suggest('tel');
  expect(shop.lastStatements()).toEqual(['search.suggestions']);
});
