import { withIndexesAside } from '@ceiba/server/loading/bulk-load.store';
import { analyzeAll, beginBulkLoad, countProducts, lockLoading } from '@ceiba/server/loading/loading.store';
import { refreshAllSearch } from '@ceiba/server/loading/refresh-search.store';
import type { LoadProgress } from '@ceiba/server/loading/shop-loader';
import type { Database, Tx } from '@ceiba/server/platform/db/database';
import { demoProducts } from './demo-products.ts';
import {
  copiedTables,
  insertCopies,
  prepareCopies,
  readGrowth,
  saveGrowth,
  takeProductIds,
} from './grow-catalogue.store.ts';

interface GrowOptions {
  db: Database;
  now: Date;
  /** Minimum number of products in the shop afterwards. */
  products: number;
  onProgress?: (progress: LoadProgress) => void;
}

/** Number of copies in one statement. With more, the rows that its triggers read would not fit in memory. */
const rowsAtOnce = 40_000;

/**
 * Adds copies of the demo shop's products with other names, numbers and prices, until there are `products`. The copies
 * share the demo shop's pictures. Runs in one transaction, which blocks the shop. Returns the number of added products.
 */
export async function growCatalogue({ db, now, products, onProgress = () => {} }: GrowOptions): Promise<number> {
  const before = await countProducts(db.write);
  const tell = (copied: number): void => onProgress({ step: 'rows', done: before + copied, total: products });
  const added = before < products ? await db.transaction((tx) => addCopies(tx, { now, products, tell })) : 0;
  await renewSearch(db, onProgress);
  return added;
}

/** Rebuilds the search, also if an earlier run ended after adding products and before this step. */
async function renewSearch(db: Database, onProgress: (progress: LoadProgress) => void): Promise<void> {
  if ((await readGrowth(db.write)).isSearchable) return;
  await refreshAllSearch(db, {
    connections: 2,
    onProgress: (share) => onProgress({ step: 'search', done: share * 100, total: 100 }),
    finish: async (tx) => {
      const { rounds } = await readGrowth(tx);
      await saveGrowth(tx, { rounds, isSearchable: true });
    },
  });
  await analyzeAll(db.write);
}

interface Copies {
  now: Date;
  products: number;
  tell: (copied: number) => void;
}

/** Adds tens of thousands of copies per second. Throws if there is nothing to copy. */
async function addCopies(tx: Tx, { now, products, tell }: Copies): Promise<number> {
  await lockLoading(tx);
  await beginBulkLoad(tx);
  const missingProducts = products - (await countProducts(tx));
  if (missingProducts <= 0) return 0;
  const size = await prepareCopies(
    tx,
    demoProducts(now).map(({ sku }) => sku),
  );
  if (size === 0) throw new Error('there are no products to copy');
  const first = (await readGrowth(tx)).rounds + 1;
  const last = first + Math.ceil(missingProducts / size) - 1;
  const atOnce = Math.ceil(rowsAtOnce / size);
  const firstId = await takeProductIds(tx, missingProducts);
  await withIndexesAside(tx, copiedTables, async () => {
    for (let from = first; from <= last; from += atOnce) {
      const to = Math.min(last, from + atOnce - 1);
      await insertCopies(tx, { from, to, first, firstId, size, wanted: missingProducts, now });
      tell(Math.min(missingProducts, (to - first + 1) * size));
    }
  });
  await saveGrowth(tx, { rounds: last, isSearchable: false });
  return missingProducts;
}
