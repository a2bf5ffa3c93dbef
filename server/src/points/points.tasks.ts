import { dayMs } from '@ceiba/domain/dates/civil-date';
import { appliedCertificateLifeMs, certificateLifeMs, clientGuessesWindowMs } from '@ceiba/domain/points/points';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { creditPoints } from './credit-points.ts';
import { deleteExpiredCertificates, emptyStaleSlots } from './points.store.ts';
import { deleteOldGuesses } from './points-guesses.store.ts';
import type { PointsPrograms } from './points-programs.ts';
import { settlePoints } from './settle-points.ts';
import { releaseStrayReservations } from './stray-reservations.ts';

export interface PointsTaskDeps {
  db: Database;
  programs: PointsPrograms;
  policy: () => ShopTerms;
}

/** Days for which unused certificates are stored, in case shoppers ask about them. */
const givenBackDays = 30;

/** Milliseconds by which the clocks of nodes may differ. A row that has expired for one node may still be valid for another. */
const clocksApartMs = 3_600_000;

const settle = 'settle-points';
const credit = 'credit-points';

export const pointsTasks = ({ db, programs, policy }: PointsTaskDeps): Task[] => [
  task(credit, z.looseObject({}), async (_payload, { now, log }) => {
    await creditPoints({ db, programs, log }, policy(), now);
  }),
  task(settle, z.looseObject({}), async (_payload, { log }) => {
    await settlePoints({ db, programs, log });
  }),
  task('release-stray-holds', cronPayload, async (_payload, { now, log }) => {
    const released = await releaseStrayReservations({ db, programs, log }, now);
    if (released > 0) log.warn({ released }, 'points given back that no certificate knows');
  }),
  task('end-points-certificates', cronPayload, async (_payload, { now, log }) => {
    const appliedBefore = new Date(now.getTime() - appliedCertificateLifeMs);
    const reverted = await inBatches(() => emptyStaleSlots(db.write, appliedBefore));
    const before = {
      issuedBefore: new Date(now.getTime() - certificateLifeMs - clocksApartMs),
      givenBackBefore: new Date(now.getTime() - givenBackDays * dayMs),
    };
    const deleted = await inBatches(() => deleteExpiredCertificates(db.write, before));
    const guessedBefore = new Date(now.getTime() - clientGuessesWindowMs - clocksApartMs);
    const guesses = await inBatches(() => deleteOldGuesses(db.write, guessedBefore));
    log.info({ reverted, deleted, guesses }, 'points certificates ended');
  }),
];

/** Settlement and credits run each minute, cleanup each hour. */
export const pointsCrontab = `* * * * * ${settle} ?jobKey=${settle}&jobKeyMode=preserve_run_at
* * * * * ${credit} ?jobKey=${credit}&jobKeyMode=preserve_run_at
35 * * * * end-points-certificates
20 * * * * release-stray-holds`;
