import { changesOf, type PolicyRefusal, readPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

interface PolicyRow {
  changes: Record<string, unknown>;
}

const select = statement<PolicyRow>('policies.read', 'select changes from shop_policy');

const selectForChange = statement<PolicyRow>('policies.lock', 'select changes from shop_policy for update');

const update = statement<object, [changes: string, now: Date]>(
  'policies.save',
  'update shop_policy set changes = $1, updated_at = $2',
);

const explain = (refusal: PolicyRefusal): string =>
  refusal.code === 'invalid_value' ? `${refusal.field} must be ${refusal.expected}` : refusal.code;

/** Throws when somebody wrote into the row what no policy can be. */
const toPolicy = ([row]: readonly PolicyRow[]): ShopPolicy => {
  if (row === undefined) return defaultShopPolicy;
  const policy = readPolicy(row.changes);
  if (policy.ok) return policy.value;
  throw new Error(`The policy in table shop_policy cannot be used: ${explain(policy.error)}.`);
};

export const getPolicy = async (tx: Tx): Promise<ShopPolicy> => toPolicy(await select(tx, []));

/** Locked until the transaction ends: of two changes at once the second sees the first. */
export const lockPolicy = async (tx: Tx): Promise<ShopPolicy> => toPolicy(await selectForChange(tx, []));

/** Every process reads it again, and drops its pages, once this is committed. */
export const savePolicy = async (tx: Tx, policy: ShopPolicy, now: Date): Promise<void> => {
  await update(tx, [JSON.stringify(changesOf(policy)), now]);
};
