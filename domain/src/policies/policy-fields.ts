import { type Result, refuse } from '../result.ts';
import type { Kind } from './policy-kinds.ts';
import { checkPolicy, type PolicyRefusal } from './policy-rules.ts';
import {
  defaultShopPolicy,
  isPolicyField,
  type PolicyField,
  type PublicPolicy,
  type PublicPolicyAnswer,
  type PublicPolicyField,
  policyFields,
  policyTable,
  publicPolicyFields,
  type ShopPolicy,
} from './shop-policy.ts';

/** What the table says of a field, by the type of its values. */
const kinds: { [Field in PolicyField]: Kind<string, ShopPolicy[Field], unknown> } = policyTable;

const publicKinds: { [Field in PublicPolicyField]: Kind<string, ShopPolicy[Field], PublicPolicyAnswer[Field]> } =
  policyTable;

const assign = <Field extends PolicyField>(policy: ShopPolicy, field: Field, value: unknown): boolean => {
  const checked = kinds[field].check(value);
  if (checked === undefined) return false;
  policy[field] = checked;
  return true;
};

const invalid = (field: PolicyField): Result<never, PolicyRefusal> =>
  refuse({ code: 'invalid_value', field, expected: kinds[field].expected });

/**
 * The policy of what is stored: an object of the fields that differ from the defaults, amounts in centavos. Names that
 * this version does not know are left alone, so that two versions can run side by side.
 */
export function readPolicy(stored: Readonly<Record<string, unknown>>): Result<ShopPolicy, PolicyRefusal> {
  const policy = { ...defaultShopPolicy };
  for (const [name, value] of Object.entries(stored)) {
    if (isPolicyField(name) && !assign(policy, name, value)) return invalid(name);
  }
  return checkPolicy(policy);
}

/** What is readable of a stored policy: a field that holds what it cannot be has its default. */
export function readablePolicy(stored: Readonly<Record<string, unknown>>): ShopPolicy {
  const policy = { ...defaultShopPolicy };
  for (const [name, value] of Object.entries(stored)) if (isPolicyField(name)) assign(policy, name, value);
  return policy;
}

/** One field changed to what an operator typed; `default` is the requirements' value. */
export function withChange(policy: ShopPolicy, field: string, text: string): Result<ShopPolicy, PolicyRefusal> {
  if (!isPolicyField(field)) return refuse({ code: 'unknown_field', field });
  const changed = { ...policy };
  const typed = text.trim();
  const value = typed === 'default' ? defaultShopPolicy[field] : kinds[field].read(typed);
  return assign(changed, field, value) ? checkPolicy(changed) : invalid(field);
}

/** Whether a field has the requirements' value. */
export const isDefault = (policy: ShopPolicy, field: PolicyField): boolean =>
  JSON.stringify(policy[field]) === JSON.stringify(defaultShopPolicy[field]);

/** What is stored of a policy: the fields that differ from the defaults. */
export const changesOf = (policy: ShopPolicy): Partial<ShopPolicy> =>
  Object.fromEntries(policyFields.filter((field) => !isDefault(policy, field)).map((field) => [field, policy[field]]));

const showField = <Field extends PolicyField>(policy: ShopPolicy, field: Field): string =>
  kinds[field].show(policy[field]);

/** "Q1,000.00", "48 hours", "09:00", "yes": for an operator. */
export const shownValue = (policy: ShopPolicy, field: PolicyField): string => showField(policy, field);

/** What a field takes, in English. */
export const expectedOf = (field: PolicyField): string => kinds[field].expected;

const isWholeAnswer = (answer: Partial<PublicPolicyAnswer>): answer is PublicPolicyAnswer =>
  publicPolicyFields.every((field) => field in answer);

/** What a browser is told of the policy, amounts in decimal quetzales. */
export function toPublicPolicy(policy: ShopPolicy): PublicPolicyAnswer {
  const answer: Partial<PublicPolicyAnswer> = {};
  const tell = <Field extends PublicPolicyField>(field: Field): void => {
    answer[field] = publicKinds[field].toJson(policy[field]);
  };
  publicPolicyFields.forEach(tell);
  if (!isWholeAnswer(answer)) throw new Error('a public field of the policy was left out');
  return answer;
}

const isWhole = (policy: Partial<PublicPolicy>): policy is PublicPolicy =>
  publicPolicyFields.every((field) => field in policy);

/** The same back, as the rules take it. Throws on an amount that is none. */
export function ofPublicPolicy(answer: PublicPolicyAnswer): PublicPolicy {
  const policy: Partial<PublicPolicy> = {};
  const read = <Field extends PublicPolicyField>(field: Field): void => {
    policy[field] = publicKinds[field].ofJson(answer[field]);
  };
  publicPolicyFields.forEach(read);
  if (!isWhole(policy)) throw new Error('a public field of the policy was left out');
  return policy;
}
