import { checkEmail } from '@ceiba/domain/customers/email';
import { findAccountByEmail } from '../auth/accounts.store.ts';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { typed } from '../platform/operations/typed-words.ts';
import { erasePerson } from './erase-person.ts';

const email = typed('<e-mail>', 'an e-mail address', (text) => {
  const read = checkEmail(text);
  return read.ok ? read.value : undefined;
});

/** Erases a person at their request (OPS-15). */
export const eraseCommand: Command = databaseCommand({
  usage: 'customer erase <e-mail>',
  changes: {
    entity: 'customers',
    // A guest has no account ID.
    id: async ({ 'e-mail': address }, tx) => (await findAccountByEmail(tx, address))?.id ?? '',
    hides: ['e-mail'],
  },
  summary:
    'erases the data of a person who requested it and proved their identity: account, guest orders, complaints and mails. Invoices stay. Cannot be undone',
  canDryRun: true,
  takes: { 'e-mail': email },
  run: async ({ db, now, end }, { 'e-mail': address }) => {
    const erased = await erasePerson(db, address, now);
    if (!erased.ok)
      return end(false, 'Nothing was changed: an order of theirs is being placed. Try again in some minutes.');
    const { hadAccount, orders } = erased.value;
    const found = `${hadAccount ? 'the account' : 'there was no account'}, ${orders} orders`;
    return end(
      true,
      `Erased the data of ${address}: ${found}. An unfinished order keeps its delivery data until it has arrived.`,
    );
  },
});
