import { createHmac, randomUUID } from 'node:crypto';
import type { Database } from '../platform/db/database.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs a token by hand as DEC-04 describes it, valid or invalid. Times in seconds. */
export const signToken = (secret: string, claims: object, header: object = { alg: 'HS256', typ: 'JWT' }): string => {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};

export interface SignedInCustomer {
  id: string;
  email: string;
  /** Headers of a call by this customer (DEC-03). */
  headers: { authorization: string };
  secret: string;
}

/** Makes a customer an employee, as an operator does (DEC-153). Confirms the address. */
export const makeEmployee = async (db: Database, { id, email }: { id: string; email: string }): Promise<void> => {
  await db.pool.query('insert into employee_emails (email, added_at) values ($1, now())', [email]);
  await confirmEmail(db, { id });
};

/** Confirms a customer's address, as the link in the mail does. */
export const confirmEmail = async (db: Database, { id }: { id: string }): Promise<void> => {
  await db.pool.query('update customers set email_confirmed_at = now() where id = $1', [id]);
};

/** Creates a customer with a session of 24 hours from `now` on (DEC-04). */
export const signInCustomer = async (db: Database, email: string, now: Date): Promise<SignedInCustomer> => {
  const id = randomUUID();
  await db.pool.query(`insert into customers (id, email, first_name, last_name) values ($1, $2, 'Ana', 'Ajú')`, [
    id,
    email,
  ]);
  const { rows } = await db.pool.query<{ value: string }>(`select value from shop_secrets where name = 'sessions'`);
  const secret = rows[0]?.value ?? '';
  const sessionId = randomUUID();
  await db.pool.query('insert into sessions (id, customer_id, created_at, expires_at) values ($1, $2, $3, $4)', [
    sessionId,
    id,
    now,
    new Date(now.getTime() + 86_400_000),
  ]);
  const iat = Math.floor(now.getTime() / 1000);
  const token = signToken(secret, { sub: id, iat, exp: iat + 86_400, jti: sessionId });
  return { id, email, headers: { authorization: `Bearer ${token}` }, secret };
};
