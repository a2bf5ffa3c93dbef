import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { sessionLifeMs } from '@ceiba/domain/auth/session';
import { z } from 'zod';
import { type Database, deleteOlder, type Tx } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { statement } from '../platform/db/statement.ts';
import type { FindSession, FoundSession } from '../platform/http/route.ts';

/** The claims of a session token (DEC-04): times in seconds since 1970. */
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

interface TokenSession {
  customerId: string;
  sessionId: string;
}

/**
 * Returns the session of a valid token: a JWT signed with HMAC-SHA-256 (DEC-04) that has not expired. Undefined for any
 * other token, for example with the algorithm "none".
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

/** Writes the token of a session, as `readSessionToken` reads it. */
export function writeSessionToken(
  { customerId, sessionId }: TokenSession,
  secret: string,
  times: { createdAt: Date; expiresAt: Date },
): string {
  const said = { sub: customerId, iat: secondsOf(times.createdAt), exp: secondsOf(times.expiresAt), jti: sessionId };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(said)}`;
  return `${signed}.${macOf(signed, secret).toString('base64url')}`;
}

const selectSession = statement(
  'auth.session',
  `select s.customer_id, c.email, c.first_name, s.expires_at, (select cart_owner(k) from carts k where id = $3) as cart_owner
   from sessions s join customers c on c.id = s.customer_id
   where s.id = $1 and s.customer_id = $2 and s.expires_at > $4`,
);

/**
 * Finds a session, in one statement. Undefined if it has expired, was revoked, or its account was deleted. `cartId`:
 * also returns that cart's owner.
 */
export async function findSession(
  tx: Tx,
  { sessionId, customerId }: TokenSession,
  cartId: string | null,
  now: Date,
): Promise<FoundSession | undefined> {
  const [row] = await selectSession(tx, [sessionId, customerId, cartId, now]);
  return (
    row && {
      customer: {
        id: row.customerId,
        email: row.email,
        firstName: row.firstName,
        sessionId,
        sessionExpiresAt: row.expiresAt,
      },
      cartOwnerId: row.cartOwner,
    }
  );
}

const insert = statement(
  'auth.insert-session',
  'insert into sessions (id, customer_id, created_at, expires_at) values ($1, $2, $3, $4)',
);

async function insertSession(
  tx: Tx,
  { sessionId, customerId }: TokenSession,
  times: { createdAt: Date; expiresAt: Date },
): Promise<void> {
  await insert(tx, [sessionId, customerId, times.createdAt, times.expiresAt]);
}

const deleteOne = statement('auth.delete-session', 'delete from sessions where id = $1');

/** Ends a session. Its token is refused from then on. */
export const deleteSession = async (tx: Tx, sessionId: string): Promise<void> => {
  await deleteOne(tx, [sessionId]);
};

const deleteAllOf = statement(
  'auth.delete-sessions',
  'delete from sessions where customer_id = $1 and id is distinct from $2 returning id',
);

/** Ends all sessions of a customer except one. Returns their number. */
export const deleteSessionsOf = async (tx: Tx, customerId: string, except: string | null = null): Promise<number> =>
  (await deleteAllOf(tx, [customerId, except])).length;

/** Deletes sessions that ended before that time, up to `most` per call. Returns their number. */
export const deleteExpiredSessions = deleteOlder('auth.delete-expired-sessions', 'sessions', 'expires_at');

export interface OpenedSession {
  token: string;
  expiresAt: Date;
}

/** Sessions of customers (DEC-04). Each process reads the shop's secret for signing once. */
export interface Sessions {
  find: FindSession;
  /** Opens a session of 24 hours in the caller's transaction. `replacedTokens`: the tokens of the sessions that it replaces and ends. */
  open(tx: Tx, customerId: string, now: Date, replacedTokens: readonly string[]): Promise<OpenedSession>;
  secret(): Promise<string>;
}

export const createSessions = (db: Database): Sessions => {
  let known: string | undefined;
  const secret = async (): Promise<string> => {
    known ??= await getShopSecret(db.write, 'sessions');
    return known;
  };
  return {
    secret,
    find: async (token, now, cartId) => {
      const session = readSessionToken(token, await secret(), now);
      return session && findSession(db.write, session, cartId, now);
    },
    open: async (tx, customerId, now, replacedTokens) => {
      for (const token of replacedTokens) {
        const replaced = readSessionToken(token, await secret(), now);
        if (replaced !== undefined) await deleteSession(tx, replaced.sessionId);
      }
      const session = { customerId, sessionId: randomUUID() };
      // A token counts whole seconds, so its row, its cookie and the answer use the same end.
      const createdAt = new Date(Math.floor(now.getTime() / 1_000) * 1_000);
      const times = { createdAt, expiresAt: new Date(createdAt.getTime() + sessionLifeMs) };
      await insertSession(tx, session, times);
      return { token: writeSessionToken(session, await secret(), times), expiresAt: times.expiresAt };
    },
  };
};
