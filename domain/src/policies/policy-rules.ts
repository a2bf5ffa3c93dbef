import { formatQ, quetzales } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';
import { colourFault } from './identity-kinds.ts';
import type { ShopTerms } from './shop-offers.ts';
import { defaultShopPolicy, type PolicyField, type ShopPolicy } from './shop-policy.ts';

export type PolicyRefusal =
  | { code: 'unknown_field'; field: string }
  /** `expected`: the values that the field accepts, in English. `rule`: the violated rule between fields. */
  | { code: 'invalid_value'; field: PolicyField; expected: string; rule?: PolicyRule };

/** Rules between fields, and the rule about the contrast of the main colour. */
export type PolicyRule = 'installments' | 'colour' | 'pickup hours' | 'pickup next day';

/**
 * Cuotas begin at most this much above the calculator, so that payment offers every plan that the calculator promises
 * (CONST-09, CONST-10).
 */
const calculatorGap = quetzales(1);

/** The message names both fields in the order of the changes: first raise the calculator, or first lower the cuotas. */
const checkInstallments = ({
  installmentsMinimum,
  calculatorAbove,
}: ShopPolicy): Extract<PolicyRefusal, { code: 'invalid_value' }> | null => {
  if (installmentsMinimum <= calculatorAbove + calculatorGap) return null;
  const isMinimumStandard = installmentsMinimum <= defaultShopPolicy.installmentsMinimum;
  return isMinimumStandard
    ? {
        code: 'invalid_value',
        rule: 'installments',
        field: 'calculatorAbove',
        expected: `no less than installmentsMinimum (${formatQ(installmentsMinimum)}) less ${formatQ(calculatorGap)}: no calculator may promise what payment does not offer. Lower installmentsMinimum first`,
      }
    : {
        code: 'invalid_value',
        rule: 'installments',
        field: 'installmentsMinimum',
        expected: `at most ${formatQ(calculatorGap)} above calculatorAbove (${formatQ(calculatorAbove)}): no calculator may promise what payment does not offer. Raise calculatorAbove first`,
      };
};

/** Checks rules between fields. Each single field is already in its range. */
export const checkPolicy = (policy: ShopPolicy): Result<ShopPolicy, PolicyRefusal> => {
  const { pickupOpensAt, pickupClosesAt, pickupNextDayAt } = policy;
  const colour = colourFault(policy.shopColour);
  if (colour !== undefined)
    return refuse({ code: 'invalid_value', rule: 'colour', field: 'shopColour', expected: colour });
  const installments = checkInstallments(policy);
  if (installments !== null) return refuse(installments);
  const refuseTime = (rule: PolicyRule, field: PolicyField, expected: string): Result<never, PolicyRefusal> =>
    refuse({ code: 'invalid_value', rule, field, expected });
  if (pickupOpensAt >= pickupClosesAt)
    return refuseTime('pickup hours', 'pickupClosesAt', 'a time after pickupOpensAt');
  return pickupNextDayAt >= pickupOpensAt && pickupNextDayAt <= pickupClosesAt
    ? ok(policy)
    : refuseTime('pickup next day', 'pickupNextDayAt', 'a time from pickupOpensAt to pickupClosesAt');
};

/** Returns the policy for pages. A shop without points has no contact for points (record 0096). */
export const withoutUnusedContacts = (terms: ShopTerms): ShopTerms =>
  terms.acceptsPoints ? terms : { ...terms, loyaltyEmail: '' };
