import { statement, type Tx } from '../platform/db/database.ts';

const insert = statement<{ email: string }, [email: string, now: Date]>(
  'customers.add-staff',
  'insert into employee_emails (email, added_at) values ($1, $2) on conflict do nothing returning email',
);

/** False when it was staff already. `email` in lower case. */
export const addStaff = async (tx: Tx, email: string, now: Date): Promise<boolean> =>
  (await insert(tx, [email, now])).length > 0;

const remove = statement<{ email: string }, [email: string]>(
  'customers.remove-staff',
  'delete from employee_emails where email = $1 returning email',
);

/** False when it was none. */
export const removeStaff = async (tx: Tx, email: string): Promise<boolean> => (await remove(tx, [email])).length > 0;

const list = statement<{ email: string; is_employee: boolean }>(
  'customers.staff',
  `select s.email, coalesce(is_employee(c.id), false) as is_employee
   from employee_emails s left join customers c on c.email = s.email order by s.email`,
);

/** `isEmployee`: it has a confirmed account. */
export const listStaff = async (tx: Tx): Promise<{ email: string; isEmployee: boolean }[]> =>
  (await list(tx, [])).map(({ email, is_employee }) => ({ email, isEmployee: is_employee }));

/** What an operator may know of an account: nothing that could be used in its place. */
export interface KnownCustomer {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  createdAt: Date;
  isConfirmed: boolean;
  isEmployee: boolean;
  sessions: number;
}

const select = statement<KnownCustomer, [email: string]>(
  'customers.known',
  `select c.id, c.email, c.first_name as "firstName", c.last_name as "lastName", c.phone, c.created_at as "createdAt",
     c.email_confirmed_at is not null as "isConfirmed", is_employee(c.id) as "isEmployee",
     (select count(*)::int from sessions s where s.customer_id = c.id and s.expires_at > now()) as sessions
   from customers c where c.email = $1`,
);

export async function findKnownCustomer(tx: Tx, email: string): Promise<KnownCustomer | undefined> {
  const [row] = await select(tx, [email]);
  return row;
}

const endAccess = statement<{ ended: number }, [customer: string]>(
  'customers.sign-out',
  'select ended from end_account_access($1)',
);

/**
 * Ends every session, passkey and mailed link, forgets wrong passwords and every browser that signed in before; answers how many
 * sessions there were.
 */
export async function signOutEverywhere(tx: Tx, customerId: string): Promise<number> {
  const [row] = await endAccess(tx, [customerId]);
  return row?.ended ?? 0;
}

type GiveBackRefusal = 'UNKNOWN' | 'EMAIL_TAKEN';

const giveBack = statement<
  { refusal: GiveBackRefusal | null; ended: number | null },
  [present: string, wanted: string, now: Date]
>('customers.give-back', 'select refusal, ended from give_account_back($1, $2, $3)');

/**
 * Gives the account of an address to another, confirmed, with every way in ended and its password too; answers how many sessions
 * ended, or why nothing was written. Both in lower case.
 */
export async function giveAccountBack(
  tx: Tx,
  { present, wanted }: { present: string; wanted: string },
  now: Date,
): Promise<{ ended: number } | { refusal: GiveBackRefusal }> {
  const [row] = await giveBack(tx, [present, wanted, now]);
  return row?.refusal ? { refusal: row.refusal } : { ended: row?.ended ?? 0 };
}
