import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

/** Every refusal of the bank except card refusals, which are in `cards.ts`. */
const refusals = {
  INVALID_REQUEST: [400, 'The request does not fit this call'],
  INVALID_CARD: [400, 'The card number or its expiry is malformed'],
  INVALID_IDENTIFIER: [400, 'The NIT fails its check digit or the DPI does not have 13 digits'],
  UNAUTHORIZED: [401, 'The merchant key is missing or wrong'],
  NOT_FOUND: [404, 'There is no such call'],
  CHARGE_NOT_FOUND: [404, 'No charge is known by this name'],
  TOKEN_NOT_FOUND: [404, 'No saved card is known by this token'],
  TAXPAYER_NOT_FOUND: [404, 'No taxpayer is known by this identifier'],
  POINTS_PROGRAM_NOT_FOUND: [404, 'There is no such points program'],
  POINTS_ACCOUNT_NOT_FOUND: [404, 'No points account is known for this identity'],
  POINTS_HOLD_NOT_FOUND: [404, 'No hold is known by this key'],
  POINTS_CREDIT_NOT_FOUND: [404, 'No credit is known by this key'],
  POINTS_CREDIT_SPENT: [409, 'The credit has fewer points left'],
  MEMBER_NOT_FOUND: [404, 'No member is known by this document'],
  KEY_REUSED: [409, 'This key was already used with another body'],
  CHARGE_VOIDED: [409, 'This key was voided: nothing is charged with it'],
  CHARGE_NOT_REFUNDABLE: [409, 'Only an approved charge can be refunded'],
  REFUND_EXCEEDS_CAPTURED: [409, 'The refund is above what is left of the captured amount'],
  POINTS_UNAVAILABLE: [409, 'The account does not have these points free'],
  POINTS_HOLD_CLOSED: [409, 'The hold is no longer in a state that allows this'],
  MEMBER_EXISTS: [409, 'This document is already registered'],
  UNEXPECTED: [500, 'Unexpected failure'],
  UPSTREAM_UNAVAILABLE: [502, 'The service behind the bank does not respond'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof refusals;

/** Sends `{code, message}` with the code's status. `message` replaces the default message. */
export function sendRefusal(reply: FastifyReply, code: RefusalCode, message?: string): FastifyReply {
  const [status, usual] = refusals[code];
  return reply.code(status).send({ code, message: message ?? usual });
}

/** A request that does not match its schema. The error contains paths and rules, but never the sent values. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
}

/** @throws InvalidRequest, which the response reports as 400 INVALID_REQUEST */
export function parseRequest<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'request'}: ${message}`);
  throw new InvalidRequest(issues.join('; '));
}
