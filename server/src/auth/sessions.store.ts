import type { Tx } from '../platform/database.ts';
import type { FoundSession } from '../platform/route.ts';
import { statement } from '../platform/statement.ts';
import type { TokenSession } from './session-token.ts';

interface SessionRow {
  customer_id: string;
  email: string;
  first_name: string;
  expires_at: Date;
  cart_owner: string | null;
}

const selectSession = statement<SessionRow, [session: string, customer: string, cart: string | null, now: Date]>(
  'auth.session',
  `select s.customer_id, c.email, c.first_name, s.expires_at, (select cart_owner(k) from carts k where id = $3) as cart_owner
   from sessions s join customers c on c.id = s.customer_id
   where s.id = $1 and s.customer_id = $2 and s.expires_at > $4`,
);

/** Undefined when it is over, revoked, or its account is gone. `cartId`: whose cart is asked with it. One statement. */
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
        id: row.customer_id,
        email: row.email,
        firstName: row.first_name,
        sessionId,
        sessionExpiresAt: row.expires_at,
      },
      cartOwnerId: row.cart_owner,
    }
  );
}

const insert = statement<object, [id: string, customer: string, created: Date, expires: Date]>(
  'auth.insert-session',
  'insert into sessions (id, customer_id, created_at, expires_at) values ($1, $2, $3, $4)',
);

export async function insertSession(
  tx: Tx,
  { sessionId, customerId }: TokenSession,
  times: { createdAt: Date; expiresAt: Date },
): Promise<void> {
  await insert(tx, [sessionId, customerId, times.createdAt, times.expiresAt]);
}

const deleteOne = statement<object, [id: string]>('auth.delete-session', 'delete from sessions where id = $1');

/** From then on its token is refused. */
export const deleteSession = async (tx: Tx, sessionId: string): Promise<void> => {
  await deleteOne(tx, [sessionId]);
};

const deleteAllOf = statement<{ id: string }, [customer: string, except: string | null]>(
  'auth.delete-sessions',
  'delete from sessions where customer_id = $1 and id is distinct from $2 returning id',
);

/** All of a customer, but for one; answers how many there were. */
export const deleteSessionsOf = async (tx: Tx, customerId: string, except: string | null = null): Promise<number> =>
  (await deleteAllOf(tx, [customerId, except])).length;

const deleteOld = statement<object, [before: Date, most: number]>(
  'auth.delete-expired-sessions',
  `delete from sessions where ctid = any (array(
     select ctid from sessions where expires_at < $1 order by expires_at limit $2)) returning 1`,
);

/** Sessions that ended before that moment, at most `most` a call; answers how many. */
export const deleteExpiredSessions = async (tx: Tx, before: Date, most = 1_000): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;
