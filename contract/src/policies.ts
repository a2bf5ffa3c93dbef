import { toQuetzales } from '@ceiba/domain/money/money';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What of the shop's policy a browser shows, the same for everybody; this is the list. Amounts in quetzales. */
const publicPolicy = z.object({
  freeDeliveryThreshold: z.number(),
  homeRegionFee: z.number(),
  otherRegionFee: z.number(),
  finalConsumerLimit: z.number(),
  installmentsMinimum: z.number(),
  calculatorAbove: z.number(),
  /** Null: cash at any total. */
  cashLimit: z.number().nullable(),
  bankDiscountBasisPoints: z.int(),
  shippingHours: z.int(),
  /** Business days. */
  returnDays: z.int(),
  /** Days a payment link holds. */
  linkCartDays: z.int(),
  supportPhone: z.string(),
  /** Null: nobody answers on WhatsApp. */
  supportWhatsApp: z.string().nullable(),
  loyaltyEmail: z.string(),
  /** Which cash orders wait for the link in their mail, and how many hours. */
  cashConfirmation: z.boolean(),
  cashConfirmationHours: z.int(),
  guestConfirmationFrom: z.number(),
  guestConfirmationUnits: z.int(),
  guestConfirmationHours: z.int(),
});
export type PublicPolicyAnswer = z.infer<typeof publicPolicy>;

/** The same as the rules take it: amounts in centavos. */
export type PublicPolicy = Pick<ShopPolicy, keyof PublicPolicyAnswer>;

/** What a browser is told of the policy. */
export const toPublicPolicy = (policy: ShopPolicy): PublicPolicyAnswer => ({
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
  linkCartDays: policy.linkCartDays,
  supportPhone: policy.supportPhone,
  supportWhatsApp: policy.supportWhatsApp,
  loyaltyEmail: policy.loyaltyEmail,
  cashConfirmation: policy.cashConfirmation,
  cashConfirmationHours: policy.cashConfirmationHours,
  guestConfirmationFrom: toQuetzales(policy.guestConfirmationFrom),
  guestConfirmationUnits: policy.guestConfirmationUnits,
  guestConfirmationHours: policy.guestConfirmationHours,
});

export const getPolicy = endpoint({
  name: 'getPolicy',
  slice: 'policies',
  method: 'GET',
  path: '/v1/policy',
  summary:
    'The numbers that pages quote: fees, limits, support phone (APP-19, CONST-13, CONST-35, CONST-36), and what measures visits',
  auth: 'public',
  limit: 'read',
  answers: {
    200: z.object({
      policy: publicPolicy,
      /** Id of the tag container that pages load once a shopper agrees; null: nothing outside the shop measures. */
      tagContainer: z.string().nullable(),
      /** Template of the map's tiles, where the shop has a server of its own for them (DEC-46). */
      mapTiles: z.string().optional(),
    }),
  },
  errors: [],
});
