import { cronPayload, task } from '@ceiba/server/jobs/worker';
import type { ShopLoader } from '@ceiba/server/loading/shop-loader';
import type { PictureSource } from '@ceiba/server/media/try-pictures';
import { readFrontPictures, readPictureKeys } from './demo-pictures.store.ts';
import { demoProducts } from './demo-products.ts';
import { loadDemoIdentity, loadDemoSettings } from './demo-settings.ts';
import { loadDemoStaff } from './demo-staff.ts';
import { renewFlashSales } from './flash-sales.store.ts';
import { growCatalogue } from './grow-catalogue.ts';
import { growOrders } from './grow-orders.ts';
import { loadDemoShop } from './load-demo-shop.ts';
import { drawingsByKey } from './shop-pictures.ts';

/** Drawings by key. Filled only if a picture is missing. */
let drawings: ReadonlyMap<string, PictureSource> | undefined;

/** The entry of the demo room, set in the server's settings. No other file of this room is used outside it. */
export const shopLoader: ShopLoader = {
  loadSettings: loadDemoSettings,
  findDrawing: (key) => {
    drawings ??= drawingsByKey(demoProducts(new Date()));
    return drawings.get(key);
  },
  prepare: async ({ db, pictures, sealedSecrets, now, say }) => {
    await loadDemoSettings(db);
    const loaded = await loadDemoShop({
      db,
      now,
      onProgress: ({ step }) => say(step === 'rows' ? 'Loading the demo shop …' : 'Preparing the search …'),
    });
    if (loaded > 0) say(`The demo shop has ${loaded} products.`);
    await loadDemoStaff({ db, sealedSecrets }, now);
    await loadDemoIdentity(db, now);
    // Restarts sales that ended while the shop was closed.
    await db.transaction((tx) => renewFlashSales(tx, now));
    const front = await readFrontPictures(db.write, now);
    await Promise.all(front.map((key) => pictures.make(key)));
  },
  makePictures: async ({ db, pictures, onProgress }) => {
    const keys = await readPictureKeys(db.write);
    await pictures.makeAll(keys, (stored) => onProgress(stored, keys.length));
  },
  seed: async (options) => {
    await loadDemoSettings(options.db);
    await loadDemoIdentity(options.db, options.now);
    const products = (await loadDemoShop(options)) + (await growCatalogue(options));
    await options.pictures.makeAll(await readPictureKeys(options.db.write));
    return { products, orders: await growOrders(options) };
  },
  tasks: (db) => [
    task('renew-demo-flash-sales', cronPayload, async (_payload, { now }) => {
      await db.transaction((tx) => renewFlashSales(tx, now));
    }),
  ],
  crontab: '*/5 * * * * renew-demo-flash-sales',
};
