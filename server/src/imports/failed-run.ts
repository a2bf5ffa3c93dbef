import { FilesAway } from '../media/file-store.ts';
import { isDatabaseAway, isOverTime } from '../platform/db/connection-settings.ts';
import type { Database } from '../platform/db/database.ts';
import { changeRun } from '../runs/runs.store.ts';

/** Another process has the run in hand. */
export class RunTaken extends Error {}

/** Over without a change of ours: the database or the store of files is away, or the system refuses something, such as room on the disk. */
const isPassing = (error: unknown): boolean => {
  const told: { code?: string; message?: string; syscall?: string } = Object(error);
  return (
    error instanceof RunTaken ||
    error instanceof FilesAway ||
    isDatabaseAway(told) ||
    isOverTime(told) ||
    told.syscall !== undefined
  );
};

/** Whatever would go wrong each time ends a run; the job goes on with others. Answers what to throw. */
export const failed = async (db: Database, runId: string, error: unknown): Promise<unknown> => {
  if (isPassing(error)) return error;
  const sqlState = error instanceof Error && 'code' in error ? { sqlState: String(error.code) } : {};
  await changeRun(db.write, runId, { state: 'failed', result: { code: 'IMPORT_FAILED', ...sqlState } });
  return error;
};
