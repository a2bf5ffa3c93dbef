// `npm run seed -- --products 100000`: a large catalogue of the demo shop's kind, in DATABASE_URL or the embedded database.
import { parseArgs } from 'node:util';
import { importShopLoader, type LoadProgress } from './loading/shop-loader.ts';
import { migrateAll } from './migrate-all.ts';
import { readDatabaseConfig } from './platform/config.ts';
import { withShopDatabase } from './start-shop.ts';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Says each tenth of each step once. */
const progressSayer = () => {
  let last = '';
  return ({ step, done, total }: LoadProgress): void => {
    const line = `${step} ${Math.floor((10 * done) / Math.max(1, total)) * 10} %`;
    if (line !== last) say(line);
    last = line;
  };
};

const seed = (products: number): Promise<void> => {
  const started = performance.now();
  const config = readDatabaseConfig(process.env);
  return withShopDatabase(config, say, async (db, url) => {
    await migrateAll(db, url);
    const loader = await importShopLoader(config.demoModule);
    const target = { db, mediaDir: config.mediaDir, now: new Date() };
    const added = await loader.seed({ ...target, products, onProgress: progressSayer() });
    say(`${added} products added in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  });
};

const { values } = parseArgs({ options: { products: { type: 'string', default: '100000' } } });
const products = Number(values.products);
if (!Number.isInteger(products) || products < 1) {
  say('Usage: npm run seed -- --products 100000');
  process.exitCode = 2;
} else {
  seed(products).catch((error: Error) => {
    say(error.message);
    process.exit(1);
  });
}
