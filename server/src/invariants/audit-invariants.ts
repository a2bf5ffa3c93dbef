import { findBrokenSeals } from '../audit/seals.store.ts';
import { type Invariant, invariant, type Reach } from './invariant.ts';

/** Number of seals that a frequent run checks: the seals of the last hour. */
const recentSeals = 60;

const unsealedAfterMs = 15 * 60_000;

export const auditInvariants: readonly Invariant[] = [
  {
    name: 'audit-sealed',
    rule: 'No audit entry was changed or deleted after it was sealed. Each entry is sealed one minute after it is written (OFF-11)',
    find: (tx, { name }) => findBrokenSeals(tx, name === 'everything' ? null : recentSeals),
  },
  invariant(
    'audit-sealed-in-time',
    'No audit entry is without its seal for more than 15 minutes; otherwise the job `seal-audit` does not run (OFF-11)',
    ({ now }: Reach) => [new Date(now.getTime() - unsealedAfterMs)] as const,
    'select id from audit_entries where seal is null and written_at < $1',
  ),
];
