import type { Customer } from '@ceiba/contract/customers';
import { type CustomerRow, customerColumns, toCustomer } from '../customers/customers.store.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

export interface Account {
  id: string;
  customer: Customer;
  /** Null: nobody signs in with a password. */
  passwordHash: string | null;
}

type AccountRow = CustomerRow & { password_hash: string | null };

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  customer: toCustomer(row),
  passwordHash: row.password_hash,
});

const selectByEmail = statement<AccountRow, [email: string]>(
  'auth.account-by-email',
  `select ${customerColumns}, c.password_hash from customers c where c.email = $1`,
);

/** `email` in lower case. */
export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const [row] = await selectByEmail(tx, [email]);
  return row && toAccount(row);
}

const selectById = statement<AccountRow, [id: string]>(
  'auth.account',
  `select ${customerColumns}, c.password_hash from customers c where c.id = $1`,
);

export async function findAccount(tx: Tx, id: string): Promise<Account | undefined> {
  const [row] = await selectById(tx, [id]);
  return row && toAccount(row);
}

export interface NewAccount {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  dpi: string | null;
  dateOfBirth: string | null;
  gender: 1 | 2 | null;
  passwordHash: string;
}

const insert = statement<AccountRow, [account: string, now: Date]>(
  'auth.insert-account',
  `insert into customers as c (id, email, first_name, last_name, phone, dpi, date_of_birth, gender, password_hash, created_at)
   select a.id, a.email, a."firstName", a."lastName", a.phone, a.dpi, a."dateOfBirth", a.gender, a."passwordHash", $2
   from jsonb_to_record($1::jsonb) as a (id uuid, email text, "firstName" text, "lastName" text, phone text, dpi text,
     "dateOfBirth" date, gender smallint, "passwordHash" text)
   on conflict (email) do nothing
   returning ${customerColumns}, c.password_hash`,
);

/** Undefined when the e-mail has an account already. */
export async function insertAccount(tx: Tx, account: NewAccount, now: Date): Promise<Account | undefined> {
  const [row] = await insert(tx, [JSON.stringify(account), now]);
  return row && toAccount(row);
}

const selectPassword = statement<{ password_hash: string | null }, [id: string]>(
  'auth.lock-password',
  'select password_hash from customers where id = $1 for share',
);

/** The hash as it stands; it stays until the transaction ends. Undefined when the account is gone. */
export async function lockPassword(tx: Tx, id: string): Promise<string | null | undefined> {
  const [row] = await selectPassword(tx, [id]);
  return row?.password_hash;
}

const updatePassword = statement<object, [id: string, hash: string]>(
  'auth.set-password',
  'update customers set password_hash = $2 where id = $1',
);

export const setPassword = async (tx: Tx, id: string, passwordHash: string): Promise<void> => {
  await updatePassword(tx, [id, passwordHash]);
};

const updateConfirmed = statement<{ email: string }, [id: string, now: Date]>(
  'auth.confirm-email',
  `with confirmed as (
     update customers set email_confirmed_at = coalesce(email_confirmed_at, $2) where id = $1 returning id, email),
   linked as (
     update orders o set customer_id = c.id from confirmed c where o.email = c.email and o.customer_id is null)
   select email from confirmed`,
);

/** From then on the orders placed as a guest with that address are the customer's (DEC-139, DEC-152). */
export async function confirmEmailOf(tx: Tx, id: string, now: Date): Promise<void> {
  await updateConfirmed(tx, [id, now]);
}

const linkOrders = statement<object, [id: string]>(
  'auth.link-orders',
  `update orders o set customer_id = c.id from customers c
   where c.id = $1 and c.email_confirmed_at is not null and o.email = c.email and o.customer_id is null`,
);

/** Those placed as a guest since the address was confirmed. */
export const linkGuestOrders = async (tx: Tx, id: string): Promise<void> => {
  await linkOrders(tx, [id]);
};
