import {
  analyzeAll,
  beginBulkLoad,
  hasProducts,
  insertRows,
  lockLoading,
  refreshSearch,
} from '@ceiba/server/loading/loading.store';
import type { LoadProgress, LoadTarget } from '@ceiba/server/loading/shop-loader';
import type { Tx } from '@ceiba/server/platform/database';
import { loadAdvisors } from './demo-advisors.ts';
import { loadSavedCards } from './demo-cards.ts';
import { loadCustomers } from './demo-customers.ts';
import { loadDemoOrders } from './demo-orders.ts';
import type { DemoShop } from './demo-shop.ts';
import { buildDemoShop, demoSeed } from './demo-shop.ts';
import { loadWishlist } from './demo-wishlist.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { loadOffers } from './load-offers.ts';
import { isMissingPictures, renewPictures } from './renew-pictures.ts';
import { type StorePictures, storeShopPictures } from './shop-pictures.ts';

export interface LoadOptions extends LoadTarget {
  onProgress?: (progress: LoadProgress) => void;
  /** At most this many listed products: a small shop for tests. */
  productCount?: number;
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
  const { db, mediaDir, now, signal, productCount, onProgress = () => {}, storePictures = storeShopPictures } = options;
  const isLoaded = await hasProducts(db.write);
  if (isLoaded && !(await isMissingPictures(db.write, mediaDir))) return 0;
  const shop = buildDemoShop({ seed: demoSeed, now, ...(productCount === undefined ? {} : { productCount }) });
  const pictures = await storePictures(
    mediaDir,
    shop,
    (done, total) => onProgress({ step: 'pictures', done, total }),
    signal,
  );
  if (isLoaded) {
    await renewPictures(db, shop, pictures);
    return 0;
  }
  const loaded = await db.transaction(async (tx) => {
    await lockLoading(tx);
    if (await hasProducts(tx)) return 0;
    await beginBulkLoad(tx);
    onProgress({ step: 'rows', done: 0, total: 1 });
    await loadPlaces(tx, shop);
    const productIds = await loadCatalogue(tx, shop, pictures, now);
    await loadCustomers(tx, now);
    await loadSavedCards(tx, now);
    await loadAdvisors(tx, now);
    await loadWishlist(tx, productIds, now);
    await loadOffers(tx, { shop, pictures, productIds });
    await loadDemoOrders(tx, now);
    onProgress({ step: 'search', done: 0, total: 1 });
    await refreshSearch(tx);
    return shop.products.length;
  });
  if (loaded > 0) await analyzeAll(db.write);
  return loaded;
}

/** Departments, municipios and stores. */
async function loadPlaces(tx: Tx, { departments, stores }: DemoShop): Promise<void> {
  await insertRows(
    tx,
    'departments',
    departments.map(({ regionId, title }, position) => ({ region_id: regionId, title, position })),
  );
  await insertRows(
    tx,
    'municipios',
    departments.flatMap(({ regionId, municipios }) =>
      municipios.map(({ ineCode, name, zones }, position) => ({
        ine_code: ineCode,
        region_id: regionId,
        name,
        zones,
        position,
      })),
    ),
  );
  await insertRows(
    tx,
    'stores',
    stores.map((store, position) => ({
      store_code: store.storeCode,
      name: store.name,
      street: store.street,
      city: store.city,
      region_id: store.regionId,
      zone: store.zone,
      latitude: store.latitude,
      longitude: store.longitude,
      type: store.type,
      hours: store.hours,
      services: store.services,
      is_pickup: store.isPickup,
      is_warehouse: store.isWarehouse,
      position,
    })),
  );
}
