import { beginBulkLoad, refreshSearch } from '../loading/loading.store.ts';
import type { Database } from '../platform/db/database.ts';
import { createShopBasics } from './shop-fixtures.ts';
import { vacuumWhole } from './visited-rows.ts';

/** Fills a shop with the basics and thousands of products from these inserts. Its search tables can then be read by index-only scans. */
export const fillLargeShop = async (db: Database, inserts: readonly string[]): Promise<void> => {
  await createShopBasics(db);
  await db.transaction(async (tx) => {
    await beginBulkLoad(tx);
    for (const text of inserts) await tx.run({ text, values: [] });
    await refreshSearch(tx);
  });
  await vacuumWhole(db, 'product_search');
};
