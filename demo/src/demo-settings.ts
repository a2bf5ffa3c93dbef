import { demoFlags } from '@ceiba/domain/flags/flags';
import { demoCardBins } from '@ceiba/domain/payments/demo-card-bins';
import { loadFlags } from '@ceiba/server/flags/flags.store';
import { loadCardBins } from '@ceiba/server/payments/card-bins.store';
import type { Database } from '@ceiba/server/platform/db/database';

/**
 * What the demo shop has and a real shop begins without (record 0096): cards of invented banks, and points. What somebody has set
 * stays, so that every start may call it.
 */
export const loadDemoSettings = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    await loadCardBins(tx, demoCardBins);
    await loadFlags(tx, demoFlags);
  });
