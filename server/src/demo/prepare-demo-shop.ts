import { cronPayload } from '../jobs/housekeeping.ts';
import { type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/database.ts';
import { loadDemoShop } from './load-demo-shop.ts';
import { renewFlashSales } from './renew-flash-sales.ts';

export interface DemoPreparation {
  db: Database;
  mediaDir: string;
  now: Date;
  say: (text: string) => void;
}

/** Pictures between two lines of progress. */
const reportEvery = 200;

/** At start: an empty database gets the demo shop, and flash sales that ended while the shop was closed run again. */
export const prepareDemoShop = async ({ db, mediaDir, now, say }: DemoPreparation): Promise<void> => {
  let reported = -reportEvery;
  const loaded = await loadDemoShop({
    db,
    mediaDir,
    now,
    onProgress: ({ step, done, total }) => {
      if (step === 'pictures' && done < total && done - reported < reportEvery) return;
      reported = done;
      if (step === 'pictures') say(`Drawing the demo shop’s pictures: ${done} of ${total}`);
      else say(step === 'rows' ? 'Loading the demo shop …' : 'Preparing the search …');
    },
  });
  if (loaded > 0) say(`The demo shop has ${loaded} products.`);
  await db.transaction((tx) => renewFlashSales(tx, now));
};

export const demoTasks = (db: Database): Task[] => [
  task('renew-demo-flash-sales', cronPayload, async (_payload, { now }) => {
    await db.transaction((tx) => renewFlashSales(tx, now));
  }),
];

export const demoCrontab = '*/5 * * * * renew-demo-flash-sales';
