import { getPolicy, type PublicPolicyAnswer } from '@ceiba/contract/policies';
import { toQuetzales } from '@ceiba/domain/money/money';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok } from '@ceiba/domain/result';
import { type Route, route } from '../platform/route.ts';

export const policiesRoutes = (): Route[] => [
  route(getPolicy, async (_, { policy }) => ok({ policy: toPublicPolicy(policy) })),
];

const toPublicPolicy = (policy: ShopPolicy): PublicPolicyAnswer => ({
  freeDeliveryThreshold: toQuetzales(policy.freeDeliveryThreshold),
  homeRegionFee: toQuetzales(policy.homeRegionFee),
  otherRegionFee: toQuetzales(policy.otherRegionFee),
  finalConsumerLimit: toQuetzales(policy.finalConsumerLimit),
  installmentsMinimum: toQuetzales(policy.installmentsMinimum),
  calculatorAbove: toQuetzales(policy.calculatorAbove),
  cashLimit: policy.cashLimit === null ? null : toQuetzales(policy.cashLimit),
  bankDiscountBasisPoints: policy.bankDiscountBasisPoints,
  shippingHours: policy.shippingHours,
  returnDays: policy.returnDays,
  supportPhone: policy.supportPhone,
  cashConfirmation: policy.cashConfirmation,
  cashConfirmationHours: policy.cashConfirmationHours,
});
