import type { Customer } from '@ceiba/contract/customers';
import { type CustomerRow, customerColumns, toCustomer } from '../customers/customers.store.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

export interface Account {
  id: string;
  customer: Customer;
  /** Null if the account has no password. */
  passwordHash: string | null;
  /** The first epoch whose device cookies are valid (browser-cookies.ts). */
  deviceEpoch: number;
}

type AccountRow = CustomerRow & { passwordHash: string | null; deviceEpoch: number };

const accountColumns = `${customerColumns}, c.password_hash, c.device_epoch`;

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  customer: toCustomer(row),
  passwordHash: row.passwordHash,
  deviceEpoch: row.deviceEpoch,
});

const selectByEmail = statement(
  'auth.account-by-email',
  `select ${accountColumns} from customers c where c.email = $1`,
  { gender: column<1 | 2>(), isEmployee: neverNull() },
);

/** `email` in lower case. */
export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const [row] = await selectByEmail(tx, [email]);
  return row && toAccount(row);
}

const selectById = statement('auth.account', `select ${accountColumns} from customers c where c.id = $1`, {
  gender: column<1 | 2>(),
  isEmployee: neverNull(),
});

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

const insert = statement(
  'auth.insert-account',
  `insert into customers as c (id, email, first_name, last_name, phone, dpi, date_of_birth, gender, password_hash, created_at)
   select a.id, a.email, a."firstName", a."lastName", a.phone, a.dpi, a."dateOfBirth", a.gender, a."passwordHash", $2
   from jsonb_to_record($1::jsonb) as a (id uuid, email text, "firstName" text, "lastName" text, phone text, dpi text,
     "dateOfBirth" date, gender smallint, "passwordHash" text)
   on conflict (email) do nothing
   returning ${accountColumns}`,
  { gender: column<1 | 2>(), isEmployee: neverNull() },
);

/** Creates an account. Undefined if an account with the e-mail exists. */
export async function insertAccount(tx: Tx, account: NewAccount, now: Date): Promise<Account | undefined> {
  const [row] = await insert(tx, [JSON.stringify(account), now]);
  return row && toAccount(row);
}

const takeTurn = statement('auth.take-turn', 'select take_account_turn($1)');

/**
 * Locks the account before a transaction changes who has access to it. Until that transaction ends, no other transaction can change the access
 * (record 0034). The account's passkeys are locked, too.
 */
export const takeAccountTurn = async (tx: Tx, id: string): Promise<void> => {
  await takeTurn(tx, [id]);
};

// Not `for share`: two browsers that sign in at the same time would block each other from confirming the address.
const selectPassword = statement(
  'auth.lock-password',
  'select password_hash from customers where id = $1 for no key update',
);

/** Returns the stored hash and locks it until the transaction ends. Undefined if the account does not exist. */
export async function lockPassword(tx: Tx, id: string): Promise<string | null | undefined> {
  const [row] = await selectPassword(tx, [id]);
  return row?.passwordHash;
}

const updatePassword = statement('auth.reset-password', 'update customers set password_hash = $2 where id = $1');

/** Replaces the password hash without comparing the old one. */
export const renewPassword = async (tx: Tx, id: string, passwordHash: string): Promise<void> => {
  await updatePassword(tx, [id, passwordHash]);
};

const callEndAccess = statement('auth.end-access', 'select epoch from end_account_access($1)', { epoch: neverNull() });

/**
 * Ends every session, passkey and mailed link of an account, even if a concurrent call creates one, and lifts its lock after wrong
 * passwords (DEC-170). Earlier device cookies become invalid. Returns the epoch from which device cookies are valid.
 */
export async function endAccess(tx: Tx, id: string): Promise<number> {
  const [row] = await callEndAccess(tx, [id]);
  return row?.epoch ?? 0;
}

const unshare = statement(
  'auth.unshare-wishlist',
  'update wishlists set share_token = null where customer_id = $1 and share_token is not null',
);

/** Revokes the link of the customer's shared list. */
export const unshareWishlistOf = async (tx: Tx, id: string): Promise<void> => {
  await unshare(tx, [id]);
};

const callForgetFormer = statement('auth.forget-former-owner', 'select forget_former_owner($1, $2)');

/** Removes data that a person who registered a stranger's address may have left in the account. */
export const forgetFormerOwner = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await callForgetFormer(tx, [id, now]);
};

const replace = statement(
  'auth.replace-password',
  'update customers set password_hash = $3 where id = $1 and password_hash is not distinct from $2 returning id',
);

/** Returns false if the stored hash has changed from `formerHash`, or the account does not exist. */
export const replacePassword = async (
  tx: Tx,
  { id, formerHash, passwordHash }: { id: string; formerHash: string | null; passwordHash: string },
): Promise<boolean> => (await replace(tx, [id, formerHash, passwordHash])).length > 0;

type EmailRefusal = 'LINK_NOT_FOUND' | 'EMAIL_TAKEN';

const callChange = statement('auth.change-email', 'select refusal, former, address from change_email($1, $2, $3)', {
  refusal: column<EmailRefusal>(),
});

/**
 * Gives a customer the address to which a link was mailed. Returns both addresses, or the reason why nothing was
 * written.
 */
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

const updateConfirmed = statement(
  'auth.confirm-email',
  `with confirmed as (
     update customers set email_confirmed_at = coalesce(email_confirmed_at, $2) where id = $1 returning id, email),
   linked as (
     update orders o set customer_id = c.id from confirmed c where o.email = c.email and o.customer_id is null and not o.forgets_buyer)
   select email from confirmed`,
);

/** Confirms the address: guest orders placed with it become the customer's (DEC-139, DEC-152). */
export async function confirmEmailOf(tx: Tx, id: string, now: Date): Promise<void> {
  await updateConfirmed(tx, [id, now]);
}

const linkOrders = statement(
  'auth.link-orders',
  `update orders o set customer_id = c.id from customers c
   where c.id = $1 and c.email_confirmed_at is not null and o.email = c.email and o.customer_id is null and not o.forgets_buyer`,
);

/** Links guest orders placed since the address was confirmed. */
export const linkGuestOrders = async (tx: Tx, id: string): Promise<void> => {
  await linkOrders(tx, [id]);
};
