// `node demo/src/load-test-shop-command.ts`: fills the empty database of the settings (DATA_DIR, MEDIA_DIR) with the demo shop as
// browser tests walk it: of each product the first picture alone is drawn. A shop that opens there keeps what it finds.
import { readDatabaseConfig } from '@ceiba/server/platform/operations/config';
import { migrateAll, withShopDatabase } from '@ceiba/server/shop-database';
import { loadDemoShop } from './load-demo-shop.ts';
import { storeFirstPictures } from './testing/stand-ins.ts';

const config = readDatabaseConfig(process.env);

await withShopDatabase(config, async (db, url) => {
  await migrateAll(db, url);
  await loadDemoShop({ db, mediaDir: config.mediaDir, now: new Date(), storePictures: storeFirstPictures });
});
