import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { typedText } from '../platform/operations/typed-words.ts';
import { findRun, listRuns, type Run } from './runs.store.ts';

const lineOf = ({ id, kind, state, done, failed, total, fileName, createdAt, actor }: Run): string =>
  `${id}  ${createdAt.toISOString()}  ${kind.padEnd(20)}${state.padEnd(10)}${done} of ${total} done, ${failed} refused  ${fileName}  ${actor.id ?? ''}`;

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Commands that list runs, such as imports. */
export const runCommands: readonly Command[] = [
  databaseCommand({
    usage: 'run list',
    changes: null,
    summary: 'lists the latest 50 imports with progress, file and author',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const runs = await listRuns(db.read, 50);
      answer(runs, runs.map(lineOf));
      return true;
    },
  }),
  databaseCommand({
    usage: 'run show <run>',
    changes: null,
    summary: 'shows a run with its result',
    canJson: true,
    takes: { run: typedText('<run>', 40) },
    run: async ({ db, answer, refuse }, { run: id }) => {
      const run = isUuid(id) ? await findRun(db.read, id) : undefined;
      if (run === undefined) return refuse(`There is no run ${id}.`);
      answer(run, [lineOf(run), JSON.stringify(run.result)]);
      return true;
    },
  }),
];
