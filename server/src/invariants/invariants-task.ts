import { z } from 'zod';
import { type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { chargeRules, saveLedgerPosition } from './check-charges.store.ts';
import { checkInvariants, frequentReach, invariantNames, nightlyReach, type OutsideBooks } from './check-invariants.ts';
import { saveFindings } from './findings.store.ts';

const taskName = 'check-invariants';

/** The payload of a cron job also contains the time at which the job was due. */
const payload = z.looseObject({ reach: z.enum(['recent', 'everything']).default('recent') });

/** Checks the invariants, stores the findings for /metrics, and logs each finding. Repairs nothing. */
export const invariantsTask = ({ db, books }: { db: Database; books: OutsideBooks }): Task =>
  task(taskName, payload, async ({ reach }, { now, log }) => {
    const findings = await checkInvariants(db, books, now, reach === 'recent' ? frequentReach(now) : nightlyReach(now));
    await saveFindings(db.write, invariantNames, findings, { reach, now });
    if (!findings.some(({ invariant }) => Object.hasOwn(chargeRules, invariant)))
      await saveLedgerPosition(db, books.bank, now);
    for (const finding of findings) log.error({ ...finding, reach }, 'invariant violated');
    log.info({ reach, checked: invariantNames.length, broken: findings.length }, 'invariants checked');
  });

/** Checks recent data every ten minutes, and everything at 03:50 in Guatemala. */
export const invariantsCrontab = `*/10 * * * * ${taskName} ?max=3
50 9 * * * ${taskName} ?id=${taskName}-everything&max=3 {reach:"everything"}`;
