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

/** The table with each field's kind. The type of the kind is that of the field's value. */
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
 * Parses a stored policy: an object with the fields that differ from the defaults, amounts in centavos. Ignores unknown
 * names, so that two versions can run at the same time.
 */
export function readPolicy(stored: Readonly<Record<string, unknown>>): Result<ShopPolicy, PolicyRefusal> {
  const policy = { ...defaultShopPolicy };
  for (const [name, value] of Object.entries(stored)) {
    if (isPolicyField(name) && !assign(policy, name, value)) return invalid(name);
  }
  return checkPolicy(policy);
}

/** Returns the valid part of a stored policy. A field with an invalid value gets its default. */
export function readablePolicy(stored: Readonly<Record<string, unknown>>): ShopPolicy {
  const policy = { ...defaultShopPolicy };
  for (const [name, value] of Object.entries(stored)) if (isPolicyField(name)) assign(policy, name, value);
  return policy;
}

/**
 * Changes fields to the operator's texts; `default` means the requirements' value. Rules between fields check the
 * result, so that fields that depend on each other can change together (PROD-16).
 */
export function withChanges(
  policy: ShopPolicy,
  texts: Readonly<Record<string, string>>,
): Result<ShopPolicy, PolicyRefusal> {
  const changed = { ...policy };
  for (const [field, text] of Object.entries(texts)) {
    if (!isPolicyField(field)) return refuse({ code: 'unknown_field', field });
    const typed = text.trim();
    const value = typed === 'default' ? defaultShopPolicy[field] : kinds[field].read(typed);
    if (!assign(changed, field, value)) return invalid(field);
  }
  return checkPolicy(changed);
}

/** Returns whether a field has the requirements' value. */
export const isDefault = (policy: ShopPolicy, field: PolicyField): boolean =>
  JSON.stringify(policy[field]) === JSON.stringify(defaultShopPolicy[field]);

/** Returns the fields to store: the fields that differ from the defaults. */
export const changesOf = (policy: ShopPolicy): Partial<ShopPolicy> =>
  Object.fromEntries(policyFields.filter((field) => !isDefault(policy, field)).map((field) => [field, policy[field]]));

const showField = <Field extends PolicyField>(policy: ShopPolicy, field: Field): string =>
  kinds[field].show(policy[field]);

/** Returns a value as operators see it: "Q1,000.00", "48 hours", "09:00", "yes". */
export const shownValue = (policy: ShopPolicy, field: PolicyField): string => showField(policy, field);

/** Returns the values that a field accepts, in English. */
export const expectedOf = (field: PolicyField): string => kinds[field].expected;

const isWholeAnswer = (answer: Partial<PublicPolicyAnswer>): answer is PublicPolicyAnswer =>
  publicPolicyFields.every((field) => field in answer);

/** Returns the part of the policy that browsers get, with amounts in decimal quetzales. */
export function toPublicPolicy(policy: ShopPolicy): PublicPolicyAnswer {
  const answer: Partial<PublicPolicyAnswer> = {};
  const addField = <Field extends PublicPolicyField>(field: Field): void => {
    answer[field] = publicKinds[field].toJson(policy[field]);
  };
  publicPolicyFields.forEach(addField);
  if (!isWholeAnswer(answer)) throw new Error('a public field of the policy was left out');
  return answer;
}

const isWhole = (policy: Partial<PublicPolicy>): policy is PublicPolicy =>
  publicPolicyFields.every((field) => field in policy);

/** Converts that part back to the form that the rules use. Throws if an amount is invalid. */
export function ofPublicPolicy(answer: PublicPolicyAnswer): PublicPolicy {
  const policy: Partial<PublicPolicy> = {};
  const read = <Field extends PublicPolicyField>(field: Field): void => {
    policy[field] = publicKinds[field].ofJson(answer[field]);
  };
  publicPolicyFields.forEach(read);
  if (!isWhole(policy)) throw new Error('a public field of the policy was left out');
  return policy;
}
