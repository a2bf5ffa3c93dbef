import { formatQ, quetzales } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';
import { colourFault } from './identity-kinds.ts';
import type { ShopTerms } from './shop-offers.ts';
import { defaultShopPolicy, type PolicyField, type ShopPolicy } from './shop-policy.ts';

export type PolicyRefusal =
  | { code: 'unknown_field'; field: string }
  /** `expected` says in English what the field takes. */
  | { code: 'invalid_value'; field: PolicyField; expected: string };

/** What the calculator promises is offered at payment: cuotas begin at most this much above it (CONST-09, CONST-10). */
const calculatorGap = quetzales(1);

/** Both are named in the order in which they are set: the calculator is raised first, cuotas are lowered first. */
const checkInstallments = ({
  installmentsMinimum,
  calculatorAbove,
}: ShopPolicy): Extract<PolicyRefusal, { code: 'invalid_value' }> | null => {
  if (installmentsMinimum <= calculatorAbove + calculatorGap) return null;
  const isMinimumStandard = installmentsMinimum <= defaultShopPolicy.installmentsMinimum;
  return isMinimumStandard
    ? {
        code: 'invalid_value',
        field: 'calculatorAbove',
        expected: `no less than installmentsMinimum (${formatQ(installmentsMinimum)}) less ${formatQ(calculatorGap)}: no calculator may promise what payment does not offer. Lower installmentsMinimum first`,
      }
    : {
        code: 'invalid_value',
        field: 'installmentsMinimum',
        expected: `at most ${formatQ(calculatorGap)} above calculatorAbove (${formatQ(calculatorAbove)}): no calculator may promise what payment does not offer. Raise calculatorAbove first`,
      };
};

/** What holds of fields only together; each alone is in its range. */
export const checkPolicy = (policy: ShopPolicy): Result<ShopPolicy, PolicyRefusal> => {
  const { pickupOpensAt, pickupClosesAt, pickupNextDayAt } = policy;
  const colour = colourFault(policy.shopColour);
  if (colour !== undefined) return refuse({ code: 'invalid_value', field: 'shopColour', expected: colour });
  const installments = checkInstallments(policy);
  if (installments !== null) return refuse(installments);
  const refuseTime = (field: PolicyField, expected: string): Result<never, PolicyRefusal> =>
    refuse({ code: 'invalid_value', field, expected });
  if (pickupOpensAt >= pickupClosesAt) return refuseTime('pickupClosesAt', 'a time after pickupOpensAt');
  return pickupNextDayAt >= pickupOpensAt && pickupNextDayAt <= pickupClosesAt
    ? ok(policy)
    : refuseTime('pickupNextDayAt', 'a time from pickupOpensAt to pickupClosesAt');
};

/** The policy that pages get: a shop without points has no contact for points (record 0096). */
export const withoutIdleContacts = (terms: ShopTerms): ShopTerms =>
  terms.acceptsPoints ? terms : { ...terms, loyaltyEmail: '' };
