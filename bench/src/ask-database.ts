import pg from 'pg';
import type { ShopDatabase } from './bench-room.ts';

/** Asks a shop's database something the bench needs to know, such as what there is to buy. */
export const ask = async <Row extends object>({ url }: ShopDatabase, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};

const wellSold = `kind = 'goods' and seller_id = 1 and is_published and is_listed and sales_price is not null
  and not is_motorcycle and not is_restricted and not is_dropshipping and not is_presale`;

/**
 * Products anybody can buy in cash and have delivered, best sold first, each with more stock than a bench sells. The
 * answer is their SKUs.
 */
export const stockShelves = async (database: ShopDatabase): Promise<string[]> => {
  const rows = await ask<{ sku: string }>(
    database,
    `select sku, move_stock(id, (select store_code from stores where is_warehouse), 10000000, 'received')
     from (select id, sku from products where ${wellSold} and sales_price between 1000 and 100000
           order by sold_count desc limit 200) p`,
  );
  return rows.map(({ sku }) => sku);
};

/** Slugs of products, best sold first. */
export const listSlugs = async (database: ShopDatabase, limit: number): Promise<string[]> => {
  const rows = await ask<{ slug: string }>(
    database,
    `select slug from products where ${wellSold} order by sold_count desc, id limit ${limit}`,
  );
  return rows.map(({ slug }) => slug);
};

/** Where the category of a product is shown. @throws when no product has that page */
export const findCategoryPath = async (database: ShopDatabase, productPath: string): Promise<string> => {
  const [found] = await ask<{ path: string }>(
    database,
    `select c.path from products p join categories c on c.id = p.category_id where '/' || p.slug = '${productPath}'`,
  );
  if (found === undefined) throw new Error(`no product is shown at ${productPath}`);
  return `/${found.path}`;
};
