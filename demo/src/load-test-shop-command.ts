// `node demo/src/load-test-shop-command.ts`: fills the empty database of the settings (DATA_DIR, MEDIA_DIR) with the demo shop
// for browser tests. Only some pictures are made, and are used for the others. No order is held for earlier attempts from its
// address, because all tests use one address, some with declined cards (WORK-24). A shop that opens there keeps these rows.

import { openPictureQueue } from '@ceiba/server/media/picture-queue';
import { readDatabaseConfig } from '@ceiba/server/platform/operations/config';
import { changePolicy } from '@ceiba/server/policies/policies.store';
import { migrateAll, withShopDatabase } from '@ceiba/server/shop-database';
import { readPictureKeys } from './demo-pictures.store.ts';
import { loadDemoShop } from './load-demo-shop.ts';
import { shopLoader } from './shop-loader.ts';
import { planSomePictures } from './testing/stand-ins.ts';

const config = readDatabaseConfig(process.env);

await withShopDatabase(config, async (db, url) => {
  await migrateAll(db, url);
  const now = new Date();
  await loadDemoShop({ db, now, planPictures: planSomePictures });
  const pictures = openPictureQueue(config.mediaDir, shopLoader.findDrawing);
  await pictures.makeAll(await readPictureKeys(db.write));
  for (const field of ['holdDeclines', 'holdCards']) await changePolicy(db, { field, value: '100000' }, now);
});
