import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

type CloseRefusal = 'UNAUTHORIZED' | 'ORDER_IN_PROGRESS';

const callClose = statement<
  { refusal: CloseRefusal | null; closed_email: string | null },
  [customer: string, now: Date]
>('accounts.close', 'select refusal, closed_email from close_account($1, $2)');

/** Closes an account; answers its address, or why nothing was written. */
export async function closeAccountOf(
  tx: Tx,
  customerId: string,
  now: Date,
): Promise<{ email: string } | { refusal: CloseRefusal }> {
  const [row] = await callClose(tx, [customerId, now]);
  if (row?.refusal) return { refusal: row.refusal };
  if (!row?.closed_email) throw new Error('close_account answered neither an address nor a refusal');
  return { email: row.closed_email };
}

const callForget = statement<{ forgotten: number }, [most: number]>(
  'accounts.forget-buyers',
  `with due as (
     select array(select id from orders where forgets_buyer and email <> '' and is_order_over(id) order by id limit $1) as ids)
   select cardinality(ids)::int as forgotten, forget_buyer(ids) from due`,
);

/** Orders of closed accounts that have arrived since, or were canceled; at most `most` a call; answers how many. */
export const forgetBuyers = async (tx: Tx, most = 100): Promise<number> =>
  (await callForget(tx, [most]))[0]?.forgotten ?? 0;
