import { readPolicy } from '@ceiba/domain/policies/policy-fields';
import type { PolicyRefusal } from '@ceiba/domain/policies/policy-rules';
import { defaultShopPolicy, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

interface PolicyRow {
  changes: Record<string, unknown>;
}

const select = statement<PolicyRow>('policies.read', 'select changes from shop_policy');

const selectForChange = statement<PolicyRow>('policies.lock', 'select changes from shop_policy for update');

// One key: names that this version does not know, and values that it cannot read, stay as they are.
const update = statement<{ changes: Record<string, unknown> }, [field: string, value: string, now: Date]>(
  'policies.save-field',
  `update shop_policy set changes = (changes - $1::text) || $2::jsonb, updated_at = $3 returning changes`,
);

/** What a stored policy cannot be used for. */
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

export type StoredPolicy = Readonly<Record<string, unknown>>;

/** What is stored, whether it can be used or not. */
export const getStoredPolicy = async (tx: Tx): Promise<StoredPolicy> => (await select(tx, []))[0]?.changes ?? {};

/** The same, locked until the transaction ends: of two changes at once the second sees the first. */
export const lockStoredPolicy = async (tx: Tx): Promise<StoredPolicy> =>
  (await selectForChange(tx, []))[0]?.changes ?? {};

/** Stores one field, or nothing of it where it has the requirements' value. Every process reads the policy again once this is committed. */
export async function savePolicyField(
  tx: Tx,
  field: string,
  changes: Partial<ShopPolicy>,
  now: Date,
): Promise<StoredPolicy> {
  const own = Object.fromEntries(Object.entries(changes).filter(([name]) => name === field));
  const [row] = await update(tx, [field, JSON.stringify(own), now]);
  return row?.changes ?? {};
}
