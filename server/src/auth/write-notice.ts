import type { Customer } from '@ceiba/contract/customers';
import { type WrittenMail, writeMail } from '../notifications/write-mail.ts';
import type { Tx } from '../platform/database.ts';

/**
 * Tells a customer what became of the account, if the address is confirmed. Else it may be a stranger's: whoever has registered it
 * could have them told of ever new passwords, passkeys, addresses and ends of accounts.
 */
export async function writeNotice(
  tx: Tx,
  { isConfirmed }: Pick<Customer, 'isConfirmed'>,
  dedupeKey: string,
  mail: WrittenMail,
  now: Date,
): Promise<void> {
  if (isConfirmed) await writeMail(tx, dedupeKey, mail, now);
}
