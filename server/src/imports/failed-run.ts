import { FilesAway } from '../media/file-store.ts';
import { isDatabaseAway, isOverTime } from '../platform/db/connection-settings.ts';
import type { Database } from '../platform/db/database.ts';
import { changeRun } from '../runs/runs.store.ts';

/** Another process is working on the run. */
export class RunInUse extends Error {}

/**
 * Returns whether a failure is temporary: another process has the run, the database or the file store is down, or the
 * system lacks a resource such as disk space.
 */
const isTemporary = (error: unknown): boolean => {
  const fields: { code?: string; message?: string; syscall?: string } = Object(error);
  return (
    error instanceof RunInUse ||
    error instanceof FilesAway ||
    isDatabaseAway(fields) ||
    isOverTime(fields) ||
    fields.syscall !== undefined
  );
};

/**
 * Ends a run whose error would repeat at every attempt, so that the job can continue with other runs. Returns the error
 * to throw.
 */
export const endFailedRun = async (db: Database, runId: string, error: unknown): Promise<unknown> => {
  if (isTemporary(error)) return error;
  const sqlState = error instanceof Error && 'code' in error ? { sqlState: String(error.code) } : {};
  await changeRun(db.write, runId, { state: 'failed', result: { code: 'IMPORT_FAILED', ...sqlState } });
  return error;
};
