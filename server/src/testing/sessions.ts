import { createHmac, randomUUID } from 'node:crypto';
import type { Database } from '../platform/database.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as DEC-04 describes it, made by hand: what the shop must accept, or not. Times in seconds. */
export const signToken = (secret: string, claims: object, header: object = { alg: 'HS256', typ: 'JWT' }): string => {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};

export interface SignedInCustomer {
  id: string;
  email: string;
  /** Headers of a call in this customer's name (DEC-03). */
  headers: { authorization: string };
  secret: string;
}

/** A customer with a session of 24 hours from `now` on (DEC-04). */
export const signInCustomer = async (db: Database, email: string, now: Date): Promise<SignedInCustomer> => {
  const id = randomUUID();
  await db.pool.query(`insert into customers (id, email, first_name, last_name) values ($1, $2, 'Ana', 'Ajú')`, [
    id,
    email,
  ]);
  const { rows } = await db.pool.query<{ value: string }>(`select value from shop_secrets where name = 'sessions'`);
  const secret = rows[0]?.value ?? '';
  const iat = Math.floor(now.getTime() / 1000);
  const token = signToken(secret, { sub: id, iat, exp: iat + 86_400, jti: randomUUID() });
  return { id, email, headers: { authorization: `Bearer ${token}` }, secret };
};
