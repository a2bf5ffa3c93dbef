import { inBatches } from '../jobs/batches.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

/** The kinds of objects whose new name reaches products. */
type RenamedKind = 'brand' | 'category';

const ofBrand = statement(
  'search.products-of-brand',
  'select id from products where brand_id = $1 and id > $2 order by id limit $3',
);

const ofCategory = statement(
  'search.products-of-category',
  `select id from products
   where category_id in (select id from categories where $1 = any (ancestor_ids) or id = $1) and id > $2 order by id limit $3`,
);

const statements = { brand: ofBrand, category: ofCategory };

/** Lists the products of a brand, or of a category and its subcategories, sorted by ID. */
const findProductsOf = async (
  tx: Tx,
  { kind, renamed, after, limit }: { kind: RenamedKind; renamed: number; after: number; limit: number },
): Promise<number[]> => (await statements[kind](tx, [renamed, after, limit])).map(({ id }) => id);

const refresh = statement('search.refresh-products', 'select refresh_product_search($1::bigint[])');

/** Refreshes the search rows of these products, at least one. */
const refreshProducts = async (tx: Tx, productIds: readonly number[]): Promise<void> => {
  await refresh(tx, [productIds]);
};

const purgeListings = statement('search.purge-listings', `select purge_pages(array['listing'])`);

/** Purges pages with lists of products. */
const dropListings = async (tx: Tx): Promise<void> => {
  await purgeListings(tx, []);
};

/** Number of products that one transaction refreshes. Their rows are locked for some tenths of a second. */
const portion = 500;

/**
 * Refreshes the search rows of all products of a renamed brand or category, in portions with a transaction each. An interrupted
 * run starts again and has the same result. Returns the number of products.
 */
export const refreshRenamed = async (db: Database, kind: RenamedKind, renamed: number): Promise<number> => {
  let after = 0;
  const products = await inBatches(async () => {
    const ids = await findProductsOf(db.write, { kind, renamed, after, limit: portion });
    if (ids.length > 0) await refreshProducts(db.write, ids);
    after = ids.at(-1) ?? after;
    return ids.length;
  });
  await dropListings(db.write);
  return products;
};
