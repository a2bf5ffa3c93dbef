import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSearchBasics, createSearchProduct } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let id: number;
beforeAll(async () => {
  shop = await openTestShop();
  await createSearchBasics(shop.db);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.db.pool.query('delete from stock_movements; delete from products');
  id = await createSearchProduct(shop.db, {
    sku: 'TV-1',
    title: 'Televisor 55" Atitlux',
    brand: 'Atitlux',
    price: 3_000_00,
    attributes: { panel: 'OLED' },
  });
  await createSearchProduct(shop.db, { sku: 'TV-2', title: 'Televisor 65" Lumbrisa', price: 200_00 });
});

const change = (sql: string) => shop.db.pool.query(sql);
const found = async (query: Record<string, string>): Promise<string[]> => {
  const answer = await shop.call('searchProducts', { query });
  return answer.ok ? answer.value.products.map(({ sku }) => sku) : [answer.error.code];
};
const counts = async () =>
  (await change('select scope, value_id, products from facet_counts where products <> 0 order by 1, 2')).rows;
const rows = async () =>
  (await change('select product_id, words::text, record, sold, price, discount from product_search order by 1')).rows;

/** Checks that the rows written by triggers equal those of a full refresh. */
const expectCurrent = async (): Promise<void> => {
  const kept = { rows: await rows(), counts: await counts() };
  await change('select refresh_product_search(null)');
  expect({ rows: await rows(), counts: await counts() }).toEqual(kept);
};

describe('[CAT-06] search follows changes in the shop', () => {
  test.each([
    ['a new title', "update products set title = 'Proyector Atitlux' where sku = 'TV-1'", { q: 'proyector' }, ['TV-1']],
    ['a new price', "update products set sales_price = 10000 where sku = 'TV-1'", { maxPrice: '100' }, ['TV-1']],
    [
      'a missing price',
      "update products set sales_price = null, regular_price = null where sku = 'TV-1'",
      { minPrice: '1' },
      ['TV-2'],
    ],
    ['another category', "update products set category_id = 12 where sku = 'TV-1'", { category: 'soportes' }, ['TV-1']],
    [
      'new attributes',
      `update products set attributes = '[{"code":"panel","label":"Panel","value":"QLED"}]' where sku = 'TV-1'`,
      { 'attr.panel': 'qled' },
      ['TV-1'],
    ],
    ['a withdrawal', "update products set is_published = false where sku = 'TV-1'", { q: 'televisor' }, ['TV-2']],
    ['an end of listing', "update products set is_listed = false where sku = 'TV-1'", {}, ['TV-2']],
    ['a deletion', "delete from stock_movements; delete from products where sku = 'TV-1'", {}, ['TV-2']],
    ['sales', "update products set sold_count = 9 where sku = 'TV-2'", {}, ['TV-2', 'TV-1']],
    [
      'running out of stock',
      `select move_stock(id, 'BODEGA', -5, 'counted') from products where sku = 'TV-1'`,
      { q: 'televisor' },
      ['TV-2', 'TV-1'],
    ],
    ['another brand name', "update brands set title = 'Zafiro' where title = 'Atitlux'", { brand: 'zafiro' }, ['TV-1']],
    [
      'another category name',
      "update categories set title = 'Pantallas planas' where id = 11",
      { q: 'planas' },
      ['TV-1', 'TV-2'],
    ],
  ])('%s', async (_, sql, query, skus) => {
    await change(sql);
    expect(await found(query)).toEqual(skus);
    await expectCurrent();
    await change(
      "update brands set title = 'Atitlux' where title = 'Zafiro'; update categories set title = 'Televisores' where id = 11",
    );
  });

  test('a product that returns to the shop is counted once', async () => {
    await change("update products set is_published = false where sku = 'TV-1'");
    await change("update products set is_published = true where sku = 'TV-1'");
    expect((await found({})).sort()).toEqual(['TV-1', 'TV-2']);
    await expectCurrent();
  });

  test('two concurrent changes of one product both take effect', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        change(`update products set title = 'Televisor ronda${round}' where id = ${id}`),
        change(`select move_stock(${id}, 'BODEGA', ${round % 2 === 0 ? -5 : 5}, 'counted')`),
        change("update products set sales_price = sales_price - 100 where sku = 'TV-2'"),
      ]);
    }
    expect(await found({ q: 'ronda4' })).toEqual(['TV-1']);
    await expectCurrent();
  });

  test('products of a bulk load are found after its single refresh', async () => {
    await shop.db.transaction(async (tx) => {
      const run = (text: string) => tx.run({ text, values: [] });
      await run("select set_config('ceiba.bulk_load', 'on', true)");
      await run("update products set title = 'Consola retro' where sku = 'TV-1'");
      await run('select refresh_product_search(null)');
    });
    expect(await found({ q: 'consola' })).toEqual(['TV-1']);
    await change("update products set title = 'Consola nueva' where sku = 'TV-1'");
    expect(await found({ q: 'nueva' })).toEqual(['TV-1']);
  });
});

test('[DEC-180] the total is exact up to 10,000 and capped there, and filters still find further matches', async () => {
  await shop.db.transaction(async (tx) => {
    const run = (text: string) => tx.run({ text, values: [] });
    await run("select set_config('ceiba.bulk_load', 'on', true)");
    await run(`insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price, sold_count)
      select 'B' || n, 'b' || n, 'Televisor masivo', (select id from brands where title = case when n <= 9998 then 'Lumbrisa' else 'Ondalira' end),
        1, 11, 50000 + n, 50000 + n, 20000 - n from generate_series(1, 10050) n`);
    await run('select refresh_product_search(null)');
  });
  const total = async (query: Record<string, string>) => {
    const answer = await shop.call('searchProducts', { query });
    return answer.ok ? answer.value.total : answer.error.code;
  };
  expect(await total({})).toBe(10_000);
  expect(await total({ category: 'televisores' })).toBe(10_000);
  expect(await total({ q: 'televisor' })).toBe(10_000);
  expect(await total({ q: 'masivo', brand: 'Lumbrisa' })).toBe(9_998);
  expect(await total({ q: 'masivo', brand: 'Ondalira' })).toBe(52);
  expect(await total({ category: 'televisores', brand: 'Ondalira' })).toBe(52);
  expect(await total({ brand: 'Ondalira' })).toBe(52);
  expect(await total({ q: 'masivo', minPrice: '600.49' })).toBe(2);
  expect(await total({ minPrice: '600.49', maxPrice: '601' })).toBe(2);
  expect(await found({ q: 'masivo', page: '1' })).toContain('B1');
  expect(await found({ page: '418' })).toEqual([]);
});
