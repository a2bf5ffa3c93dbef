import { z } from 'zod';
import { type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { chargeRules, keepLedgerPosition } from './check-charges.store.ts';
import { checkInvariants, everything, invariantNames, type OutsideBooks, recent } from './check-invariants.ts';
import { saveFindings } from './findings.store.ts';

const taskName = 'check-invariants';

/** Cron jobs carry the moment they were due beside their own payload. */
const payload = z.looseObject({ reach: z.enum(['recent', 'everything']).default('recent') });

/** Looks for broken invariants, keeps what it found for /metrics and says each finding in the log. Mends nothing. */
export const invariantsTask = ({ db, books }: { db: Database; books: OutsideBooks }): Task =>
  task(taskName, payload, async ({ reach }, { now, log }) => {
    const findings = await checkInvariants(db, books, now, reach === 'recent' ? recent(now) : everything(now));
    await saveFindings(db.write, invariantNames, findings, { reach, now });
    if (!findings.some(({ invariant }) => Object.hasOwn(chargeRules, invariant)))
      await keepLedgerPosition(db, books.bank, now);
    for (const finding of findings) log.error({ ...finding, reach }, 'invariant broken');
    log.info({ reach, checked: invariantNames.length, broken: findings.length }, 'invariants checked');
  });

/** Every ten minutes what is recent, at 03:50 in Guatemala everything. */
export const invariantsCrontab = `*/10 * * * * ${taskName} ?max=3
50 9 * * * ${taskName} ?id=${taskName}-everything&max=3 {reach:"everything"}`;
