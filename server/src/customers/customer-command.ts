import { checkEmail } from '@ceiba/domain/customers/email';
import { checkPhone, displayPhone } from '@ceiba/domain/customers/phone';
import type { DatabaseCall } from '../slice.ts';
import {
  addStaff,
  findKnownCustomer,
  giveAccountBack,
  type KnownCustomer,
  listStaff,
  removeStaff,
  signOutEverywhere,
} from './staff.store.ts';

export const customerUsage = `ceiba customer show <e-mail>                      what operators may know of an account
ceiba customer sign-out <e-mail>                  ends all its sessions, passkeys and mailed links, and lifts the
                                                  lock of wrong passwords
ceiba customer email <e-mail> <former>            gives an account that was taken over back to its former e-mail:
                                                  confirmed, every way in ended, the password too (a reset sets one)
ceiba customer staff                              every staff e-mail (DEC-153)
ceiba customer staff add <e-mail>                 its account is an employee's, once the e-mail is confirmed
ceiba customer staff remove <e-mail>              no longer; carts follow at once
`;

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

const withCustomer = async (
  { db, say }: DatabaseCall,
  email: string,
  work: (known: KnownCustomer) => Promise<string[]>,
): Promise<boolean> => {
  const known = await findKnownCustomer(db.write, email);
  for (const line of known === undefined ? [`There is no account of ${email}.`] : await work(known)) say(line);
  return known !== undefined;
};

const signOut = (command: DatabaseCall, email: string): Promise<boolean> =>
  withCustomer(command, email, async ({ id }) => [
    `${await signOutEverywhere(command.db.write, id)} sessions of ${email} ended, its passkeys and mailed links too.`,
  ]);

const giveBack = async ({ db, now, say }: DatabaseCall, present: string, wanted: string): Promise<boolean> => {
  const given = await giveAccountBack(db.write, { present, wanted }, now);
  if ('ended' in given) {
    say(
      `The account of ${present} is ${wanted}'s. ${given.ended} sessions ended; its owner asks for a new password by mail.`,
    );
    return true;
  }
  const why = { UNKNOWN: `there is no account of ${present}`, EMAIL_TAKEN: `${wanted} has an account` };
  say(`Nothing was changed: ${why[given.refusal]}.`);
  return false;
};

const staff = async ({ db, now, say }: DatabaseCall, verb: string | undefined, email: string): Promise<boolean> => {
  if (verb === 'add') {
    say((await addStaff(db.write, email, now)) ? `${email} is staff now.` : `${email} was staff already.`);
    return true;
  }
  const wasStaff = await removeStaff(db.write, email);
  say(wasStaff ? `${email} is staff no longer.` : `Nothing was changed: ${email} is no staff e-mail.`);
  return wasStaff;
};

const readAddress = (text: string | undefined): string | null => {
  const email = checkEmail(text ?? '');
  return email.ok ? email.value : null;
};

/** `npm run ceiba -- customer …`; false when it was refused, and nothing written then. */
export async function runCustomerCommand(command: DatabaseCall): Promise<boolean> {
  const { db, args, say } = command;
  const [verb, ...rest] = args;
  if (verb === 'staff' && rest.length === 0) {
    for (const { email, isEmployee } of await listStaff(db.write))
      say(`${email}${isEmployee ? '' : '   (no confirmed account yet)'}`);
    return true;
  }
  const isStaff = verb === 'staff' && (rest[0] === 'add' || rest[0] === 'remove');
  const email = readAddress(rest[isStaff ? 1 : 0]);
  const isWhole = rest.length === (isStaff ? 2 : 1);
  if (email !== null && isWhole && isStaff) return staff(command, rest[0], email);
  if (email !== null && isWhole && verb === 'show')
    return withCustomer(command, email, async (known) => linesOf(known));
  if (email !== null && isWhole && verb === 'sign-out') return signOut(command, email);
  const former = readAddress(rest[1]);
  if (email !== null && former !== null && former !== email && rest.length === 2 && verb === 'email')
    return giveBack(command, email, former);
  say(customerUsage);
  return false;
}
