import { ok, type Result, refuse } from '@ceiba/domain/result';
import { accountClosedMail, writeNotice } from '../auth/account-mails.ts';
import { takeAccountTurn } from '../auth/accounts.store.ts';
import type { LogInDeps } from '../auth/log-in.ts';
import { type PasswordProof, type ProofRefusal, provePassword } from '../auth/prove-password.ts';
import type { MailingShop } from '../notifications/mail-layout.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';

type CloseRefusal = 'UNAUTHORIZED' | 'ORDER_IN_PROGRESS';

const callClose = statement('accounts.close', 'select refusal, closed_email from close_account($1, $2)', {
  refusal: column<CloseRefusal>(),
});

/** Closes an account. Returns its address, or the reason why nothing was written. */
export async function closeAccountOf(
  tx: Tx,
  customerId: string,
  now: Date,
): Promise<{ email: string } | { refusal: CloseRefusal }> {
  const [row] = await callClose(tx, [customerId, now]);
  if (row?.refusal) return { refusal: row.refusal };
  if (!row?.closedEmail) throw new Error('close_account answered neither an address nor a refusal');
  return { email: row.closedEmail };
}

const callForget = statement(
  'accounts.forget-buyers',
  `with due as (
     select array(select id from orders where forgets_buyer and email <> '' and is_order_over(id) order by id limit $1) as ids)
   select cardinality(ids)::int as forgotten, forget_buyer(ids) from due`,
);

/** Removes the buyers of closed accounts from up to `most` orders that have arrived since, or were canceled. Returns their number. */
export const forgetBuyers = async (tx: Tx, most = 100): Promise<number> =>
  (await callForget(tx, [most]))[0]?.forgotten ?? 0;

/**
 * Closes a customer's account for good, with the current password. Uses a single transaction, so that an interrupted
 * call closes nothing. Returns the address only if it is confirmed, because an unconfirmed address may be a stranger's.
 * The address may be registered again. The new account does not see the orders of the old account.
 */
export async function closeAccount(
  deps: Pick<LogInDeps, 'db' | 'passwords'>,
  proof: PasswordProof,
  shop: MailingShop,
): Promise<Result<null, ProofRefusal | { code: 'ORDER_IN_PROGRESS' }>> {
  const proven = await provePassword(deps, proof);
  if (!proven.ok) return proven;
  const { customerId, now } = proof;
  return deps.db.transaction(async (tx) => {
    await takeAccountTurn(tx, customerId);
    const closed = await closeAccountOf(tx, customerId, now);
    if ('refusal' in closed) return refuse({ code: closed.refusal });
    const mail = accountClosedMail({ email: closed.email }, shop);
    await writeNotice(tx, proven.value.customer, `account-closed:${customerId}`, mail, now);
    return ok(null);
  });
}
