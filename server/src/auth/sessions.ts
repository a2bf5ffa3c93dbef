import { randomUUID } from 'node:crypto';
import { sessionLifeMs } from '@ceiba/domain/auth/session';
import type { Database, Tx } from '../platform/database.ts';
import type { FindSession } from '../platform/route.ts';
import { getShopSecret } from '../platform/shop-secrets.store.ts';
import { readSessionToken, writeSessionToken } from './session-token.ts';
import { deleteSession, findSession, insertSession } from './sessions.store.ts';

export interface OpenedSession {
  token: string;
  expiresAt: Date;
}

/** Sessions of customers (DEC-04), signed with the shop's one secret, which a process asks for once. */
export interface Sessions {
  find: FindSession;
  /** Opens one of 24 hours, in the caller's transaction. `former`: tokens it takes the place of, which hold no longer. */
  open(tx: Tx, customerId: string, now: Date, former: readonly string[]): Promise<OpenedSession>;
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
    open: async (tx, customerId, now, former) => {
      for (const token of former) {
        const replaced = readSessionToken(token, await secret(), now);
        if (replaced !== undefined) await deleteSession(tx, replaced.sessionId);
      }
      const session = { customerId, sessionId: randomUUID() };
      // A token counts whole seconds; its row, its cookie and what the answer says end with it.
      const createdAt = new Date(Math.floor(now.getTime() / 1_000) * 1_000);
      const times = { createdAt, expiresAt: new Date(createdAt.getTime() + sessionLifeMs) };
      await insertSession(tx, session, times);
      return { token: writeSessionToken(session, await secret(), times), expiresAt: times.expiresAt };
    },
  };
};
