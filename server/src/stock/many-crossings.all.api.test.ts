import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillLargeShop } from '../testing/large-shop.ts';
import { createProduct } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

const products = 20_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await fillLargeShop(shop.db, [
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price, attributes)
     select 'P' || n, 'p' || n, 'Bocina ' || n, 1, 1, 2, 100, 100, '[{"code": "color", "label": "Color", "value": "Negro"}]'
     from generate_series(1, ${products}) n`,
    `insert into stores (store_code, name, street, city, region_id, latitude, longitude, type)
     select 'S' || n, 'Ceiba ' || n, '', '', 485, 14, -90, 'tienda' from generate_series(1, 12) n`,
    'insert into stock_levels (product_id, store_code, quantity) select id, store_code, 0 from products, stores',
  ]);
  await createProduct(shop.db, { sku: 'ALONE', stock: 3 });
}, 600_000);
afterAll(() => shop.close());

/** Returns the number of products that a list shows as salable, and of all its products. */
const listed = async (): Promise<{ salable: number; all: number }> => {
  const { rows } = await shop.db.pool.query<{ salable: number; all: number }>(
    `select count(*) filter (where get_byte(record, 0) = 1)::integer as salable, count(*)::integer as all from product_search`,
  );
  return rows[0] ?? { salable: 0, all: 0 };
};

// With a cached plan made for one product, comparing each product with all others took over 15 minutes. The limit distinguishes
// that from work in proportion to the changes, even on a busy machine.
const limit = 5 * 60_000;

test.each([
  ['come back', 'quantity = 5', products + 1],
  ['run out', 'quantity = 0', 1],
])(
  '20,000 products in 15 stores %s together',
  async (_, change, salable) => {
    const client = await shop.db.pool.connect();
    try {
      await client.query(`set statement_timeout = ${limit}`);
      // From here on, the connection uses plans made for one product.
      await client.query("select move_stock(id, 'BODEGA', 1, 'counted') from products where sku = 'ALONE'");
      await client.query("select move_stock(id, 'BODEGA', -1, 'counted') from products where sku = 'ALONE'");
      await client.query(
        `update stock_levels set ${change} where product_id <> (select id from products where sku = 'ALONE')`,
      );
    } finally {
      client.release(true);
    }
    expect(await listed()).toEqual({ salable, all: products + 1 });
    const { rows } = await shop.db.pool.query(
      `select count(*)::integer as wrong from stock_totals t
       where t.salable <> (select sum(quantity) from stock_levels l where l.product_id = t.product_id)`,
    );
    expect(rows).toEqual([{ wrong: 0 }]);
  },
  2 * limit,
);

test(
  '[PRICE-01] discounts of 20,000 products that change together are in the history',
  async () => {
    const client = await shop.db.pool.connect();
    try {
      await client.query(`set statement_timeout = ${limit}`);
      await client.query("update products set sales_price = 90 where sku = 'ALONE'");
      await client.query("update products set sales_price = 80 where sku = 'ALONE'");
      await client.query("update products set sales_price = 90 where sku <> 'ALONE'");
      await client.query("update products set sales_price = 80 where sku <> 'ALONE'");
      const { rows: references } = await client.query(
        `select r.price::integer as price, r.ends_at, count(*)::integer as products
         from price_references r join products p on p.id = r.product_id where p.sku <> 'ALONE' group by 1, 2`,
      );
      expect(references).toEqual([{ price: 100, ends_at: null, products }]);
      await client.query('update products set sales_price = 100');
    } finally {
      client.release(true);
    }
    const { rows } = await shop.db.pool.query(
      `select prices, count(*)::integer as products from (select count(*)::integer as prices from price_changes group by product_id) n
       group by 1 order by 1`,
    );
    expect(rows).toEqual([{ prices: 4, products: products + 1 }]);
  },
  2 * limit,
);

test(
  'prices and sales of 20,000 products that change together reach their search rows',
  async () => {
    const client = await shop.db.pool.connect();
    try {
      await client.query(`set statement_timeout = ${limit}`);
      await client.query("update products set sold_count = sold_count + 1 where sku = 'ALONE'");
      await client.query("update products set title = title || ' nueva' where sku = 'ALONE'");
      await client.query('update products set sold_count = sold_count + 1');
      await client.query('update products set is_presale = true');
    } finally {
      client.release(true);
    }
    const { rows } = await shop.db.pool.query(
      'select sold, count(*)::integer as products from product_search group by 1 order by 1',
    );
    expect(rows).toEqual([
      { sold: 1, products },
      { sold: 2, products: 1 },
    ]);
  },
  2 * limit,
);
