import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import {
  analyzeAll,
  beginBulkLoad,
  hasProducts,
  lockLoading,
  refreshSearch,
} from '@ceiba/server/loading/loading.store';
import type { LoadProgress, LoadTarget } from '@ceiba/server/loading/shop-loader';
import { changePolicyFields, getPolicy } from '@ceiba/server/policies/policies.store';
import { markLateShipments } from '@ceiba/server/shipments/shipments.tasks';
import { loadAccounts } from './demo-accounts.ts';
import { takeOrderNumbers } from './demo-orders.store.ts';
import { demoOrderDays, loadDemoOrders } from './demo-orders.ts';
import { demoProducts } from './demo-products.ts';
import { loadPurchases } from './demo-purchases.ts';
import { deskOrderDays, loadDeskOrders } from './desk-orders.ts';
import { loadDeskSamples } from './desk-samples.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { loadPlaces } from './locations.ts';
import { loadPriceHistory } from './price-history.store.ts';
import { hasOlderPictures, type PlanPictures, planShopPictures, renewPictures } from './shop-pictures.ts';
import { loadStockSamples } from './stock-samples.ts';

export interface LoadOptions extends Pick<LoadTarget, 'db' | 'now'> {
  onProgress?: (progress: LoadProgress) => void;
  /** The picture of each drawing. Browser tests use a few pictures for all products. */
  planPictures?: PlanPictures;
}

/**
 * Fills an empty database with the demo shop, in one transaction under a lock. Rows refer to pictures whose files are
 * made later. A shop with products keeps its rows. In a demo shop of an older version, the rows get the current
 * pictures. Returns the number of loaded products.
 */
export async function loadDemoShop(options: LoadOptions): Promise<number> {
  const { db, now, onProgress = () => {}, planPictures = planShopPictures } = options;
  const isLoaded = await hasProducts(db.write);
  if (isLoaded && !(await hasOlderPictures(db.write))) return 0;
  const products = demoProducts(now);
  const pictures = planPictures(products);
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
    await changePolicyFields(tx, { energyTariff: '1.45', energyTariffDay: guatemalaDate(now) }, now);
    await loadPriceHistory(tx, now);
    await loadAccounts(tx, productIds, now);
    const numbers = await takeOrderNumbers(tx, [...demoOrderDays, ...deskOrderDays]);
    await loadDemoOrders(tx, numbers.slice(0, demoOrderDays.length), now);
    await loadDeskOrders(tx, numbers.slice(demoOrderDays.length), now);
    await loadDeskSamples(tx, now);
    await loadStockSamples(tx, now);
    await loadPurchases(tx, now);
    onProgress({ step: 'search', done: 0, total: 1 });
    await refreshSearch(tx);
    return products.length;
  });
  if (loaded > 0) {
    // Done here, so that the shop is complete without a worker. A worker would do this within a minute.
    await markLateShipments(db, { publicUrl: null, policy: await getPolicy(db.write) }, now);
    await analyzeAll(db.write);
  }
  return loaded;
}
