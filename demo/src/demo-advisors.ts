import { insertRows } from '@ceiba/server/loading/loading.store';
import type { Tx } from '@ceiba/server/platform/database';

/** DEC-164: one who attends at the main store, and one who does no more. Their hashes are for trying, not for secrets. */
export const loadAdvisors = (tx: Tx, now: Date): Promise<void> =>
  insertRows(tx, 'advisors', [
    { hash: 'asesor-demo', store_code: 'MAX', first_name: 'Andrea', added_at: now, ended_at: null },
    { hash: 'asesor-retirado', store_code: 'MAX', first_name: 'Diego', added_at: now, ended_at: now },
  ]);
