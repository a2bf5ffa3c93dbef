import { advisorEntryPath } from '@ceiba/domain/advisors/advisor';
import { isStore } from '../locations/locations.store.ts';
import { masked } from '../platform/audit/record-change.ts';
import { commitIfOk } from '../platform/db/database.ts';
import { putEntity } from '../platform/entities/put-entity.ts';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { typedText, typedWord } from '../platform/operations/typed-words.ts';
import { endAdvisor, findHash, findId, listAdvisors } from './advisors.store.ts';
import { advisorTable } from './advisors.table.ts';

export const advisorCommands: readonly Command[] = [
  databaseCommand({
    usage: 'advisor list',
    changes: null,
    summary: 'lists every advisor with the page that opens their session',
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
    changes: { entity: 'advisors', calls: ['createAdvisor'] },
    summary: 'adds an advisor with a random hash',
    canDryRun: true,
    takes: { 'first-name': typedText('<name>', 100), store: typedWord },
    run: async ({ db, end, reportChange, refuse }, { 'first-name': firstName, store }) => {
      if (!(await isStore(db.write, store))) return end(false, `Nothing was changed: there is no store ${store}.`);
      const added = await commitIfOk(db, (tx) => putEntity(tx, advisorTable, null, { firstName, store }));
      if (!added.ok || added.value === null)
        return refuse('Nothing was changed: a name has letters, and no digits or signs.');
      reportChange(added.value);
      const hash = (await findHash(db.write, added.value.entityId)) ?? '';
      return end(true, `${firstName} attends at ${store}: open the shop with ${advisorEntryPath({ hash, store })}`);
    },
  }),
  databaseCommand({
    usage: 'advisor end <hash>',
    changes: { entity: 'advisors', id: ({ hash }) => masked(hash), hides: ['hash'], calls: ['endAdvisor'] },
    summary: 'ends an advisor immediately; carts still name the advisor',
    canDryRun: true,
    takes: { hash: typedWord },
    run: async ({ db, now, end, reportChange }, { hash }) => {
      const firstName = await endAdvisor(db.write, hash, now);
      const entityId = await findId(db.write, hash);
      if (firstName === undefined || entityId === undefined)
        return end(false, 'Nothing was changed: no current advisor has this hash.');
      reportChange({ entityId, before: { endedAt: null }, after: { endedAt: now.toISOString() } });
      return end(true, `${firstName} attends no more.`);
    },
  }),
];
