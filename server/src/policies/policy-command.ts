import { expectedOf, readablePolicy, readPolicy, shownValue } from '@ceiba/domain/policies/policy-fields';
import type { PolicyRefusal } from '@ceiba/domain/policies/policy-rules';
import { defaultShopPolicy, policyFields } from '@ceiba/domain/policies/shop-policy';
import type { DatabaseCall } from '../slice.ts';
import { changePolicy, getStoredPolicy } from './policies.store.ts';

export const policyUsage = `ceiba policy show                   every field, its value, and what it takes
ceiba policy set <field> <value>    changes one field; "default" goes back to the requirements' value
`;

const explain = (refusal: PolicyRefusal): string =>
  refusal.code === 'unknown_field'
    ? `There is no field ${refusal.field}. "policy show" lists them all.`
    : `${refusal.field} takes ${refusal.expected}.`;

const unusable = (fault: PolicyRefusal): string =>
  `No process follows: the policy in table shop_policy cannot be used. ${explain(fault)} "policy set ${fault.field} default" mends it.`;

/** False when what is stored cannot be used: shown is what can be read of it. */
const show = async ({ db, say }: DatabaseCall): Promise<boolean> => {
  const stored = await getStoredPolicy(db.write);
  const policy = readablePolicy(stored);
  for (const field of policyFields) {
    const standard = shownValue(defaultShopPolicy, field);
    const value = shownValue(policy, field);
    const mark = value === standard ? '' : `   (default ${standard})`;
    say(`${field.padEnd(30)}${value}${mark}\n    ${expectedOf(field)}`);
  }
  const read = readPolicy(stored);
  if (!read.ok) say(unusable(read.error));
  return read.ok;
};

const set = async ({ db, now, say }: DatabaseCall, field: string, value: string): Promise<boolean> => {
  const changed = await changePolicy(db, { field, value }, now);
  if (!changed.ok) {
    say(`Nothing was changed: ${explain(changed.error)}`);
    return false;
  }
  const known = policyFields.find((name) => name === field);
  if (known === undefined) return false;
  const { policy, fault } = changed.value;
  say(`${field} is now ${shownValue(policy, known)}${fault === null ? '; every process follows at once.' : '.'}`);
  if (fault !== null) say(unusable(fault));
  return fault === null;
};

/** `npm run ceiba -- policy …`; false when it was refused, or what is stored cannot be used. */
export async function runPolicyCommand(command: DatabaseCall): Promise<boolean> {
  const [verb, field, ...words] = command.args;
  if (verb === 'show' && field === undefined) {
    return show(command);
  }
  if (verb === 'set' && field !== undefined && words.length > 0) return set(command, field, words.join(' '));
  command.say(policyUsage);
  return false;
}
