import type { z } from 'zod';

/** A request that does not fit its schema. Carries places and rules, never the values that were sent. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
}

/** @throws InvalidRequest, answered as 400 INVALID_REQUEST */
export function parseRequest<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'request'}: ${message}`);
  throw new InvalidRequest(issues.join('; '));
}
