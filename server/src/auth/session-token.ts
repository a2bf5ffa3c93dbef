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

const macOf = (signed: string, secret: string): Buffer => createHmac('sha256', secret).update(signed).digest();

/** Whose session a token is, and which. */
export interface TokenSession {
  customerId: string;
  sessionId: string;
}

/**
 * The session a token names: a JWT signed with HMAC-SHA-256 (DEC-04) whose time is not over. Undefined for everything
 * else. Other algorithms, "none" above all, are no tokens.
 */
export function readSessionToken(token: string, secret: string, now: Date): TokenSession | undefined {
  const [head = '', body = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !header.safeParse(jsonOf(head)).success) return undefined;
  const wanted = macOf(`${head}.${body}`, secret);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const { data } = claims.safeParse(jsonOf(body));
  const seconds = now.getTime() / 1000;
  if (data === undefined || data.iat > seconds + clockSkew || seconds >= data.exp) return undefined;
  return { customerId: data.sub, sessionId: data.jti };
}

/** Seconds by which two nodes' clocks may differ. */
const clockSkew = 60;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** The token of a session, as `readSessionToken` reads it. */
export function writeSessionToken(
  { customerId, sessionId }: TokenSession,
  secret: string,
  times: { createdAt: Date; expiresAt: Date },
): string {
  const said = { sub: customerId, iat: secondsOf(times.createdAt), exp: secondsOf(times.expiresAt), jti: sessionId };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(said)}`;
  return `${signed}.${macOf(signed, secret).toString('base64url')}`;
}
