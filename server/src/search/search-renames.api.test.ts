import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilBlocked } from '../testing/lock-waits.ts';
import { createSearchBasics, createSearchProduct } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { refreshRenamedTask } from './search.tasks.ts';
import { refreshRenamed } from './search-renames.store.ts';

const products = 1_201;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createSearchBasics(shop.db);
  await createSearchProduct(shop.db, {
    sku: 'OTHER',
    title: 'Bocina Ondalira',
    brand: 'Ondalira',
    category: 'audio/audifonos',
  });
  await shop.db.transaction(async (tx) => {
    const run = (text: string) => tx.run({ text, values: [] });
    await run("select set_config('ceiba.bulk_load', 'on', true)");
    await run(`insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
      select 'TV-' || n, 'tv-' || n, 'Televisor ' || n, (select id from brands where title = 'Lumbrisa'), 1, 11, 100000, 100000
      from generate_series(1, ${products}) n`);
    await run('select refresh_product_search(null)');
  });
});
afterAll(() => shop.close());

const sql = async <Row extends object>(text: string): Promise<Row[]> => (await shop.db.pool.query<Row>(text)).rows;

const total = async (query: Record<string, string>): Promise<number | string> => {
  const answer = await shop.call('searchProducts', { query });
  return answer.ok ? answer.value.total : answer.error.code;
};

const jobs = () =>
  sql<{ payload: unknown }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'refresh-renamed-products' order by j.id`,
  );

const rows = async () => ({
  rows: await sql('select product_id, words::text, record, sold, price, discount from product_search order by 1'),
  counts: await sql('select scope, value_id, products from facet_counts where products <> 0 order by 1, 2'),
});

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** Runs each waiting job of the worker until it no longer queues itself. */
const work = async (): Promise<void> => {
  for (const { payload } of await jobs()) await refreshRenamedTask(shop).run(payload, { now: new Date(), log });
};

test('[CAT-06] a brand’s new name is a filter immediately, and is found after the job has run', async () => {
  await sql(`update brands set title = 'Zafiro' where title = 'Lumbrisa'`);
  expect(await total({ brand: 'Zafiro' })).toBe(products);
  expect(await total({ q: 'lumbrisa televisor' })).toBe(products);
  const [brand] = await sql<{ id: number }>(`select id from brands where title = 'Zafiro'`);
  expect((await jobs()).map(({ payload }) => payload)).toEqual([{ kind: 'brand', renamed: brand?.id }]);

  await work();
  expect(await total({ q: 'zafiro' })).toBe(products);
  const kept = await rows();
  await work();
  expect(await rows()).toEqual(kept);
  await sql('select refresh_product_search(null)');
  expect(await rows()).toEqual(kept);
});

test('[CAT-06] a category’s new name reaches only the products of its subcategories', async () => {
  await sql(`delete from graphile_worker._private_jobs`);
  await sql(`update categories set title = 'Pantallas' where id = 10`);
  await sql(`update categories set title = 'Cine y pantallas' where id = 10`);
  expect((await jobs()).map(({ payload }) => payload)).toEqual([{ kind: 'category', renamed: 10 }]);
  expect(await refreshRenamed(shop.db, 'category', 10)).toBe(products);
  expect(await total({ q: 'cine' })).toBe(products);
  const kept = await rows();
  await sql('select refresh_product_search(null)');
  expect(await rows()).toEqual(kept);
});

test('a product changed during the job has its change and the new name', async () => {
  await sql(`update brands set title = 'Jade' where title = 'Zafiro'`);
  const [brand] = await sql<{ id: number }>(`select id from brands where title = 'Jade'`);
  const changeTo = (title: string, n: number) => `update products set title = '${title} ${n}' where sku = 'TV-${n}'`;
  // The job has portions of 500, 500 and 201 products. It waits in the second portion for a product that another transaction has
  // locked.
  const { renamed, later } = await shop.db.transaction(async (tx) => {
    await tx.run({
      text: `select from product_search where product_id = (select id from products where sku = 'TV-750') for update`,
      values: [],
    });
    const job = refreshRenamed(shop.db, 'brand', brand?.id ?? 0);
    // A product that is already updated, a product that the job has locked, and a later product.
    await untilBlocked(shop.db.pool, tx);
    await sql(changeTo('Proyector', 97));
    const held = sql(changeTo('Proyector', 601));
    await untilBlocked(shop.db.pool, tx, 2);
    await sql(changeTo('Proyector', 1_150));
    await tx.run({ text: changeTo('Proyector', 750), values: [] });
    return { renamed: job, later: held };
  });
  await Promise.all([renamed, later]);
  expect(await total({ q: 'proyector jade' })).toBe(4);
  const kept = await rows();
  await sql('select refresh_product_search(null)');
  expect(await rows()).toEqual(kept);
});
