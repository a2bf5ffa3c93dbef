import type { Tx } from '../platform/database.ts';
import type { SessionCustomer } from '../platform/route.ts';
import { statement } from '../platform/statement.ts';

const selectSecret = statement<{ value: string }>(
  'auth.session-secret',
  `select value from shop_secrets where name = 'sessions'`,
);

/** What the session tokens of every node are signed with; it never changes while the shop lives. */
export async function getSessionSecret(tx: Tx): Promise<string> {
  const [row] = await selectSecret(tx, []);
  if (row === undefined) throw new Error('the shop has no secret for its sessions');
  return row.value;
}

const selectCustomer = statement<{ id: string; email: string; first_name: string }, [id: string]>(
  'auth.customer',
  'select id, email, first_name from customers where id = $1',
);

/** Undefined when the account is gone. */
export async function findCustomer(tx: Tx, id: string): Promise<SessionCustomer | undefined> {
  const [row] = await selectCustomer(tx, [id]);
  return row && { id: row.id, email: row.email, firstName: row.first_name };
}
