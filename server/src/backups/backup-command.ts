import { resolve } from 'node:path';
import { z } from 'zod';
import type { Finding } from '../invariants/check-invariants.ts';
import { inGuatemala } from '../platform/db/recovered-database.ts';
import { type Command, type CommandCall, command, databaseCommand } from '../platform/operations/command-line.ts';
import type { Config } from '../platform/operations/config.ts';
import { nameOfPlace, openObjectStore } from '../platform/operations/object-store.ts';
import { optional, typed, typedMomentOrLatest, typedText } from '../platform/operations/typed-words.ts';
import { makeBackup } from './make-backup.ts';
import { listCopies } from './manifest.ts';
import { drillBackup, type Restored, restoreBackup, restoreMoment } from './restore-backup.ts';

/** Returns the settings with the place of the backups: `to`, or the configured place. @throws if neither is given */
const configOf = ({ readConfig }: Pick<CommandCall, 'readConfig'>, to?: string): Config & { backup: object } => {
  const config = readConfig();
  const backup = to === undefined ? config.backup : config.backupAt(to);
  if (backup === undefined)
    throw new Error('BACKUP_TO is not set: the folder or bucket that copies go to (docs/operations.md, "Backups")');
  return { ...config, backup };
};

const now = (): Date => new Date();

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const lineOf = ({ invariant, count, detail }: Finding): string => `✗ ${invariant}: ${count}\n    ${detail}.`;

/** Notes for the person who restored a backup. */
const linesOf = ({ copy, takenAt, erased, waiting, unasked }: Restored, files: string): string[] => [
  `Restored ${copy}: what was committed by ${inGuatemala(takenAt)} in Guatemala${files}.`,
  `${erased} persons who were erased since were erased again. Numbers of orders go on 10,000 further.`,
  ...waiting.map((email) => `Still to be erased, once their order is settled: ceiba customer erase ${email}`),
  ...(unasked === null
    ? []
    : [`Not asked who was erased since: ${unasked}. People who asked you since that copy must be erased by hand.`]),
  'Before it opens: "A restored backup" in docs/operations.md.',
];

const copy = z.string();

const folder = typedText('<folder>', 500);

const place = typedText('<folder or bucket>', 500);

const databaseUrl = typed('<url>', 'the address of a database', (text) =>
  /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined,
);

/** Commands for backups of the shop: the database and its files (OPS-05 to 07). */
export const backupCommands: readonly Command[] = [
  databaseCommand({
    usage: 'backup',
    changes: null,
    summary:
      'makes a backup of the database and the files in BACKUP_TO now; 7 daily, 4 weekly and 12 monthly backups are kept',
    canJson: true,
    takes: { to: optional(place) },
    run: async (call, { to }) => {
      const config = configOf(call, to);
      const own = call.readConfig().backup;
      const isElsewhere = own === undefined || nameOfPlace(own.place) !== nameOfPlace(config.backup.place);
      const result = await makeBackup({ db: call.db, config, backup: config.backup, isElsewhere, now });
      call.answer(result, [
        `Copy ${result.copy}: the database and ${result.files} files, ${megabytes(result.bytes)}.`,
        ...(result.removed.length === 0 ? [] : [`Older copies that went: ${result.removed.join(', ')}.`]),
      ]);
      return true;
    },
  }),
  command({
    usage: 'backup list',
    summary: 'lists the backups, oldest first',
    canJson: true,
    takes: {},
    run: async (call) => {
      const copies = await listCopies(openObjectStore(configOf(call).backup.place));
      call.answer(copies, copies.length === 0 ? ['There is no copy.'] : copies);
      return true;
    },
  }),
  command({
    usage: 'restore <copy>',
    summary:
      'restores a backup, by its name or "latest", into an empty database, and its files to the configured place. With --log and --to, restores ' +
      'the database to that moment, from the folder of a base copy and the folder of the archived log',
    canJson: true,
    takes: { copy, into: databaseUrl, from: optional(place), log: optional(folder), to: optional(typedMomentOrLatest) },
    check: ({ from, log, to }) => {
      if ((log === undefined) !== (to === undefined)) return '--log and --to go together.';
      return log !== undefined && from !== undefined
        ? '--from is where copies are, --log goes with a base copy.'
        : undefined;
    },
    run: async (call, { copy: name, into, from, log, to }) => {
      if (log !== undefined && to !== undefined) {
        const archived = { base: resolve(name), log: resolve(log), to };
        const restored = await restoreMoment(into, { ...archived, config: call.readConfig() });
        call.answer(restored, linesOf(restored, '; pictures and files are those that are there'));
        return true;
      }
      const config = configOf(call, from);
      const ownPlace = call.readConfig().backup?.place;
      const restored = await restoreBackup(into, { config, backup: config.backup, ownPlace, copy: name, now });
      call.answer(restored, linesOf(restored, `, and ${restored.files} files`));
      return true;
    },
  }),
  databaseCommand({
    usage: 'drill [copy]',
    changes: null,
    summary:
      'restores the last or the given backup beside the shop’s database, checks it, reports the duration, and drops it',
    canJson: true,
    takes: { copy: copy.default('latest') },
    run: async (call, { copy: name }) => {
      const config = configOf(call);
      const drill = await drillBackup(call.db, { config, backup: config.backup, copy: name, now });
      const took = `restored and looked through in ${Math.round(drill.tookMs / 1_000)} s`;
      call.answer(drill, [...drill.findings.map(lineOf), `${drill.copy}: ${megabytes(drill.bytes)} ${took}.`]);
      return drill.findings.length === 0;
    },
  }),
];
