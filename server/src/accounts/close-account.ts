import { ok, type Result, refuse } from '@ceiba/domain/result';
import { accountClosedMail } from '../auth/account-mails.ts';
import { takeAccountTurn } from '../auth/accounts.store.ts';
import type { LogInDeps } from '../auth/log-in.ts';
import { type PasswordProof, type ProofRefusal, provePassword } from '../auth/prove-password.ts';
import { writeNotice } from '../auth/write-notice.ts';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { closeAccountOf } from './closed-accounts.store.ts';

/**
 * Closes a customer's account for ever, by the current password. In one transaction: whoever is cut off in the middle has
 * closed nothing. The address is told where it is confirmed, as it may be a stranger's else; it may be registered anew and then
 * finds none of the orders.
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
