import type { FlagName } from '@ceiba/domain/flags/flags';
import { ok, refuse } from '@ceiba/domain/result';
import type { Change } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import { lockFlag, saveFlag } from './flags.store.ts';

interface Asked {
  name: FlagName;
  isOn: boolean;
  /** The version that a person saw. Absent for the command, whose user has seen no version. */
  version?: number;
}

/**
 * Switches a flag, for the desk and for `ceiba flag` (DEC-158). Returns the flag and the change for the audit, which is
 * null if nothing changed. STALE: the flag was changed by another person since it was read.
 */
export async function switchFlag(tx: Tx, { name, isOn, version }: Asked, now: Date) {
  const before = await lockFlag(tx, name);
  if (version !== undefined && version !== before.version) return refuse({ code: 'STALE' as const, current: before });
  if (before.enabled === isOn) return ok({ flag: before, change: null });
  const flag = await saveFlag(tx, name, isOn, now);
  const change: Change = { entity: 'flags', entityId: name, before: { isOn: !isOn }, after: { isOn } };
  return ok({ flag, change });
}
