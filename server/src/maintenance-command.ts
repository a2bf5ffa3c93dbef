import { databaseCommand } from './platform/operations/command-line.ts';
import { typedChoice } from './platform/operations/typed-words.ts';
import { changePolicy } from './policies/policies.store.ts';

/**
 * The command that sets the policy's maintenance mode (OPS-20 of docs/spec/desk.md). `platform/http/maintenance.ts` decides which calls
 * each mode allows.
 */
export const maintenanceCommand = databaseCommand({
  usage: 'maintenance <mode>',
  changes: { entity: 'settings', id: () => 'maintenance' },
  summary:
    'on: shoppers see a maintenance page, and orders in placement are finished; read-only: shoppers see the catalogue but cannot change anything; off: normal operation',
  canDryRun: true,
  takes: { mode: typedChoice(['on', 'off', 'read-only']) },
  run: async ({ db, now, end }, { mode }) => {
    const changed = await changePolicy(db, { field: 'maintenance', value: mode }, now);
    return changed.ok && changed.value.fault === null
      ? end(true, `Maintenance is ${mode} now; every process applies it immediately.`)
      : end(false, 'No process follows: the policy in table shop_policy cannot be used. "policy show" says why.');
  },
});
