import type { Customer } from '@ceiba/contract/customers';
import { type CustomerRow, customerColumns, toCustomer } from '../customers/customers.store.ts';
import { statement, type Tx } from '../platform/db/database.ts';

export interface Account {
  id: string;
  customer: Customer;
  /** Null: nobody signs in with a password. */
  passwordHash: string | null;
  /** Which of its devices' cookies hold (browser-cookies.ts). */
  deviceEpoch: number;
}

type AccountRow = CustomerRow & { password_hash: string | null; device_epoch: number };

const accountColumns = `${customerColumns}, c.password_hash, c.device_epoch`;

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  customer: toCustomer(row),
  passwordHash: row.password_hash,
  deviceEpoch: row.device_epoch,
});

const selectByEmail = statement<AccountRow, [email: string]>(
  'auth.account-by-email',
  `select ${accountColumns} from customers c where c.email = $1`,
);

/** `email` in lower case. */
export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const [row] = await selectByEmail(tx, [email]);
  return row && toAccount(row);
}

const selectById = statement<AccountRow, [id: string]>(
  'auth.account',
  `select ${accountColumns} from customers c where c.id = $1`,
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
   returning ${accountColumns}`,
);

/** Undefined when the e-mail has an account already. */
export async function insertAccount(tx: Tx, account: NewAccount, now: Date): Promise<Account | undefined> {
  const [row] = await insert(tx, [JSON.stringify(account), now]);
  return row && toAccount(row);
}

const takeTurn = statement<object, [id: string]>('auth.take-turn', 'select take_account_turn($1)');

/**
 * Before anything of an account is changed that lets somebody in: until the transaction ends nobody else does (record 0034).
 * Its passkeys stay as they are, too.
 */
export const takeAccountTurn = async (tx: Tx, id: string): Promise<void> => {
  await takeTurn(tx, [id]);
};

// Not `for share`: of two browsers that sign in at once neither could then confirm the address.
const selectPassword = statement<{ password_hash: string | null }, [id: string]>(
  'auth.lock-password',
  'select password_hash from customers where id = $1 for no key update',
);

/** The hash as it stands; it stays until the transaction ends. Undefined when the account is gone. */
export async function lockPassword(tx: Tx, id: string): Promise<string | null | undefined> {
  const [row] = await selectPassword(tx, [id]);
  return row?.password_hash;
}

const updatePassword = statement<object, [id: string, hash: string]>(
  'auth.reset-password',
  'update customers set password_hash = $2 where id = $1',
);

/** Whatever it was before. */
export const renewPassword = async (tx: Tx, id: string, passwordHash: string): Promise<void> => {
  await updatePassword(tx, [id, passwordHash]);
};

const callEndAccess = statement<{ epoch: number }, [id: string]>(
  'auth.end-access',
  'select epoch from end_account_access($1)',
);

/**
 * Ends every session, passkey and mailed link of an account, also those being made just now, and lifts its lock of wrong
 * passwords (DEC-170). Cookies of devices from before name none any more; answers the epoch of those from now on.
 */
export async function endAccess(tx: Tx, id: string): Promise<number> {
  const [row] = await callEndAccess(tx, [id]);
  return row?.epoch ?? 0;
}

const unshare = statement<object, [id: string]>(
  'auth.unshare-wishlist',
  'update wishlists set share_token = null where customer_id = $1 and share_token is not null',
);

/** Whoever had the link of the customer's list sees it no longer. */
export const unshareWishlistOf = async (tx: Tx, id: string): Promise<void> => {
  await unshare(tx, [id]);
};

const callForgetFormer = statement<object, [id: string, now: Date]>(
  'auth.forget-former-owner',
  'select forget_former_owner($1, $2)',
);

/** What whoever registered an address of somebody else may have left in the account. */
export const forgetFormerOwner = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await callForgetFormer(tx, [id, now]);
};

const replace = statement<{ id: string }, [id: string, former: string | null, hash: string]>(
  'auth.replace-password',
  'update customers set password_hash = $3 where id = $1 and password_hash is not distinct from $2 returning id',
);

/** False when the password is another than `formerHash` by now, or the account gone. */
export const replacePassword = async (
  tx: Tx,
  { id, formerHash, passwordHash }: { id: string; formerHash: string | null; passwordHash: string },
): Promise<boolean> => (await replace(tx, [id, formerHash, passwordHash])).length > 0;

type EmailRefusal = 'LINK_NOT_FOUND' | 'EMAIL_TAKEN';

const callChange = statement<
  { refusal: EmailRefusal | null; former: string | null; address: string | null },
  [token: Buffer, customer: string, now: Date]
>('auth.change-email', 'select refusal, former, address from change_email($1, $2, $3)');

/** Gives a customer the address a link was mailed to; answers both addresses, or why nothing was written. */
export async function changeEmailOf(
  tx: Tx,
  { tokenHash, customerId }: { tokenHash: Buffer; customerId: string },
  now: Date,
): Promise<{ former: string; address: string } | { refusal: EmailRefusal }> {
  const [row] = await callChange(tx, [tokenHash, customerId, now]);
  if (row?.refusal) return { refusal: row.refusal };
  if (!row?.former || !row.address) throw new Error('change_email answered neither addresses nor a refusal');
  return { former: row.former, address: row.address };
}

const updateConfirmed = statement<{ email: string }, [id: string, now: Date]>(
  'auth.confirm-email',
  `with confirmed as (
     update customers set email_confirmed_at = coalesce(email_confirmed_at, $2) where id = $1 returning id, email),
   linked as (
     update orders o set customer_id = c.id from confirmed c where o.email = c.email and o.customer_id is null and not o.forgets_buyer)
   select email from confirmed`,
);

/** From then on the orders placed as a guest with that address are the customer's (DEC-139, DEC-152). */
export async function confirmEmailOf(tx: Tx, id: string, now: Date): Promise<void> {
  await updateConfirmed(tx, [id, now]);
}

const linkOrders = statement<object, [id: string]>(
  'auth.link-orders',
  `update orders o set customer_id = c.id from customers c
   where c.id = $1 and c.email_confirmed_at is not null and o.email = c.email and o.customer_id is null and not o.forgets_buyer`,
);

/** Those placed as a guest since the address was confirmed. */
export const linkGuestOrders = async (tx: Tx, id: string): Promise<void> => {
  await linkOrders(tx, [id]);
};
