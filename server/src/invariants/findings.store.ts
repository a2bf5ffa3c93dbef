import { Gauge, type Registry } from 'prom-client';
import { type Database, statement, type Tx } from '../platform/db/database.ts';

const upsertFindings = statement<
  object,
  [names: readonly string[], reach: string, broken: readonly number[], samples: string, now: Date]
>(
  'invariants.save',
  `insert into invariant_findings (invariant, reach, broken, samples, checked_at)
   select name, $2, broken, array(select jsonb_array_elements_text(coalesce($4::jsonb -> name, '[]'))), $5
   from unnest($1::text[], $3::integer[]) as f (name, broken)
   on conflict (invariant, reach) do update
     set broken = excluded.broken, samples = excluded.samples, checked_at = excluded.checked_at`,
);

/** Keeps what a run found, for all of `names`: those without a finding are kept as sound. */
export async function saveFindings(
  tx: Tx,
  names: readonly string[],
  findings: readonly { invariant: string; count: number; samples: readonly string[] }[],
  run: { reach: string; now: Date },
): Promise<void> {
  const counts = new Map(findings.map(({ invariant, count }) => [invariant, count]));
  const samples = Object.fromEntries(findings.map((finding) => [finding.invariant, finding.samples]));
  const broken = names.map((name) => counts.get(name) ?? 0);
  await upsertFindings(tx, [names, run.reach, broken, JSON.stringify(samples), run.now]);
}

interface StoredFinding {
  invariant: string;
  reach: string;
  broken: number;
  checkedAt: Date;
}

const selectFindings = statement<{ invariant: string; reach: string; broken: number; checked_at: Date }>(
  'invariants.list',
  'select invariant, reach, broken, checked_at from invariant_findings order by invariant, reach',
);

/** What the last run of each reach came to, by invariant. */
async function listFindings(tx: Tx): Promise<StoredFinding[]> {
  const rows = await selectFindings(tx, []);
  return rows.map(({ checked_at: checkedAt, ...finding }) => ({ ...finding, checkedAt }));
}

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
