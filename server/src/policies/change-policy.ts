import { type PolicyRefusal, withChange } from '@ceiba/domain/policies/policy-fields';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Result } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import { lockPolicy, savePolicy } from './policies.store.ts';

export interface PolicyChange {
  field: string;
  /** As an operator types it: "800", "08:30", "yes", "none", "default". */
  value: string;
}

/** Changes one field of the shop's policy; a value out of its range is refused and nothing written. */
export const changePolicy = (
  db: Database,
  { field, value }: PolicyChange,
  now: Date,
): Promise<Result<ShopPolicy, PolicyRefusal>> =>
  db.transaction(async (tx) => {
    const changed = withChange(await lockPolicy(tx), field, value);
    if (changed.ok) await savePolicy(tx, changed.value, now);
    return changed;
  });
