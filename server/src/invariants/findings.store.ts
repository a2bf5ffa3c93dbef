import type { Database, Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import type { Measure } from '../platform/operations/metrics.ts';

const upsertFindings = statement(
  'invariants.save',
  `insert into invariant_findings (invariant, reach, broken, samples, checked_at)
   select name, $2, broken, array(select jsonb_array_elements_text(coalesce($4::jsonb -> name, '[]'))), $5
   from unnest($1::text[], $3::integer[]) as f (name, broken)
   on conflict (invariant, reach) do update
     set broken = excluded.broken, samples = excluded.samples, checked_at = excluded.checked_at`,
);

/** Stores the findings of a run for all of `names`. A name without a finding is stored as having no violation. */
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

const selectFindings = statement(
  'invariants.list',
  'select invariant, reach, broken, checked_at from invariant_findings order by invariant, reach',
);

/** Returns the results of the last run of each reach, by invariant. */
async function listFindings(tx: Tx): Promise<StoredFinding[]> {
  const rows = await selectFindings(tx, []);
  return rows;
}

/** Measures the last findings and the time of the check. Another process may have run the check. */
export const invariantMeasures = ({ upkeepDb: db }: { upkeepDb: Database }): Measure[] => [
  {
    name: 'ceiba_invariant_findings',
    help: 'Rows that violate an invariant, at most 1000; a person must look at any value above 0',
    labels: ['invariant', 'reach'],
    read: async () =>
      (await listFindings(db.write)).map(({ invariant, reach, broken }) => ({
        labels: { invariant, reach },
        value: broken,
      })),
  },
  {
    name: 'ceiba_invariants_checked_timestamp_seconds',
    help: 'Time at which the invariants were last checked',
    labels: ['reach'],
    read: async () => {
      const last = new Map<string, number>();
      for (const { reach, checkedAt } of await listFindings(db.write))
        last.set(reach, Math.max(last.get(reach) ?? 0, checkedAt.getTime() / 1_000));
      return [...last].map(([reach, value]) => ({ labels: { reach }, value }));
    },
  },
];
