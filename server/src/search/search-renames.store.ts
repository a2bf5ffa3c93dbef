import { inBatches } from '../jobs/batches.ts';
import { type Database, statement, type Tx } from '../platform/db/database.ts';

/** What has a new name. */
type RenamedKind = 'brand' | 'category';

interface FoundId {
  id: number;
}

const ofBrand = statement<FoundId, [brand: number, after: number, limit: number]>(
  'search.products-of-brand',
  'select id from products where brand_id = $1 and id > $2 order by id limit $3',
);

const ofCategory = statement<FoundId, [category: number, after: number, limit: number]>(
  'search.products-of-category',
  `select id from products
   where category_id in (select id from categories where $1 = any (ancestor_ids) or id = $1) and id > $2 order by id limit $3`,
);

const statements = { brand: ofBrand, category: ofCategory };

/** Products of a brand, or of a category and those below it, in the order of their ids. */
const findProductsOf = async (
  tx: Tx,
  { kind, renamed, after, limit }: { kind: RenamedKind; renamed: number; after: number; limit: number },
): Promise<number[]> => (await statements[kind](tx, [renamed, after, limit])).map(({ id }) => id);

const refresh = statement<object, [productIds: readonly number[]]>(
  'search.refresh-products',
  'select refresh_product_search($1::bigint[])',
);

/** Brings the search rows of these products, at least one, up to date. */
const refreshProducts = async (tx: Tx, productIds: readonly number[]): Promise<void> => {
  await refresh(tx, [productIds]);
};

const purgeListings = statement<object, []>('search.purge-listings', `select purge_pages(array['listing'])`);

/** Pages with lists of products are made anew. */
const dropListings = async (tx: Tx): Promise<void> => {
  await purgeListings(tx, []);
};

/** Products brought up to date in one transaction: their rows are locked for some tenths of a second. */
const portion = 500;

/**
 * Brings the search rows of all products of a brand or category with a new name up to date, in portions, each by itself:
 * one that is cut off is begun anew, and comes to the same end. Answers how many products there are.
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
