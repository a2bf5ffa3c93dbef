import { dayMs } from '@ceiba/domain/dates/civil-date';
import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type JobLog, type Task, task } from '../jobs/worker.ts';
import { isDatabaseAway, isOverTime } from '../platform/db/connection-settings.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import {
  findNextListStart,
  forgetListRows,
  listBrokenProducts,
  lockListProducts,
  noteFailedList,
  settleList,
  takeDueList,
  writeList,
} from './price-lists.store.ts';
import { revertDays, revertNext } from './price-lists.ts';
import {
  applyDuePlans,
  beginFormerPlans,
  failPlansOfArchived,
  forgetBegunOffers,
  lockDueProducts,
  moveFormerPlans,
} from './price-plans.store.ts';

/** The name of the job in the queue, which is also the author in the audit. */
const beginJob = 'begin-prices';
const batchSize = 500;

/**
 * Applies a batch of single-product plans that start until a time, by default now. Returns the number of plans,
 * including failed ones.
 */
export const beginNextPrices = (db: Database, now: Date, until: Date = now): Promise<number> =>
  db.transaction(async (tx) => {
    const ids = await lockDueProducts(tx, until, batchSize);
    if (ids.length === 0) return 0;
    const failed = await failPlansOfArchived(tx, ids, { now, until });
    return failed + (await applyDuePlans(tx, ids, { now, until, job: beginJob }));
  });

const shownSkus = 10;

/** Text of a failure: "No se aplicó ningún precio. Archivados: TV-1, TV-2 y 3 más." */
const failedText = (what: string, skus: readonly string[]): string => {
  const more = skus.length - shownSkus;
  return `No se aplicó ningún precio. ${what}: ${skus.slice(0, shownSkus).join(', ')}${more > 0 ? ` y ${more} más` : ''}.`;
};

/** Returns why the locked products of a list cannot get their prices. Undefined if they can. */
async function faultOfList(tx: Tx, runId: string, now: Date): Promise<string | undefined> {
  const archived = await lockListProducts(tx, runId);
  if (archived.length > 0) return failedText('Archivados', archived);
  const broken = await listBrokenProducts(tx, runId, now);
  return broken.length > 0
    ? failedText('Sin precio, o con una oferta que no es menor que su precio', broken)
    : undefined;
}

interface DueList {
  runId: string;
  name: string;
}

/**
 * Applies the earliest due price list: all its prices in one transaction, or none (BULK-12). A second node, or a second
 * run after a crash, finds the list applied. A failed list stores its reason and notifies the people who may edit
 * prices. Undefined if no list is due.
 */
async function beginNextList(
  db: Database,
  now: Date,
  { others, log }: { others: readonly string[]; log: JobLog },
): Promise<DueList | undefined> {
  let due: DueList | undefined;
  try {
    return await db.transaction(async (tx) => {
      const list = await takeDueList(tx, now, others);
      if (list === undefined) return undefined;
      const { runId, plannedBy, reason, fileName: name } = list;
      due = { runId, name };
      const why = await faultOfList(tx, runId, now);
      if (why !== undefined) {
        await settleList(tx, runId, { state: 'failed', why, now });
        await noteFailedList(tx, runId, name, why);
        return due;
      }
      await writeList(tx, runId, { now, job: beginJob, by: `Lista «${name}» de ${plannedBy}`, reason });
      await settleList(tx, runId, { state: 'applied', now });
      return due;
    });
  } catch (error) {
    if (due === undefined || isDatabaseAway(Object(error)) || isOverTime(Object(error))) throw error;
    log.error({ run: due.runId, err: { message: error instanceof Error ? error.message : '' } }, 'a price list failed');
    await failList(db, due, now);
    return due;
  }
}

/** Marks a list as failed if its error would repeat at every try, so that other lists can continue. */
const failList = (db: Database, { runId, name }: DueList, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const why = 'No se aplicó ningún precio, por un error nuestro. Sube el archivo otra vez.';
    await settleList(tx, runId, { state: 'failed', why, now });
    await noteFailedList(tx, runId, name, why);
  });

/**
 * Applies prices that start now: within a minute, never early (DEC-208). Triggers update pages, search rows and
 * history.
 */
export const beginPricesTask = ({ db }: { db: Database }): Task =>
  task(beginJob, cronPayload, async (_payload, { now, log }) => {
    await moveFormerPlans(db.write, now);
    let prices = await inBatches(() => beginFormerPlans(db.write, now, batchSize));
    const lists: string[] = [];
    for (;;) {
      // After an outage, prices are applied in the order of their planned times.
      const until = (await findNextListStart(db.write, now, lists)) ?? now;
      prices += await inBatches(() => beginNextPrices(db, now, until));
      const list = await beginNextList(db, now, { others: lists, log });
      if (list === undefined) break;
      lists.push(list.runId);
    }
    if (prices > 0 || lists.length > 0) log.info({ prices, lists: lists.length }, 'planned prices applied');
  });

/** Restores the prices of a list, a portion at a time (BULK-12). */
export const revertListTask = ({ db }: { db: Database }): Task =>
  task('revert-price-list', z.strictObject({ runId: z.uuid() }), async ({ runId }, { now }) => {
    while (await revertNext(db, runId, now));
  });

/** Deletes the rows of lists that can no longer be reverted, and expired offers of plans. Runs daily. */
export const forgetPriceListsTask = ({ db }: { db: Database }): Task =>
  task('forget-price-lists', cronPayload, async (_payload, { now }) => {
    const before = new Date(now.getTime() - revertDays * dayMs);
    await inBatches(() => forgetListRows(db.write, before, 5_000));
    await inBatches(() => forgetBegunOffers(db.write, now, 5_000));
  });

export const pricePlansCrontab = [
  `* * * * * ${beginJob} ?jobKey=${beginJob}&jobKeyMode=preserve_run_at`,
  '55 9 * * * forget-price-lists ?jobKey=forget-price-lists&jobKeyMode=preserve_run_at',
].join('\n');
