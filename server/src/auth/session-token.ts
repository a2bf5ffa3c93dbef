import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What a session token says (DEC-04): times in seconds since 1970. */
const claims = z.object({ sub: z.uuid(), iat: z.int(), exp: z.int(), jti: z.uuid() });

const header = z.object({ alg: z.literal('HS256') });

const jsonOf = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
};

/**
 * The customer a session token names: a JWT signed with HMAC-SHA-256 (DEC-04) whose time is not over. Undefined for
 * everything else. Other algorithms, "none" above all, are no tokens.
 */
export function customerIdOf(token: string, secret: string, now: Date): string | undefined {
  const [head = '', body = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !header.safeParse(jsonOf(head)).success) return undefined;
  const wanted = createHmac('sha256', secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const read = claims.safeParse(jsonOf(body));
  const seconds = now.getTime() / 1000;
  return read.success && read.data.iat <= seconds + clockSkew && seconds < read.data.exp ? read.data.sub : undefined;
}

/** Seconds by which two nodes' clocks may differ. */
const clockSkew = 60;
