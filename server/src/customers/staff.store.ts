import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

const insert = statement(
  'customers.add-staff',
  'insert into employee_emails (email, added_at) values ($1, $2) on conflict do nothing returning email',
);

const remove = statement('customers.remove-staff', 'delete from employee_emails where email = $1 returning email');

/**
 * Adds an e-mail (in lower case) to the list of employees, or removes it (DEC-153), for the desk and for `ceiba
 * customer staff`. Changes carts immediately. Returns false if nothing changed.
 */
export const setEmployee = async (tx: Tx, email: string, isEmployee: boolean, now: Date): Promise<boolean> =>
  (await (isEmployee ? insert(tx, [email, now]) : remove(tx, [email]))).length > 0;

const list = statement(
  'customers.staff',
  `select s.email, coalesce(is_employee(c.id), false) as is_employee
   from employee_emails s left join customers c on c.email = s.email order by s.email`,
);

/** Lists the e-mails of employees. `isEmployee`: an account has confirmed the e-mail. */
export const listStaff = async (tx: Tx): Promise<{ email: string; isEmployee: boolean }[]> =>
  (await list(tx, [])).map(({ email, isEmployee }) => ({ email, isEmployee }));

/** The facts of an account that an operator may see, without facts that could be used to sign in. */
export type KnownCustomer = RowOf<typeof select>;

const select = statement(
  'customers.known',
  `select c.id, c.email, c.first_name as "firstName", c.last_name as "lastName", c.phone, c.created_at as "createdAt",
     c.email_confirmed_at is not null as "isConfirmed", is_employee(c.id) as "isEmployee",
     (select count(*)::int from sessions s where s.customer_id = c.id and s.expires_at > now()) as sessions
   from customers c where c.email = $1`,
  { isEmployee: neverNull() },
);

export async function findKnownCustomer(tx: Tx, email: string): Promise<KnownCustomer | undefined> {
  const [row] = await select(tx, [email]);
  return row;
}

const endAccess = statement('customers.sign-out', 'select ended from end_account_access($1)', { ended: neverNull() });

/**
 * Ends every session, passkey and mailed link. Deletes wrong passwords and the browsers that signed in before. Returns
 * the number of sessions.
 */
export async function signOutEverywhere(tx: Tx, customerId: string): Promise<number> {
  const [row] = await endAccess(tx, [customerId]);
  return row?.ended ?? 0;
}

type GiveBackRefusal = 'UNKNOWN' | 'EMAIL_TAKEN';

const giveBack = statement('customers.give-back', 'select refusal, ended from give_account_back($1, $2, $3)', {
  refusal: column<GiveBackRefusal>(),
});

/**
 * Changes the account of one address to another, confirmed address. Ends all access and removes the password. Returns
 * the number of ended sessions, or the reason why nothing was written. Both addresses in lower case.
 */
export async function giveAccountBack(
  tx: Tx,
  { present, wanted }: { present: string; wanted: string },
  now: Date,
): Promise<{ ended: number } | { refusal: GiveBackRefusal }> {
  const [row] = await giveBack(tx, [present, wanted, now]);
  return row?.refusal ? { refusal: row.refusal } : { ended: row?.ended ?? 0 };
}
