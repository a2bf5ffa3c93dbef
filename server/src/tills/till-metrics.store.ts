import type { Database } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import type { Measure } from '../platform/operations/metrics.ts';

const openTills = statement(
  'tills.count-open',
  `select t.store_code as store, count(s.id) as tills
   from tills t left join till_sessions s on s.till_id = t.id and s.closed_at is null group by 1`,
);

/** Counts tills that are open (OPS-02). */
export const tillMeasures = ({ upkeepDb: db }: { upkeepDb: Database }): Measure[] => [
  {
    name: 'ceiba_tills_open',
    help: 'Tills that are open, by store',
    labels: ['store'],
    read: async () => (await openTills(db.write, [])).map(({ store, tills }) => ({ labels: { store }, value: tills })),
  },
];
