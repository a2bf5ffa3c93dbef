import { quetzales } from '@ceiba/domain/money/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../platform/db/database.ts';
import { fillLargeShop } from '../testing/large-shop.ts';
import { searchOfAll } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { rowsReadBy, vacuumWhole } from '../testing/visited-rows.ts';
import { createMatchFinder } from './match.store.ts';
import { browseProducts } from './search-products.ts';

/** Product n costs n + 1 quetzales, and the most expensive ones sell least. */
const products = 12_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await fillLargeShop(shop.db, [
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price, sold_count)
     select 'P' || n, 'p' || n, 'Bocina ' || n, 1, 1, 2, 100 * n + 100, 100 * n + 100, ${products} - n from generate_series(0, ${products - 1}) n`,
  ]);
});
afterAll(() => shop.close());

const found = async (query: string) => {
  const answer = await shop.inject({ url: `/v1/search?${query}` });
  const body: { total: number; products: { sku: string }[] } = answer.json();
  return { total: body.total, skus: body.products.map(({ sku }) => sku) };
};

const visitedBy = (table: string, search: (tx: Tx) => Promise<object>): Promise<number> =>
  rowsReadBy(shop.url, table, search);

const visitedByPrice = (table: string, minPrice: number): Promise<number> =>
  visitedBy(table, (tx) => createMatchFinder(tx)({ ...searchOfAll, minPrice: quetzales(minPrice) }, new Date()));

test('[DEC-180] a search by price alone reads the products at that price, not the whole shop', async () => {
  const answer = await found(`minPrice=${products - 9}`);
  expect([answer.total, answer.skus.at(0)]).toEqual([10, `P${products - 10}`]);
  expect(await found('minPrice=50000')).toEqual({ total: 0, skus: [] });
  // The five hundred products for the choice of the plan, and the ten matches.
  expect(await visitedByPrice('product_search', products - 9)).toBeLessThan(600);
  expect(await visitedByPrice('product_search', 1)).toBeGreaterThan(5_000);
});

test('the last page of a root category visits only earlier products, and pages beyond it visit none', async () => {
  const visitedByPage = (page: number): Promise<number> =>
    visitedBy('product_search', (tx) =>
      browseProducts(
        tx,
        { facet: 'category', value: '1' },
        { page, sort: 'relevance' },
        { now: new Date(), policy: shop.policy() },
      ),
    );
  expect((await found('category=1&page=416')).skus).toHaveLength(24);
  const last = await visitedByPage(416);
  expect(last).toBeGreaterThan(5_000);
  expect(last).toBeLessThan(11_000);
  expect((await found('category=1&page=418')).skus).toEqual([]);
  expect(await visitedByPage(418)).toBeLessThan(100);
});

test('thirty values of a facet are looked up, not compared with all twenty thousand values', async () => {
  await shop.db.pool.query(
    `insert into facet_values (facet, facet_label, value, label, typing)
     select 'modelo', 'Modelo', 'Opción ' || v, 'Opción', '' from generate_series(1, 20000) v`,
  );
  await vacuumWhole(shop.db, 'facet_values');
  const wanted = Array.from({ length: 30 }, (_, index) => `opcion ${index + 1}`);
  const groups = [{ facet: 'modelo', wanted }];
  const resolved: number[] = [];
  const visited = await visitedBy('facet_values', async (tx) => {
    const found = await createMatchFinder(tx)({ ...searchOfAll, groups }, new Date());
    resolved.push(...found.groups.map(({ ids }) => ids.length));
    return found;
  });
  expect(resolved).toEqual([30]);
  expect(visited).toBeLessThan(1_000);
});

test('of several prefixes only one is searched as a prefix, and a repeated word only once', async () => {
  await shop.db.pool.query(
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
     values ('P12001', 'p12001', 'Zapato Yunque Xilófono Kiosco', 1, 1, 2, 100, 100)`,
  );
  const askedFor = async (words: string): Promise<string[]> => {
    const { rows } = await shop.db.pool.query<{ term: string }>(
      `select distinct term[1] as term from search_query($1), regexp_matches(everywhere::text, '''h/[^'']+''(?::[*])?', 'g') term order by 1`,
      [words],
    );
    return rows.map(({ term }) => term);
  };
  expect(await askedFor('zap yun')).toEqual(["'h/yun':*", "'h/zap':*"]);
  expect(await askedFor('z x ki')).toEqual(["'h/ki'", "'h/x'", "'h/z':*"]);
  expect((await found('q=z')).skus).toEqual(['P12001']);
  const lengthOf = async (words: string): Promise<number | undefined> =>
    (
      await shop.db.pool.query<{ length: number }>('select numnode(everywhere) as length from search_query($1)', [
        words,
      ])
    ).rows[0]?.length;
  expect(await lengthOf('bocina zapato '.repeat(6))).toBe(await lengthOf('bocina zapato'));
});

test('[DEC-180] common words give the best-selling products, and visit each match once', async () => {
  const answer = await found('q=bocina');
  expect([answer.total, ...answer.skus.slice(0, 2)]).toEqual([10_000, 'P0', 'P1']);
  const visited = await visitedBy('product_search', (tx) =>
    createMatchFinder(tx)({ ...searchOfAll, words: 'bocina' }, new Date()),
  );
  // Also counts the 10,000 whose records this process has not loaded yet.
  expect(visited).toBeGreaterThan(products);
  expect(visited).toBeLessThan(products * 2);
});

test('[DEC-180] a price that most products have gives the best-selling of these products', async () => {
  const answer = await found('minPrice=1001');
  expect(answer.total).toBe(10_000);
  expect(answer.skus.slice(0, 2)).toEqual(['P1000', 'P1001']);
});

test('[DEC-180] suggestions start with the shop’s best-selling products, at any position in the index', async () => {
  const suggested = async (q: string) => {
    const answer = await shop.call('searchSuggestions', { query: { q } });
    return answer.ok ? answer.value.data.filter(({ type }) => type === 'product').map(({ text }) => text) : [];
  };
  await shop.db.pool.query(
    `update products set sold_count = 1000000 where sku = 'P${products - 1}';
     update products set title = 'Linterna ' || sku where sku in ('P11000', 'P11001')`,
  );
  expect((await suggested('bocin')).slice(0, 2)).toEqual([`Bocina ${products - 1}`, 'Bocina 0']);
  expect(await suggested('linter')).toEqual(['Linterna P11000', 'Linterna P11001']);
  // Three of the four hundred best-selling products match. Thousands of others match too, and would come before these three.
  await shop.db.pool.query(
    `update products set sold_count = sold_count + 100000 where sku in ('P0', 'P1');
     update products set title = 'Cable ' || sku where substr(sku, 2)::integer between 2 and 420`,
  );
  expect((await suggested('bocin')).slice(0, 3)).toEqual([`Bocina ${products - 1}`, 'Bocina 0', 'Bocina 1']);
});

test('[DEC-27] a product whose flash sale has the price is found by that price', async () => {
  await shop.db.pool.query(
    `insert into flash_sales (product_id, price, starts_at, ends_at)
     select id, 51, now() - interval '1 hour', now() + interval '1 hour' from products where sku = 'P5000'`,
  );
  expect((await found('maxPrice=0.99')).skus).toEqual(['P5000']);
  expect((await found('minPrice=5001&maxPrice=5001')).skus).toEqual([]);
});

test('repeated parts of synonyms are searched once, and find what each part finds', async () => {
  const asked = async (classes: string): Promise<string> => {
    const { rows } = await shop.db.pool.query<{ query: string }>(
      `select search_term('{televisor,tv,smart tv,tv box}', $1, false)::tsquery::text as query`,
      [classes],
    );
    return rows[0]?.query ?? '';
  };
  expect(await asked('{h/}')).toBe("'h/televisor' | 'h/tv' | 'h/smart' & 't/tv' | 'h/box' & 't/tv'");
  expect(await asked('{t/,h/}')).toBe("'t/televisor' | 'h/televisor' | 't/tv' | 'h/tv'");
  // Every title of up to three of these words, with the first word as its head.
  const { rows } = await shop.db.pool.query<{ titles: number; found: number; different: number }>(
    `with word as (select unnest('{televisor,tv,smart,box,mueble}'::text[]) as w),
       title as (select array_to_tsvector(array_remove(array['h/' || a.w, 't/' || b.w, 't/' || c.w], null)) as words
         from word a, (select * from word union all select null) b, (select * from word union all select null) c),
       judged as (select
           words @@ search_term(names, classes, false)::tsquery as is_found,
           (select bool_or(words @@ search_term(array[name], classes, false)::tsquery) from unnest(names) name) as is_found_by_one
         from title, (values (array['televisor', 'tv', 'smart tv', 'tv box']), (array['smart tv', 'tv box smart'])) n(names),
           (values (array['h/']), (array['t/', 'h/']), (array['', 't/', 'h/'])) c(classes))
     select count(*)::integer as titles, (count(*) filter (where is_found))::integer as found,
       (count(*) filter (where is_found <> is_found_by_one))::integer as different from judged`,
  );
  expect(rows[0]).toEqual({ titles: 1080, found: expect.any(Number), different: 0 });
  expect(rows[0]?.found).toBeGreaterThan(300);
  // A single word at the head of a title is not searched elsewhere, too.
  const { rows: alone } = await shop.db.pool.query(`select head::text from search_query('bocina')`);
  expect(alone).toEqual([{ head: "'h/bocin' | 's/bocina'" }]);
});
