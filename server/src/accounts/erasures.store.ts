import { statement, type Tx } from '../platform/db/database.ts';

/** A person who was erased on request (OPS-15), or an account that was closed. */
export interface Erasure {
  /** A keyed hash of their e-mail, or of the account's id; in hex. */
  hash: string;
  erasedAt: Date;
}

const selectErasures = statement<{ hash: string; erased_at: Date }, [since: Date]>(
  'accounts.erasures',
  `select encode(hash, 'hex') as hash, erased_at from erasures where erased_at >= $1`,
);

/** Those from that moment on; without it all. */
export const listErasures = async (tx: Tx, since = new Date(0)): Promise<Erasure[]> =>
  (await selectErasures(tx, [since])).map(({ hash, erased_at: erasedAt }) => ({ hash, erasedAt }));

export interface ErasedPerson {
  hadAccount: boolean;
  orders: number;
}

const callErase = statement<
  { refusal: 'ORDER_IN_PROGRESS' | null; had_account: boolean; orders_found: number | null },
  [email: string, now: Date]
>('accounts.erase-person', 'select refusal, had_account, orders_found from erase_person($1, $2)');

/** Makes a person unreadable by their e-mail (lower case); answers what was theirs, or why nothing was written. */
export async function erasePersonOf(
  tx: Tx,
  email: string,
  now: Date,
): Promise<ErasedPerson | { refusal: 'ORDER_IN_PROGRESS' }> {
  const [row] = await callErase(tx, [email, now]);
  if (row === undefined) throw new Error('erase_person answered nothing');
  return row.refusal === null
    ? { hadAccount: row.had_account, orders: row.orders_found ?? 0 }
    : { refusal: row.refusal };
}

/** Where an e-mail is kept, whosever it is. */
const emails = `select email from customers union select lower(email) from orders union select lower(email) from carts
  union select lower(email) from complaints union select email from restock_notices union select lower(recipient) from mails
  union select email from employee_emails union select lower(gift_card ->> 'giftcardEmail') from order_lines`;

const selectKnown = statement<{ email: string }, [hashes: readonly string[]]>(
  'accounts.erased-emails',
  `select email from (${emails}) e (email)
   where email <> '' and encode(erasure_hash(email), 'hex') = any ($1) order by email`,
);

/** E-mails that the database still holds and one of these hashes is of. */
export const findErasedEmails = async (tx: Tx, hashes: readonly string[]): Promise<string[]> =>
  (await selectKnown(tx, [hashes])).map(({ email }) => email);

const selectClosed = statement<{ id: string; email: string }, [hashes: readonly string[]]>(
  'accounts.closed-again',
  `select id, email from customers where encode(erasure_hash(id::text), 'hex') = any ($1) order by email`,
);

/** Accounts that the database still has and one of these hashes is of. */
export const findClosedAccounts = (tx: Tx, hashes: readonly string[]): Promise<{ id: string; email: string }[]> =>
  selectClosed(tx, [hashes]);
