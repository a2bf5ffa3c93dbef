// `node demo/src/load-test-shop-command.ts`: fills the empty database of the settings (DATA_DIR, MEDIA_DIR) with the demo shop as
// browser tests walk it: some pictures are drawn and stand for the others, and no order is held for what was tried from its address, as all
// tests shop from one, some with cards that are declined (WORK-24). A shop that opens there keeps what it finds.

import { readDatabaseConfig } from '@ceiba/server/platform/operations/config';
import { changePolicy } from '@ceiba/server/policies/policies.store';
import { migrateAll, withShopDatabase } from '@ceiba/server/shop-database';
import { loadDemoShop } from './load-demo-shop.ts';
import { storeSomePictures } from './testing/stand-ins.ts';

const config = readDatabaseConfig(process.env);

await withShopDatabase(config, async (db, url) => {
  await migrateAll(db, url);
  const now = new Date();
  await loadDemoShop({ db, mediaDir: config.mediaDir, now, storePictures: storeSomePictures });
  for (const field of ['holdDeclines', 'holdCards']) await changePolicy(db, { field, value: '100000' }, now);
});
