import { inPortions } from '../jobs/portions.ts';
import type { Database } from '../platform/database.ts';
import { dropListings, findProductsOf, type RenamedKind, refreshProducts } from './search-renames.store.ts';

/** Products brought up to date in one transaction: their rows are locked for some tenths of a second. */
const portion = 500;

/**
 * Brings the search rows of all products of a brand or category with a new name up to date, in portions, each by itself:
 * one that is cut off is begun anew, and comes to the same end. Answers how many products there are.
 */
export const refreshRenamed = async (db: Database, kind: RenamedKind, renamed: number): Promise<number> => {
  let after = 0;
  const products = await inPortions(async () => {
    const ids = await findProductsOf(db.write, { kind, renamed, after, limit: portion });
    if (ids.length > 0) await refreshProducts(db.write, ids);
    after = ids.at(-1) ?? after;
    return ids.length;
  });
  await dropListings(db.write);
  return products;
};
