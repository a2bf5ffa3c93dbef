import { defaultStoreCode } from '@ceiba/domain/advisors/advisor';
import { z } from 'zod';
import { changeErrors } from './carts.ts';
import { endpoint } from './endpoint.ts';
import { cartIdParams, dateTime, enveloped } from './shapes.ts';

/** Identifies an advisor (DEC-145). The value cannot be guessed. */
const advisorHash = z.string().trim().min(1).max(64);
const storeCode = z.string().trim().min(1).max(32);

/** An advisor (ADV-03). `expirationDate`: the end of the session that this look-up starts (ADV-06). */
const advisor = z.object({ firstName: z.string(), hash: z.string(), store: z.string(), expirationDate: dateTime });
export type Advisor = z.infer<typeof advisor>;

/** The advisor who helps with the cart (DEC-148). */
export const advisorInfo = z.object({ firstName: z.string(), hash: z.string(), store: z.string() });

export const findAdvisor = endpoint({
  name: 'findAdvisor',
  slice: 'advisors',
  method: 'GET',
  path: '/v1/employee/{hash}',
  summary: 'Starts the session of an advisor (API-49, DEC-145)',
  auth: 'public',
  limit: 'advisor',
  params: z.strictObject({ hash: advisorHash }),
  query: z.strictObject({ store: storeCode.default(defaultStoreCode) }),
  answers: { 200: enveloped(advisor) },
  errors: ['ADVISOR_NOT_FOUND', 'ADVISOR_ENDED'],
});

export const attachAdvisor = endpoint({
  name: 'attachAdvisor',
  slice: 'advisors',
  method: 'POST',
  path: '/v1/carts/{id}/employee',
  summary: 'Sets the advisor who helps with a cart, and replaces the previous advisor (API-34, ADV-04)',
  auth: 'cart',
  limit: 'advisor',
  dayBytes: { of: 'carts', bytes: 200 },
  params: cartIdParams,
  body: z.strictObject({ employeeHash: advisorHash, storeCode }),
  answers: { 200: enveloped(z.object({ result: z.literal(true), employeeInfo: advisorInfo })) },
  errors: [...changeErrors, 'ADVISOR_NOT_FOUND', 'ADVISOR_ENDED'],
});
