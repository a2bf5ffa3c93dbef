import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

/** A person who was erased on request (OPS-15), or an account that was closed. */
export interface Erasure {
  /** A keyed hash, in hex, of the person's e-mail or of the account's ID. */
  hash: string;
  erasedAt: Date;
}

const selectErasures = statement(
  'accounts.erasures',
  `select encode(hash, 'hex') as hash, erased_at from erasures where erased_at >= $1`,
);

/** Lists erasures since a moment. Without a moment, lists all. */
export const listErasures = async (tx: Tx, since = new Date(0)): Promise<Erasure[]> =>
  (await selectErasures(tx, [since])).map(({ hash, erasedAt }) => ({ hash, erasedAt }));

export interface ErasedPerson {
  hadAccount: boolean;
  orders: number;
}

const callErase = statement(
  'accounts.erase-person',
  'select refusal, had_account, orders_found from erase_person($1, $2)',
  { refusal: column<'ORDER_IN_PROGRESS'>(), hadAccount: neverNull() },
);

/** Erases a person by their e-mail (lower case). Returns which data existed, or the reason why nothing was written. */
export async function erasePersonOf(
  tx: Tx,
  email: string,
  now: Date,
): Promise<ErasedPerson | { refusal: 'ORDER_IN_PROGRESS' }> {
  const [row] = await callErase(tx, [email, now]);
  if (row === undefined) throw new Error('erase_person answered nothing');
  return row.refusal === null ? { hadAccount: row.hadAccount, orders: row.ordersFound ?? 0 } : { refusal: row.refusal };
}

/** Every e-mail that the database stores for any purpose. */
const emails = `select email from customers union select lower(email) from orders union select lower(email) from carts
  union select lower(email) from complaints union select email from restock_notices union select lower(recipient) from mails
  union select email from employee_emails union select lower(gift_card ->> 'giftcardEmail') from order_lines`;

const selectKnown = statement(
  'accounts.erased-emails',
  `select email from (${emails}) e (email)
   where email <> '' and encode(erasure_hash(email), 'hex') = any ($1) order by email`,
  { email: neverNull() },
);

/** Finds stored e-mails that match one of these hashes. */
export const findErasedEmails = async (tx: Tx, hashes: readonly string[]): Promise<string[]> =>
  (await selectKnown(tx, [hashes])).map(({ email }) => email);

const selectClosed = statement(
  'accounts.closed-again',
  `select id, email from customers where encode(erasure_hash(id::text), 'hex') = any ($1) order by email`,
);

/** Finds stored accounts that match one of these hashes. */
export const findClosedAccounts = (tx: Tx, hashes: readonly string[]): Promise<{ id: string; email: string }[]> =>
  selectClosed(tx, [hashes]);
