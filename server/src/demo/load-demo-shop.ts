import type { Database } from '../platform/database.ts';
import { analyzeAll, beginBulkLoad, hasProducts, lockDemoLoad, refreshSearch } from './demo-shop.store.ts';
import { buildDemoShop, DEMO_SEED } from './demo-shop.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { loadOffers } from './load-offers.ts';
import { loadPlaces } from './load-places.ts';
import { storeShopPictures } from './shop-pictures.ts';

/** How far the load is; `done` of `total` pictures or rows' groups. */
export interface LoadProgress {
  step: 'pictures' | 'rows' | 'search';
  done: number;
  total: number;
}

export interface LoadOptions {
  db: Database;
  mediaDir: string;
  now: Date;
  onProgress?: (progress: LoadProgress) => void;
  /** At most this many listed products: a small shop for tests. */
  productCount?: number;
}

/**
 * Fills an empty database with the demo shop: pictures first, then every row in one transaction under a lock. A shop
 * that has products is left alone; a load that was killed starts again and finds its pictures made. Returns the number
 * of products loaded, 0 when there was nothing to do.
 */
export async function loadDemoShop({
  db,
  mediaDir,
  now,
  onProgress = () => {},
  productCount,
}: LoadOptions): Promise<number> {
  if (await hasProducts(db.write)) return 0;
  const shop = buildDemoShop({ seed: DEMO_SEED, now, ...(productCount === undefined ? {} : { productCount }) });
  const pictures = await storeShopPictures(mediaDir, shop, (done, total) =>
    onProgress({ step: 'pictures', done, total }),
  );
  const loaded = await db.transaction(async (tx) => {
    await lockDemoLoad(tx);
    if (await hasProducts(tx)) return 0;
    await beginBulkLoad(tx);
    onProgress({ step: 'rows', done: 0, total: 1 });
    await loadPlaces(tx, shop);
    const productIds = await loadCatalogue(tx, shop, pictures, now);
    await loadOffers(tx, { shop, pictures, productIds });
    onProgress({ step: 'search', done: 0, total: 1 });
    await refreshSearch(tx);
    return shop.products.length;
  });
  if (loaded > 0) await analyzeAll(db.write);
  return loaded;
}
