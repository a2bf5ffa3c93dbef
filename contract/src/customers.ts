import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { civilDate, dateTime, personName, phoneNumber, plainText } from './shapes.ts';

/** 1 male, 2 female (PROF-06). */
export const gender = z.literal([1, 2]);

/** A customer (PROF-06). `phone` is eight digits without a dash. */
export const customer = z.object({
  /** The id that recommendations use for the customer (DEC-57). */
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  gender: gender.nullable(),
  dateOfBirth: civilDate.nullable(),
  nit: z.string().nullable(),
  phone: z.string().nullable(),
  dpi: z.string().nullable(),
  billingName: z.string().nullable(),
  billingAddress: z.string().nullable(),
  isEmployee: z.boolean(),
  /** True if the customer is registered for Puntos MAX. */
  registerLeal: z.boolean(),
  /** True if the e-mail is confirmed (DEC-152). */
  isConfirmed: z.boolean(),
});
export type Customer = z.infer<typeof customer>;

export const getCustomer = endpoint({
  name: 'getCustomer',
  slice: 'customers',
  method: 'GET',
  path: '/v1/customers',
  summary: 'Returns the customer of the session (API-01, DEC-181)',
  auth: 'customer',
  limit: 'read',
  answers: {
    200: customer.extend({
      sessionExpiresAt: dateTime,
      /** The customer's open cart, for a browser without a cart id. */
      cartId: z.uuid().nullable(),
    }),
  },
  errors: ['UNAUTHORIZED'],
});

/**
 * The profile fields that a customer may change (PROF-07, DEC-156), at least one. A missing field does not change. An empty field
 * is removed.
 */
const profileFields = z.strictObject({
  firstName: personName.optional(),
  lastName: personName.optional(),
  dpi: z.string().trim().max(20).optional(),
  /** An empty text removes the number. */
  phone: z.union([z.literal(''), phoneNumber]).optional(),
  gender: gender.optional(),
  dateOfBirth: civilDate.optional(),
  nit: z.string().trim().max(20).optional(),
  billingName: plainText(200).optional(),
  billingAddress: plainText(200).optional(),
});
const profileChange = profileFields.refine((change) => Object.keys(change).length > 0, {
  path: ['body'],
  message: 'Indica qué dato de tu perfil quieres cambiar.',
});
export type ProfileChange = z.infer<typeof profileChange>;

export const changeProfile = endpoint({
  name: 'changeProfile',
  slice: 'customers',
  method: 'PATCH',
  path: '/v1/customers/profile',
  summary: 'Changes the customer’s personal data and returns it (API-02, PROF-07, DEC-156)',
  auth: 'customer',
  limit: 'write',
  dayBytes: { of: 'accounts', bytes: 600 },
  body: profileChange,
  answers: { 200: customer.partial() },
  errors: ['UNAUTHORIZED'],
});
