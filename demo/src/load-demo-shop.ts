import {
  analyzeAll,
  beginBulkLoad,
  hasProducts,
  lockLoading,
  refreshSearch,
} from '@ceiba/server/loading/loading.store';
import type { LoadProgress, LoadTarget } from '@ceiba/server/loading/shop-loader';
import { getPolicy } from '@ceiba/server/policies/policies.store';
import { markLateShipments } from '@ceiba/server/shipments/shipments.tasks';
import { loadAccounts } from './demo-accounts.ts';
import { takeOrderNumbers } from './demo-orders.store.ts';
import { demoOrderDays, loadDemoOrders } from './demo-orders.ts';
import { demoProducts } from './demo-products.ts';
import { deskOrderDays, loadDeskOrders } from './desk-orders.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { loadPlaces } from './locations.ts';
import { isMissingPictures, renewPictures, type StorePictures, storeShopPictures } from './shop-pictures.ts';

export interface LoadOptions extends LoadTarget {
  onProgress?: (progress: LoadProgress) => void;
  /** Where pictures go; tests that do not look at them spare the encoding. */
  storePictures?: StorePictures;
}

/**
 * Fills an empty database with the demo shop: pictures first, then every row in one transaction under a lock. A load that
 * was killed starts again and finds its pictures made. A shop that has products keeps its rows; when it is the demo shop
 * and its picture folder was emptied or filled by an older version, what is missing is drawn and its rows name it. Returns
 * the number of products loaded.
 */
export async function loadDemoShop(options: LoadOptions): Promise<number> {
  const { db, mediaDir, now, signal, onProgress = () => {}, storePictures = storeShopPictures } = options;
  const isLoaded = await hasProducts(db.write);
  if (isLoaded && !(await isMissingPictures(db.write, mediaDir))) return 0;
  const products = demoProducts(now);
  const pictures = await storePictures(
    mediaDir,
    products,
    (done, total) => onProgress({ step: 'pictures', done, total }),
    signal,
  );
  if (isLoaded) {
    await renewPictures(db, products, pictures);
    return 0;
  }
  const loaded = await db.transaction(async (tx) => {
    await lockLoading(tx);
    if (await hasProducts(tx)) return 0;
    await beginBulkLoad(tx);
    onProgress({ step: 'rows', done: 0, total: 1 });
    await loadPlaces(tx);
    const productIds = await loadCatalogue(tx, { products, pictures, now });
    await loadAccounts(tx, productIds, now);
    const numbers = await takeOrderNumbers(tx, [...demoOrderDays, ...deskOrderDays]);
    await loadDemoOrders(tx, numbers.slice(0, demoOrderDays.length), now);
    await loadDeskOrders(tx, numbers.slice(demoOrderDays.length), now);
    onProgress({ step: 'search', done: 0, total: 1 });
    await refreshSearch(tx);
    return products.length;
  });
  if (loaded > 0) {
    // As a worker's next minute would: the shop is whole before one runs.
    await markLateShipments(db, { publicUrl: null, policy: await getPolicy(db.write) }, now);
    await analyzeAll(db.write);
  }
  return loaded;
}
