import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../platform/database.ts';
import { listFindings } from './findings.store.ts';

/**
 * Adds to /metrics what the guard last found. Read from the database: the run may have been another process's; while
 * the database is away the two are absent, and everything else is still told.
 */
export const registerInvariantMetrics = (registry: Registry, db: Database): void => {
  const checked = new Gauge({
    name: 'ceiba_invariants_checked_timestamp_seconds',
    help: 'When the invariants were last looked at',
    labelNames: ['reach'],
    registers: [registry],
  });
  new Gauge({
    name: 'ceiba_invariant_findings',
    help: 'Rows that break an invariant, at most 1000; anything above 0 needs a person',
    labelNames: ['invariant', 'reach'],
    registers: [registry],
    async collect() {
      this.reset();
      checked.reset();
      for (const { invariant, reach, broken, checkedAt } of await listFindings(db.read).catch(() => [])) {
        this.set({ invariant, reach }, broken);
        checked.set({ reach }, checkedAt.getTime() / 1000);
      }
    },
  });
};
