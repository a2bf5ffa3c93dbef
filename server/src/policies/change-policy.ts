import { changesOf, readablePolicy, readPolicy, withChange } from '@ceiba/domain/policies/policy-fields';
import type { PolicyRefusal } from '@ceiba/domain/policies/policy-rules';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import { lockStoredPolicy, savePolicyField } from './policies.store.ts';

export interface PolicyChange {
  field: string;
  /** As an operator types it: "800", "08:30", "yes", "none", "default". */
  value: string;
}

/** `fault`: another field holds, since before, what no policy can be; no process follows until that is mended, too. */
export interface ChangedPolicy {
  policy: ShopPolicy;
  fault: PolicyRefusal | null;
}

/**
 * Changes one field of the shop's policy; a value out of its range is refused and nothing written. The others stay as they
 * are stored, those of another version among them; a row that cannot be used is mended field by field.
 */
export const changePolicy = (
  db: Database,
  { field, value }: PolicyChange,
  now: Date,
): Promise<Result<ChangedPolicy, PolicyRefusal>> =>
  db.transaction(async (tx) => {
    const changed = withChange(readablePolicy(await lockStoredPolicy(tx)), field, value);
    if (!changed.ok) return changed;
    const read = readPolicy(await savePolicyField(tx, field, changesOf(changed.value), now));
    return ok({ policy: changed.value, fault: read.ok ? null : read.error });
  });
