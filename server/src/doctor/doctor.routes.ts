import { getStatus } from '@ceiba/contract/desk/doctor';
import { ok } from '@ceiba/domain/result';
import { findLastRuns } from '../backups/backups.store.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Config } from '../platform/operations/config.ts';
import type { Diagnosis } from './diagnosis.ts';
import { readStatus } from './doctor.store.ts';
import { diagnose } from './doctor-command.ts';

/** Milliseconds for which a look holds: it asks the bank, the mail server and others, however many people watch. */
const holdsMs = 30_000;

/** What the doctor finds, at most each half minute of this process. */
const heldDiagnosis = (db: Database, config: Config) => {
  let last: { at: Date; found: Promise<Diagnosis[]> } | undefined;
  return (now: Date): { at: Date; found: Promise<Diagnosis[]> } => {
    if (last !== undefined && Math.abs(now.getTime() - last.at.getTime()) <= holdsMs) return last;
    const look = { at: now, found: diagnose(db, config) };
    last = look;
    // A look that failed, as a database that was away makes it, is no answer to hold.
    look.found.catch(() => {
      if (last === look) last = undefined;
    });
    return look;
  };
};

const timeOf = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null;

export const doctorRoutes = ({ db, config }: { db: Database; config: Config }): Route[] => {
  const look = heldDiagnosis(db, config);
  return [
    route(getStatus, async (_, { now }) => {
      const { at, found } = look(now);
      const [parts, [facts], last] = await Promise.all([found, readStatus(db.write, []), findLastRuns(db.write)]);
      const data = {
        lookedAt: at.toISOString(),
        parts: parts.map(({ about, verdict, text }) => ({ about, state: verdict, text })),
        guard: { checkedAt: timeOf(facts?.checkedAt), broken: facts?.broken ?? [] },
        lastBackupAt: timeOf(last.backup),
        lastDrillAt: timeOf(last.drill),
        queueSeconds: facts?.queueSeconds ?? 0,
        workers: (facts?.workers ?? []).map(({ name, seenAt }) => ({ name, seenAt: new Date(seenAt).toISOString() })),
      };
      return ok({ status: 200, data });
    }),
  ];
};
