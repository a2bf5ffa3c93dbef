import { findBrokenSeals } from '../audit/seals.store.ts';
import { type Invariant, invariant } from './invariant.ts';

/** Seals that a run every few minutes looks at: an hour's. */
const recentSeals = 60;

export const auditInvariants: readonly Invariant[] = [
  {
    name: 'audit-sealed',
    rule: 'Every row of the audit is what was sealed a minute after it was written, and none is missing (OFF-11)',
    find: (tx, { name }) => findBrokenSeals(tx, name === 'everything' ? null : recentSeals),
  },
  invariant(
    'audit-sealed-in-time',
    'No row of the audit waits for its seal for more than ten minutes (OFF-11): the job `seal-audit` does not run',
    () => [] as const,
    // By the database's clock, which stamped the row.
    `select id from audit_entries where seal is null and written_at < clock_timestamp() - interval '10 minutes'`,
  ),
];
