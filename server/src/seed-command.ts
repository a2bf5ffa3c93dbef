// `npm run seed -- --products 100000 --orders 200000` fills a large shop like the demo shop, in DATABASE_URL or the embedded database.
import { parseArgs } from 'node:util';
import { importShopLoader, type LoadProgress } from './loading/shop-loader.ts';
import { openPictureQueue } from './media/picture-queue.ts';
import { readDatabaseConfig } from './platform/operations/config.ts';
import { migrateAll, withShopDatabase } from './shop-database.ts';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Prints each tenth of each step once. */
const progressSayer = () => {
  let last = '';
  return ({ step, done, total }: LoadProgress): void => {
    const line = `${step} ${Math.floor((10 * done) / Math.max(1, total)) * 10} %`;
    if (line !== last) say(line);
    last = line;
  };
};

const seed = (products: number, orders: number): Promise<void> => {
  const started = performance.now();
  const config = readDatabaseConfig(process.env);
  return withShopDatabase(config, async (db, url) => {
    await migrateAll(db, url);
    const loader = await importShopLoader(config.demoModule);
    const pictures = openPictureQueue(config.mediaDir, loader.findDrawing);
    const target = { db, pictures, now: new Date() };
    const added = await loader.seed({ ...target, products, orders, onProgress: progressSayer() });
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    say(`${added.products} products and ${added.orders} orders added in ${seconds} s.`);
  });
};

const { values } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, orders: { type: 'string', default: '0' } },
});
const [products, orders] = [Number(values.products), Number(values.orders)];
if (!Number.isInteger(products) || products < 1 || !Number.isInteger(orders) || orders < 0) {
  say('Usage: npm run seed -- --products 100000 --orders 0');
  process.exitCode = 2;
} else {
  seed(products, orders).catch((error: Error) => {
    say(error.message);
    process.exit(1);
  });
}
