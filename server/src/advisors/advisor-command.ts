import { randomBytes } from 'node:crypto';
import { advisorEntryPath } from '@ceiba/domain/advisors/advisor';
import { masked } from '../platform/audit/record-change.ts';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { typedText, typedWord } from '../platform/operations/typed-words.ts';
import { addAdvisor, endAdvisor, listAdvisors } from './advisors.store.ts';

/** 16 random bytes: as hard to guess as a cart's id. */
const newHash = (): string => randomBytes(16).toString('base64url');

/** Who attends as an advisor. */
export const advisorCommands: readonly Command[] = [
  databaseCommand({
    usage: 'advisor list',
    changes: null,
    summary: 'every advisor with the page that opens their session',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const advisors = await listAdvisors(db.write);
      const pageOf = ({ hash, store, endedAt }: (typeof advisors)[number]): string | null =>
        endedAt === null ? advisorEntryPath({ hash, store }) : null;
      answer(
        advisors.map((advisor) => ({ ...advisor, page: pageOf(advisor) })),
        advisors.map((advisor) => `${advisor.firstName}   ${advisor.store}   ${pageOf(advisor) ?? 'ended'}`),
      );
      return true;
    },
  }),
  databaseCommand({
    usage: 'advisor add <first-name> <store>',
    changes: { entity: 'advisors' },
    summary: 'one more, with a hash nobody guesses',
    canDryRun: true,
    takes: { 'first-name': typedText('<name>', 100), store: typedWord },
    run: async ({ db, now, end }, { 'first-name': firstName, store }) => {
      const hash = newHash();
      return (await addAdvisor(db.write, { hash, store, firstName }, now))
        ? end(true, `${firstName} attends at ${store}: open the shop with ${advisorEntryPath({ hash, store })}`)
        : end(false, `Nothing was changed: there is no store ${store}.`);
    },
  }),
  databaseCommand({
    usage: 'advisor end <hash>',
    changes: { entity: 'advisors', id: ({ hash }) => masked(hash), hides: ['hash'] },
    summary: 'they attend no more, at once',
    canDryRun: true,
    takes: { hash: typedWord },
    run: async ({ db, now, end }, { hash }) => {
      const firstName = await endAdvisor(db.write, hash, now);
      return firstName === undefined
        ? end(false, 'Nothing was changed: nobody attends under this hash.')
        : end(true, `${firstName} attends no more.`);
    },
  }),
];
