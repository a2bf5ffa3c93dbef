import { type PublicPolicyField, policyTable, publicPolicyFields } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateTime, enveloped } from './shapes.ts';

/** The JSON type of each kind of field. Amounts are in quetzales, rates in basis points. */
const kinds = {
  money: z.number(),
  /** Null if there is no limit. */
  moneyOrNone: z.number().nullable(),
  integer: z.int(),
  percent: z.int(),
  yesOrNo: z.boolean(),
  phone: z.string(),
  /** Null if the policy has no number. */
  mobileOrNone: z.string().nullable(),
  email: z.string(),
  line: z.string(),
  /** Null if the policy has no text. */
  textOrNone: z.string().nullable(),
  links: z.array(z.string()).readonly(),
};

type Shape = { [Field in PublicPolicyField]: (typeof kinds)[(typeof policyTable)[Field]['kind']] };

const isWhole = (shape: Partial<Shape>): shape is Shape => publicPolicyFields.every((field) => field in shape);

/** The schema of every public policy field in `domain/src/policies/shop-policy.ts`. */
const shapeOf = (): Shape => {
  const shape: Partial<Shape> = {};
  const set = <Field extends PublicPolicyField>(field: Field, schema: Shape[Field]): void => {
    shape[field] = schema;
  };
  for (const field of publicPolicyFields) set(field, kinds[policyTable[field].kind]);
  if (!isWhole(shape)) throw new Error('a public field of the policy has no schema');
  return shape;
};

export const getPolicy = endpoint({
  name: 'getPolicy',
  slice: 'policies',
  method: 'GET',
  path: '/v1/policy',
  summary:
    'Returns the numbers that pages quote (fees, limits, support phone), and the tools that measure visits (APP-19, CONST-13, CONST-35, CONST-36)',
  auth: 'public',
  limit: 'read',
  answers: {
    200: z.object({
      policy: z.object(shapeOf()),
      /** Offers of the shop: the installment plans of its cards, and whether points can pay, can be joined or are earned (DEC-229). */
      offers: z.object({
        installmentPlans: z.array(z.int()),
        /** Banks with the plans of their cards. Banks without plans are excluded. */
        installmentBanks: z.array(z.object({ name: z.string(), plans: z.array(z.int()) })),
        acceptsPoints: z.boolean(),
        hasOwnPoints: z.boolean(),
        earnsPoints: z.boolean(),
      }),
      /** Id of the tag container that pages load after a shopper agrees. Null if nothing outside the shop measures visits. */
      tagContainer: z.string().nullable(),
      /** Template of the map's tiles, if the shop has its own tile server (DEC-46). */
      mapTiles: z.string().optional(),
    }),
  },
  errors: [],
});

/** Time at which the shop answers messages (WA-05). A separate call, because only pages with the button show it. */
export const getChatAnswer = endpoint({
  name: 'getChatAnswer',
  slice: 'policies',
  method: 'GET',
  path: '/v1/chat',
  summary: 'Returns when a message by WhatsApp will be answered (WA-05)',
  auth: 'public',
  limit: 'read',
  answers: {
    200: enveloped(
      z.object({
        /** Null if the shop has no number or no hours. */
        text: z.string().nullable(),
        /** Time until which the text is valid. Null if it is valid as long as the policy. */
        changesAt: dateTime.nullable(),
      }),
    ),
  },
  errors: [],
});
