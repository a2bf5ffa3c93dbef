import { documentTypes } from '@ceiba/domain/loyalty/document';
import { z } from 'zod';
import { gender } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { civilDate, enveloped, personName, typedEmail, typedPhone } from './shapes.ts';

const documentType = z.enum(documentTypes);
const documentId = z.string().trim().min(1).max(30);

/** Points of the member's account; an integer. */
const points = z.int().min(0);

export const registerLoyalty = endpoint({
  name: 'registerLoyalty',
  slice: 'loyalty',
  method: 'POST',
  path: '/v1/customers/register/leal',
  summary: 'Opens the customer’s account in the loyalty program (API-04, DEC-116)',
  auth: 'customer',
  limit: 'points',
  dayBytes: { of: 'accounts', bytes: 600 },
  body: z.strictObject({
    documentId,
    documentType,
    firstName: personName,
    lastName: personName,
    email: typedEmail,
    phone: typedPhone,
    dateOfBirth: civilDate,
    gender,
    acceptTerms: z.literal(true),
  }),
  answers: { 201: enveloped(z.object({ result: z.literal(true), points })) },
  errors: ['UNAUTHORIZED', 'POINTS_PROGRAM_NOT_ALLOWED', 'LOYALTY_MEMBER_EXISTS', 'UPSTREAM_UNAVAILABLE'],
});

export const getLoyalty = endpoint({
  name: 'getLoyalty',
  slice: 'loyalty',
  method: 'GET',
  path: '/v1/customers/leal',
  summary:
    'Returns the customer’s account in the loyalty program (API-05, PTS-20). Without a document, uses the document of the registration, or of the profile. Another person’s document counts as unknown',
  auth: 'customer',
  limit: 'points',
  query: z
    .strictObject({ documentId: documentId.optional(), documentType: documentType.optional() })
    .refine((query) => (query.documentId === undefined) === (query.documentType === undefined), {
      path: ['documentId'],
      message: 'Envía el número y el tipo de documento juntos.',
    }),
  answers: { 200: enveloped(z.object({ registered: z.literal(true), points })) },
  errors: ['UNAUTHORIZED', 'POINTS_PROGRAM_NOT_ALLOWED', 'LOYALTY_MEMBER_NOT_FOUND', 'UPSTREAM_UNAVAILABLE'],
});
