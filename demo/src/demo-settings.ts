import { fileURLToPath } from 'node:url';
import { demoFlags } from '@ceiba/domain/flags/flags';
import { demoCardBins } from '@ceiba/domain/payments/demo-card-bins';
import { loadFlags } from '@ceiba/server/flags/flags.store';
import { changeIdentity } from '@ceiba/server/identity/change-identity';
import { readIdentity } from '@ceiba/server/identity/shop-command';
import { createReencodePhoto } from '@ceiba/server/media/reencode-photo';
import { loadCardBins } from '@ceiba/server/payments/card-bins.store';
import type { Database } from '@ceiba/server/platform/db/database';
import { getPolicy } from '@ceiba/server/policies/policies.store';

/**
 * Loads cards of invented banks and the flags of points. A real shop starts without them (record 0096). Keeps values that an
 * operator has set, so that every start can call this.
 */
export const loadDemoSettings = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    await loadCardBins(tx, demoCardBins);
    await loadFlags(tx, demoFlags);
  });

/** Loads the demo shop's identity, as `ceiba shop set --file demo/identity/identity.json` does. A shop with a name keeps its identity. */
export const loadDemoIdentity = async (db: Database, now: Date): Promise<void> => {
  if ((await getPolicy(db.write)).shopName !== '') return;
  const change = await readIdentity(fileURLToPath(new URL('../identity/identity.json', import.meta.url)));
  const changed = await changeIdentity({ db, reencodePhoto: createReencodePhoto(1) }, change, now);
  if (!changed.ok) throw new Error(`demo/identity/identity.json: ${JSON.stringify(changed.error)}`);
};
