import { findBrokenSeals } from '../audit/seals.store.ts';
import { type Invariant, invariant, type Reach } from './invariant.ts';

/** Number of seals that a frequent run checks: those of the last hour. */
const recentSeals = 60;

const unsealedAfterMs = 15 * 60_000;

export const auditInvariants: readonly Invariant[] = [
  {
    name: 'audit-sealed',
    rule: 'Every row of the audit is what was sealed a minute after it was written, and none is missing (OFF-11)',
    find: (tx, { name }) => findBrokenSeals(tx, name === 'everything' ? null : recentSeals),
  },
  invariant(
    'audit-sealed-in-time',
    'No row of the audit waits for its seal for more than a quarter of an hour (OFF-11): the job `seal-audit` does not run',
    ({ now }: Reach) => [new Date(now.getTime() - unsealedAfterMs)] as const,
    'select id from audit_entries where seal is null and written_at < $1',
  ),
];
