import { checkEmail } from '@ceiba/domain/customers/email';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { builtInRoles } from '@ceiba/domain/staff/permissions';
import { recordChange } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import {
  type Command,
  command,
  commandAuthor,
  type DatabaseCall,
  databaseCommand,
} from '../platform/operations/command-line.ts';
import { optional, typed, typedText } from '../platform/operations/typed-words.ts';
import {
  changeMember,
  inviteAgain,
  inviteMember,
  type StaffChanged,
  type StaffEditor,
  type StaffRefusal,
  toAnswered,
} from './change-staff.ts';
import { demoStaffCode } from './demo-code.ts';
import { findMemberByEmail, listMembers } from './members.store.ts';
import { listRefusedSignIns } from './refused-sign-ins.store.ts';

const email = typed('<e-mail>', 'an e-mail address', (text) => {
  const read = checkEmail(text);
  return read.ok ? read.value : undefined;
});

/** An operator has every permission, because a person with access to the database could do the same. */
const editorOf = ({ actor, now }: DatabaseCall): StaffEditor => ({
  author: commandAuthor(actor, now),
  holds: null,
  maySeeMember: () => true,
});

/** Changes people, with an audit entry under the name of the desk's call. */
const recorded = (
  call: DatabaseCall,
  operation: string,
  work: (tx: Tx, editor: StaffEditor) => Promise<StaffChanged>,
): Promise<StaffChanged> =>
  call.db.transaction(async (tx) => {
    const editor = editorOf(call);
    const done = await work(tx, editor);
    if (done.ok) await recordChange(tx, editor.author, { operation, ...done.value.change });
    return done;
  });

const why = ({ code }: StaffRefusal, address: string): string => {
  switch (code) {
    case 'NOT_FOUND':
      return 'There is no such person or role';
    case 'EMAIL_TAKEN':
      return `${address} is of the desk already: \`staff invite-again\` mails another link`;
    case 'LAST_OWNER':
      return 'The desk needs an owner';
    case 'FORBIDDEN':
    case 'VERSION_CONFLICT':
      return 'It was refused';
  }
};

/** Maximum number of printed lines. An attack from many addresses has more equal lines. */
const maxRefusals = 500;

const keyMissing =
  'SECRETS_KEY is not set: second factors are kept encrypted with it, so nobody could enrol. `openssl rand -base64 32` makes one; give it to ' +
  'every process of the shop (docs/operations.md, "Opening the desk"). Nothing was changed.';

/** Commands for desk users (OFF-02, OFF-09). They also make the first owner. */
export const staffCommands: readonly Command[] = [
  databaseCommand({
    usage: 'staff invite <e-mail>',
    changes: 'recorded',
    summary:
      'invites a person to the desk by a mail whose link is valid for 24 hours; --role owner makes the first owner (OFF-02)',
    canDryRun: true,
    takes: {
      'e-mail': email,
      role: typedText('<role>', 40),
      name: optional(typedText('<name>', 100)),
      store: optional(typedText('<code,code>', 500)),
    },
    run: async (call, { 'e-mail': address, role, name = address, store }) => {
      const { policy, readConfig, end } = call;
      if (readConfig().secretsKeys.length === 0) return end(false, keyMissing);
      const shop = { publicUrl: readConfig().publicUrl, policy: await policy() };
      const stores = store === undefined ? null : store.split(',').map((code) => code.trim());
      const done = await recorded(call, 'inviteStaff', (tx, editor) =>
        inviteMember(tx, { email: address, name, role, stores }, editor, shop),
      );
      return done.ok
        ? end(true, `${address} is invited as ${role}; the link in the mail lives 24 hours.`)
        : end(
            false,
            `${why(done.error, address)} (roles: ${Object.keys(builtInRoles).join(', ')}). Nothing was changed.`,
          );
    },
  }),
  databaseCommand({
    usage: 'staff invite-again <e-mail>',
    changes: 'recorded',
    summary: 'mails another link, also to a person who has lost password and second factor',
    canDryRun: true,
    takes: { 'e-mail': email },
    run: async (call, { 'e-mail': address }) => {
      const { policy, readConfig, end } = call;
      if (readConfig().secretsKeys.length === 0) return end(false, keyMissing);
      const shop = { publicUrl: readConfig().publicUrl, policy: await policy() };
      const done = await recorded(call, 'inviteStaffAgain', async (tx, editor) => {
        const member = await findMemberByEmail(tx, address);
        return inviteAgain(tx, { id: member?.id ?? '', version: null }, editor, shop);
      });
      return done.ok
        ? end(true, `${address} is invited again; the link in the mail lives 24 hours.`)
        : end(false, `${why(done.error, address)}. Nothing was changed.`);
    },
  }),
  databaseCommand({
    usage: 'staff disable <e-mail>',
    changes: 'recorded',
    summary: 'disables a person: ends all their sessions immediately, and refuses further sign-ins',
    canDryRun: true,
    takes: { 'e-mail': email },
    run: (call, { 'e-mail': address }) => setDisabled(call, address, true),
  }),
  databaseCommand({
    usage: 'staff enable <e-mail>',
    changes: 'recorded',
    summary: 'enables a disabled person, who can then sign in again',
    canDryRun: true,
    takes: { 'e-mail': email },
    run: (call, { 'e-mail': address }) => setDisabled(call, address, false),
  }),
  command({
    usage: 'staff demo-code',
    summary: 'demo mode: prints the present code of the second factor that all its staff share',
    canJson: true,
    takes: {},
    run: async ({ readConfig, now, answer, refuse }) => {
      if (!readConfig().isDemo) return refuse('Only the demo shop has people whose second factor everybody knows.');
      const code = demoStaffCode(now);
      answer({ code }, [code]);
      return true;
    },
  }),
  databaseCommand({
    usage: 'staff list',
    changes: null,
    summary: 'lists the people of the desk with their roles and stores',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const members = await listMembers(db.write);
      const lines = members.map(
        ({ email, role, state, stores }) =>
          `${email}  ${role}  ${state}  ${stores === null ? 'all stores' : stores.join(',')}`,
      );
      answer(
        members.map(toAnswered),
        lines.length === 0 ? ['Nobody: `ceiba staff invite <e-mail> --role owner`.'] : lines,
      );
      return true;
    },
  }),
  databaseCommand({
    usage: 'staff refusals',
    changes: null,
    summary: 'counts the refused sign-ins of the last seven days by hour, address and person',
    canJson: true,
    takes: {},
    run: async ({ db, now, answer }) => {
      const refused = await listRefusedSignIns(db.write, new Date(now.getTime() - 7 * dayMs), maxRefusals);
      const lines = refused.map(
        ({ hour, network, operation, code, email, refusals }) =>
          `${hour.toISOString().slice(0, 13)}h  ${network}  ${operation}  ${code}  ${email ?? 'nobody'}  ${refusals}`,
      );
      answer(refused, lines.length === 0 ? ['None.'] : lines);
      return true;
    },
  }),
];

async function setDisabled(call: DatabaseCall, address: string, isDisabled: boolean): Promise<boolean> {
  const operation = isDisabled ? 'disableStaff' : 'enableStaff';
  const done = await recorded(call, operation, async (tx, editor) => {
    const member = await findMemberByEmail(tx, address);
    return changeMember(tx, { id: member?.id ?? '', version: null, changes: { isDisabled } }, editor);
  });
  return done.ok
    ? call.end(true, `${address} is ${done.value.member.state}.`)
    : call.end(false, `${why(done.error, address)}. Nothing was changed.`);
}
