import { checkEmail } from '@ceiba/domain/customers/email';
import { checkPhone, displayPhone } from '@ceiba/domain/customers/phone';
import { hinted } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import { typed } from '../platform/operations/typed-words.ts';
import {
  findKnownCustomer,
  giveAccountBack,
  type KnownCustomer,
  listStaff,
  setEmployee,
  signOutEverywhere,
} from './staff.store.ts';

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

const phoneText = (stored: string | null): string => {
  const phone = checkPhone(stored ?? '');
  return phone.ok ? displayPhone(phone.value) : (stored ?? '-');
};

const linesOf = (known: KnownCustomer): string[] => [
  `${known.firstName} ${known.lastName} <${known.email}>`,
  `phone           ${phoneText(known.phone)}`,
  `since           ${known.createdAt.toISOString().slice(0, 10)}`,
  `confirmed       ${yesNo(known.isConfirmed)}`,
  `employee        ${yesNo(known.isEmployee)}`,
  `sessions        ${known.sessions}`,
];

const findKnown = async ({ db, refuse }: DatabaseCall, email: string): Promise<KnownCustomer | undefined> => {
  const known = await findKnownCustomer(db.write, email);
  if (known === undefined) refuse(`There is no account of ${email}.`);
  return known;
};

const giveBack = async (
  { db, now, end, reportChange }: DatabaseCall,
  present: string,
  wanted: string,
): Promise<boolean> => {
  const given = await giveAccountBack(db.write, { present, wanted }, now);
  if ('ended' in given) {
    reportChange({ before: { email: hinted(present) }, after: { email: hinted(wanted), ended: given.ended } });
    const ended = `${given.ended} sessions ended; its owner asks for a new password by mail.`;
    return end(true, `The account of ${present} is ${wanted}'s. ${ended}`);
  }
  const why = { UNKNOWN: `there is no account of ${present}`, EMAIL_TAKEN: `${wanted} has an account` };
  return end(false, `Nothing was changed: ${why[given.refusal]}.`);
};

const email = typed('<e-mail>', 'an e-mail address', (text) => {
  const read = checkEmail(text);
  return read.ok ? read.value : undefined;
});

/** An account's ID in the audit, which outlives the account. */
const account = {
  entity: 'customers',
  id: async ({ 'e-mail': address }: { 'e-mail': string }, tx: Tx): Promise<string> =>
    (await findKnownCustomer(tx, address))?.id ?? '',
};

/** `a…@example.com`: a form of the e-mail for places that must not contain it. */
const withoutName = (address: string): string => address.replace(/^(.).*@/, '$1…@');

/** Changes the list of employees, and reports the change under the account. An e-mail without an account has no page at the desk. */
async function changeEmployee(
  { db, now, reportChange }: DatabaseCall,
  address: string,
  isEmployee: boolean,
): Promise<boolean> {
  const isChanged = await setEmployee(db.write, address, isEmployee, now);
  if (!isChanged) return false;
  const known = await findKnownCustomer(db.write, address);
  const named = known
    ? { entity: 'customers', entityId: known.id }
    : { entity: 'employees', entityId: withoutName(address) };
  reportChange({ ...named, before: { isEmployee: !isEmployee }, after: { isEmployee } });
  return true;
}

/** Commands for accounts and staff. */
export const customerCommands: readonly Command[] = [
  databaseCommand({
    usage: 'customer show <e-mail>',
    changes: null,
    summary: 'shows the data of an account that operators may see',
    canJson: true,
    takes: { 'e-mail': email },
    run: async (call, { 'e-mail': address }) => {
      const known = await findKnown(call, address);
      if (known !== undefined) call.answer(known, linesOf(known));
      return known !== undefined;
    },
  }),
  databaseCommand({
    usage: 'customer sign-out <e-mail>',
    changes: { ...account, hides: ['e-mail'], calls: ['endCustomerSessions'] },
    summary: 'ends all sessions, passkeys and mailed links of an account, and lifts its lock after wrong passwords',
    canDryRun: true,
    takes: { 'e-mail': email },
    run: async (call, { 'e-mail': address }) => {
      const known = await findKnown(call, address);
      if (known === undefined) return false;
      const sessions = await signOutEverywhere(call.db.write, known.id);
      call.reportChange({ after: { ended: sessions } });
      return call.end(true, `${sessions} sessions of ${address} ended, its passkeys and mailed links too.`);
    },
  }),
  databaseCommand({
    usage: 'customer email <e-mail> <former>',
    changes: { ...account, hides: ['e-mail', 'former'], calls: ['giveCustomerBack'] },
    summary:
      'restores the former e-mail of an account that was taken over. Confirms the e-mail, and ends sessions, passkeys, links and the password (a reset sets a new one)',
    canDryRun: true,
    takes: { 'e-mail': email, former: email },
    check: (typed) => (typed['e-mail'] === typed.former ? '<former> is the same e-mail.' : undefined),
    run: (call, { 'e-mail': present, former }) => giveBack(call, present, former),
  }),
  databaseCommand({
    usage: 'customer staff',
    changes: null,
    summary: 'lists every staff e-mail (DEC-153)',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const staff = await listStaff(db.write);
      answer(
        staff,
        staff.map((each) => `${each.email}${each.isEmployee ? '' : '   (no confirmed account yet)'}`),
      );
      return true;
    },
  }),
  databaseCommand({
    usage: 'customer staff add <e-mail>',
    changes: { entity: 'customers', calls: ['setCustomerEmployee'] },
    summary: "adds an e-mail to the staff list: its account is an employee's once the e-mail is confirmed",
    canDryRun: true,
    takes: { 'e-mail': email },
    run: async (call, { 'e-mail': address }) => {
      const isNew = await changeEmployee(call, address, true);
      return call.end(true, isNew ? `${address} is staff now.` : `${address} was staff already.`);
    },
  }),
  databaseCommand({
    usage: 'customer staff remove <e-mail>',
    changes: { entity: 'customers', calls: ['setCustomerEmployee'] },
    summary: 'removes an e-mail from the staff list; carts apply the change immediately',
    canDryRun: true,
    takes: { 'e-mail': email },
    run: async (call, { 'e-mail': address }) =>
      (await changeEmployee(call, address, false))
        ? call.end(true, `${address} is no longer staff.`)
        : call.end(false, `Nothing was changed: ${address} is no staff e-mail.`),
  }),
];
