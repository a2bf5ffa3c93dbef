import { findBrokenSeals } from '../audit/seals.store.ts';
import type { Invariant } from './invariant.ts';

/** Seals that a run every few minutes looks at: an hour's. */
const recentSeals = 60;

export const auditInvariants: readonly Invariant[] = [
  {
    name: 'audit-sealed',
    rule: 'Every row of the audit is what was sealed a minute after it was written, and none is missing (OFF-11)',
    find: (tx, { name }) => findBrokenSeals(tx, name === 'everything' ? null : recentSeals),
  },
];
