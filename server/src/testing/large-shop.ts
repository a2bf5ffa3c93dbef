import { beginBulkLoad, refreshSearch } from '../loading/loading.store.ts';
import type { Database } from '../platform/db/database.ts';
import { createShopBasics } from './shop-fixtures.ts';
import { vacuumWhole } from './visited-rows.ts';

/** The basics and thousands of products, which these inserts write; then its search lists are read without visiting a row. */
export const fillLargeShop = async (db: Database, inserts: readonly string[]): Promise<void> => {
  await createShopBasics(db);
  await db.transaction(async (tx) => {
    await beginBulkLoad(tx);
    for (const text of inserts) await tx.run({ text, values: [] });
    await refreshSearch(tx);
  });
  await vacuumWhole(db, 'product_search');
};
