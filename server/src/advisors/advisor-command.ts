import { randomBytes } from 'node:crypto';
import { advisorEntryPath } from '@ceiba/domain/advisors/advisor';
import type { DatabaseCall } from '../slice.ts';
import { addAdvisor, endAdvisor, listAdvisors } from './advisors.store.ts';

export const advisorUsage = `ceiba advisor list                                every advisor with the page that opens their session
ceiba advisor add <first name> <store>            one more, with a hash nobody guesses
ceiba advisor end <hash>                          they attend no more, at once
`;

const longestName = 100;

/** 16 random bytes: as hard to guess as a cart's id. */
const newHash = (): string => randomBytes(16).toString('base64url');

const list = async ({ db, say }: DatabaseCall): Promise<boolean> => {
  for (const { firstName, store, hash, endedAt } of await listAdvisors(db.write))
    say(`${firstName}   ${store}   ${endedAt === null ? advisorEntryPath({ hash, store }) : 'ended'}`);
  return true;
};

const add = async ({ db, now, say }: DatabaseCall, firstName: string, store: string): Promise<boolean> => {
  const hash = newHash();
  const isAdded = await addAdvisor(db.write, { hash, store, firstName }, now);
  say(
    isAdded
      ? `${firstName} attends at ${store}: open the shop with ${advisorEntryPath({ hash, store })}`
      : `Nothing was changed: there is no store ${store}.`,
  );
  return isAdded;
};

const end = async ({ db, now, say }: DatabaseCall, hash: string): Promise<boolean> => {
  const firstName = await endAdvisor(db.write, hash, now);
  say(
    firstName === undefined ? 'Nothing was changed: nobody attends under this hash.' : `${firstName} attends no more.`,
  );
  return firstName !== undefined;
};

/** `npm run ceiba -- advisor …`; false when it was refused, and nothing written then. */
export async function runAdvisorCommand(command: DatabaseCall): Promise<boolean> {
  const [verb, first, second, ...more] = command.args;
  if (verb === 'list' && first === undefined) return list(command);
  if (verb === 'end' && first !== undefined && second === undefined) return end(command, first);
  const name = first?.trim() ?? '';
  const isName = name !== '' && name.length <= longestName;
  if (verb === 'add' && isName && second !== undefined && more.length === 0) return add(command, name, second);
  command.say(advisorUsage);
  return false;
}
