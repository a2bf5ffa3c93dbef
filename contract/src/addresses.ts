import {
  addressMessages,
  cutStreet,
  defaultPhone,
  extrasMessage,
  finalConsumerNit,
} from '@ceiba/domain/addresses/address';
import { readDirections } from '@ceiba/domain/addresses/trusted-person';
import { checkIdentity } from '@ceiba/domain/billing/tax-document';
import { nameMaxLength } from '@ceiba/domain/customers/name-length';
import { personMessage } from '@ceiba/domain/customers/person-name';
import { phoneRefusalText } from '@ceiba/domain/customers/phone';
import { plainTextMessage, repairLine } from '@ceiba/domain/customers/plain-text';
import { profilePhone } from '@ceiba/domain/customers/profile-words';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  carrierCode,
  enveloped,
  judged,
  methodCode,
  money,
  personName,
  phoneOrNone,
  plainText,
  requiredText,
} from './shapes.ts';

/** Returns the message about a `{phone}|{extras}` text (TRU-04). */
function shippingMessageMessage(message: string): string | null {
  const { phone, extras } = readDirections(message);
  const isNumber = message.includes('|') && phone.trim() !== '' && phone !== defaultPhone;
  const refusal = isNumber ? phoneRefusalText(phone, profilePhone.invalid) : plainTextMessage(phone);
  return refusal ?? extrasMessage(extras);
}

const nameOrNone = judged(z.string().overwrite(repairLine).max(nameMaxLength), personMessage).default('');

export const trustedPerson = z.strictObject({
  firstName: nameOrNone,
  lastName: nameOrNone,
  message: judged(z.string().max(300), shippingMessageMessage).default(''),
});

/** Departments are numbered from 1. The limit fits the database's integer. */
const regionId = z.int().min(1).max(9_999);
const regionInput = z.union([
  regionId,
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
  z.strictObject({ regionId }).transform((value) => value.regionId),
]);
/** One line, or an array of one or two. */
const streetLine = z.string().overwrite(repairLine);
const streetText = z.union([streetLine, z.array(streetLine).min(1).max(2)]).superRefine((street, context) => {
  const message = [street]
    .flat()
    .map(plainTextMessage)
    .find((said) => said !== null);
  if (message) context.addIssue({ code: 'custom', message });
});

/** Longer streets are cut at 100 characters, not refused (CONST-28, DEC-179). */
const streetInput = streetText
  .transform((street) => [street].flat().map(cutStreet))
  .refine((lines) => lines[0] !== '', { message: addressMessages.addressRequired });

/** DEL-19, DEC-179. */
export const shippingAddressBody = z.strictObject({
  firstname: personName,
  lastname: personName,
  street: streetInput,
  city: requiredText(120),
  region: regionInput,
  postcode: z.string().max(12).default('01001'),
  country_code: z.literal('GT').default('GT'),
  telephone: phoneOrNone,
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  /** The store for a pickup. Null or empty for a delivery to the address. */
  storeCode: z
    .string()
    .trim()
    .max(20)
    .transform((code) => (code === '' ? null : code))
    .nullable()
    .default(null),
  zone: plainText(40).optional(),
  trustedPerson: trustedPerson.nullable().default(null),
  nit: z.string().max(20).default('CF'),
});

export const cartShippingAddress = z.object({
  firstname: z.string(),
  lastname: z.string(),
  street: z.array(z.string()),
  city: z.string(),
  region: z.object({ regionId: z.int(), region: z.string() }),
  postcode: z.string(),
  country_code: z.string(),
  telephone: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  storeCode: z.string().nullable(),
  zone: z.string(),
  trustedPerson: z.object({ firstName: z.string(), lastName: z.string(), message: z.string() }).nullable(),
  nit: z.string(),
  selectedShippingMethod: z.object({ carrierCode, methodCode, carrierTitle: z.string(), amount: money }).nullable(),
});

const billed = z.strictObject({
  firstname: plainText(200)
    .optional()
    .describe('Full name of the taxpayer. A company’s name has no first and last part. Stored as sent.'),
  lastname: plainText(150)
    .optional()
    .describe('Last name of a person whose name is sent in two parts. Otherwise omitted.'),
  street: streetText.optional(),
  city: plainText(120).optional(),
  postcode: z.string().max(12).default('01001'),
  country_code: z.literal('GT').default('GT'),
  telephone: phoneOrNone,
  region: regionInput.optional(),
  /** "CF", or the number of the NIT, DPI or passport. */
  nit: z.string().trim().max(30).optional(),
  documentType: z.enum(['CF', 'NIT', 'DPI', 'Pasaporte']).optional(),
});
type Billed = z.infer<typeof billed>;

const checkBilled: z.core.CheckFn<Billed> = ({ value: { nit, documentType }, issues }) => {
  const identity = checkIdentity(nit ?? '', documentType);
  if (!identity.ok) issues.push({ code: 'custom', input: nit, path: ['nit'], message: identity.error.message });
};

/** The full billing address (BILL-19, DEC-110, DEC-189), or the receiver's address with `same_as_shipping`. */
export const billingAddressBody = z
  .strictObject({ same_as_shipping: z.boolean().default(false), ...billed.shape })
  .check((payload) => {
    if (!payload.value.same_as_shipping || (payload.value.nit ?? '') !== '') checkBilled(payload);
  })
  .refine((body) => body.same_as_shipping || (body.firstname ?? '') !== '', {
    path: ['firstname'],
    message: 'El nombre completo es necesario.',
  });

export const cartBillingAddress = z.object({
  firstname: z.string(),
  lastname: z.string(),
  street: z.array(z.string()),
  city: z.string(),
  postcode: z.string(),
  country_code: z.string(),
  telephone: z.string(),
  region: z.object({ regionId: z.int(), region: z.string() }),
  nit: z.string(),
  documentType: z.enum(['CF', 'NIT', 'DPI', 'Pasaporte']),
});

/** The person who receives at a saved address. `dpi` is stored only with saved addresses (DIF-24, DEC-94). */
const savedPerson = z.strictObject({
  firstName: personName,
  lastName: personName,
  dpi: z.string().trim().max(20).default(''),
});

/** ADR-01. */
export const savedAddress = z.object({
  id: z.uuid(),
  alias: z.string(),
  /** The address line is the first entry. */
  street: z.array(z.string()),
  city: z.string(),
  region: z.object({ regionId: z.int() }),
  zone: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  defaultShipping: z.boolean(),
  countryCode: z.literal('GT'),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  /** "CF", or a NIT. */
  nit: z.string(),
  trustedPerson: z.object({ firstName: z.string(), lastName: z.string(), dpi: z.string() }).nullable(),
});
export type SavedAddress = z.infer<typeof savedAddress>;

/** Body of API-16. An empty alias becomes the default alias (DEC-179). */
export const savedAddressBody = z.strictObject({
  alias: plainText(60).default(''),
  street: streetInput,
  city: requiredText(120),
  regionId: z.int(),
  zone: plainText(40).default(''),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  defaultShipping: z.boolean().default(false),
  countryCode: z.literal('GT').default('GT'),
  firstName: personName,
  lastName: personName,
  phone: phoneOrNone,
  nit: z
    .string()
    .trim()
    .max(20)
    .refine((nit) => checkIdentity(nit).ok, { message: 'Ingresa un NIT válido.' })
    .default(finalConsumerNit),
  trustedPerson: savedPerson.nullable().default(null),
});

export const listAddresses = endpoint({
  name: 'listAddresses',
  slice: 'addresses',
  method: 'GET',
  path: '/v1/customers/addresses',
  summary: 'Returns the customer’s saved addresses, the default address first (API-15)',
  auth: 'customer',
  limit: 'read',
  answers: { 200: z.array(savedAddress) },
  errors: ['UNAUTHORIZED'],
});

export const addAddress = endpoint({
  name: 'addAddress',
  slice: 'addresses',
  method: 'POST',
  path: '/v1/customers/addresses',
  summary: 'Saves an address; the first one becomes the default (API-16, DEC-93)',
  auth: 'customer',
  limit: 'write',
  dayBytes: { of: 'accounts', bytes: 600 },
  body: savedAddressBody,
  answers: { 201: savedAddress },
  errors: ['UNAUTHORIZED', 'ADDRESS_LIMIT'],
});

const ofAddress = z.strictObject({ id: z.uuid() });
const addressResult = enveloped(z.object({ result: z.literal(true) }));

export const changeAddress = endpoint({
  name: 'changeAddress',
  slice: 'addresses',
  method: 'PATCH',
  path: '/v1/customers/addresses/{id}',
  summary:
    'Changes a saved address. The default address stays the default until another address replaces it (API-17, ADR-12)',
  auth: 'customer',
  limit: 'write',
  dayBytes: { of: 'accounts', bytes: 600 },
  params: ofAddress,
  body: savedAddressBody,
  answers: { 200: savedAddress },
  errors: ['UNAUTHORIZED', 'ADDRESS_NOT_FOUND'],
});

export const deleteAddress = endpoint({
  name: 'deleteAddress',
  slice: 'addresses',
  method: 'DELETE',
  path: '/v1/customers/addresses/{id}',
  summary:
    'Deletes a saved address. If it was the default address, the newest other address becomes the default (API-18, DEC-93)',
  auth: 'customer',
  limit: 'write',
  params: ofAddress,
  answers: { 200: addressResult },
  errors: ['UNAUTHORIZED', 'ADDRESS_NOT_FOUND'],
});

export const setDefaultAddress = endpoint({
  name: 'setDefaultAddress',
  slice: 'addresses',
  method: 'PATCH',
  path: '/v1/customers/addresses/{id}/default',
  summary: 'Makes a saved address the only default address (DEC-49, DEC-93)',
  auth: 'customer',
  limit: 'write',
  dayBytes: { of: 'accounts', bytes: 400 },
  params: ofAddress,
  body: z.strictObject({}),
  answers: { 200: addressResult },
  errors: ['UNAUTHORIZED', 'ADDRESS_NOT_FOUND'],
});
