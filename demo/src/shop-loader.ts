import { cronPayload, task } from '@ceiba/server/jobs/worker';
import type { ShopLoader } from '@ceiba/server/loading/shop-loader';
import { loadDemoIdentity, loadDemoSettings } from './demo-settings.ts';
import { loadDemoStaff } from './demo-staff.ts';
import { renewFlashSales } from './flash-sales.store.ts';
import { growCatalogue } from './grow-catalogue.ts';
import { growOrders } from './grow-orders.ts';
import { loadDemoShop } from './load-demo-shop.ts';

/** Pictures between two lines of progress. */
const reportEvery = 200;

/** The demo room's entrance, named by the server's settings; nothing else of this room is used outside it. */
export const shopLoader: ShopLoader = {
  loadSettings: loadDemoSettings,
  prepare: async ({ db, mediaDir, sealedSecrets, now, say, signal }) => {
    await loadDemoSettings(db);
    let reported = -reportEvery;
    const loaded = await loadDemoShop({
      db,
      mediaDir,
      now,
      signal,
      onProgress: ({ step, done, total }) => {
        if (step === 'pictures' && done < total && done - reported < reportEvery) return;
        reported = done;
        if (step === 'pictures') say(`Drawing the demo shop’s pictures: ${done} of ${total}`);
        else say(step === 'rows' ? 'Loading the demo shop …' : 'Preparing the search …');
      },
    });
    if (loaded > 0) say(`The demo shop has ${loaded} products.`);
    await loadDemoStaff({ db, sealedSecrets }, now);
    await loadDemoIdentity(db, now);
    // Sales that ended while the shop was closed run again.
    await db.transaction((tx) => renewFlashSales(tx, now));
  },
  seed: async (options) => {
    await loadDemoSettings(options.db);
    await loadDemoIdentity(options.db, options.now);
    const products = (await loadDemoShop(options)) + (await growCatalogue(options));
    return { products, orders: await growOrders(options) };
  },
  tasks: (db) => [
    task('renew-demo-flash-sales', cronPayload, async (_payload, { now }) => {
      await db.transaction((tx) => renewFlashSales(tx, now));
    }),
  ],
  crontab: '*/5 * * * * renew-demo-flash-sales',
};
