import { getStatus } from '@ceiba/contract/desk/doctor';
import { ok } from '@ceiba/domain/result';
import { findLastRuns } from '../backups/backups.store.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Config } from '../platform/operations/config.ts';
import type { Diagnosis } from './diagnosis.ts';
import { readStatus, saveFoundSince } from './doctor.store.ts';
import { diagnose } from './doctor-command.ts';

/**
 * Milliseconds for which a diagnosis is cached. A diagnosis asks the bank, the mail server and others, so viewers must
 * share it.
 */
const holdsMs = 30_000;

interface Look {
  at: Date;
  found: Promise<(Diagnosis & { since: Date | undefined })[]>;
}

const lookAround = async (db: Database, config: Config, now: Date): Look['found'] => {
  const found = await diagnose(db, config);
  // If the database cannot be written, the findings report that, too.
  const since = await saveFoundSince(db.write, [...new Set(found.map(({ code }) => code))], now).catch(() => undefined);
  return found.map((each) => ({ ...each, since: since?.get(each.code) }));
};

/** Returns the doctor's findings, at most one diagnosis per half minute and process. */
const heldDiagnosis = (db: Database, config: Config) => {
  let last: Look | undefined;
  return (now: Date): Look => {
    if (last !== undefined && Math.abs(now.getTime() - last.at.getTime()) <= holdsMs) return last;
    const look = { at: now, found: lookAround(db, config, now) };
    last = look;
    // A failed diagnosis, for example because the database is away, is not cached.
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
        parts: parts.map(({ code, verdict, since, desk }) => ({ code, state: verdict, since: timeOf(since), ...desk })),
        guard: { checkedAt: timeOf(facts?.checkedAt), broken: facts?.broken ?? [] },
        lastBackupAt: timeOf(last.backup),
        lastDrillAt: timeOf(last.drill),
        queueSeconds: facts?.queueSeconds ?? 0,
        nodes: (facts?.nodes ?? []).map(({ startedAt, seenAt, ...node }) => ({
          ...node,
          startedAt: new Date(startedAt).toISOString(),
          seenAt: new Date(seenAt).toISOString(),
        })),
      };
      return ok({ status: 200, data });
    }),
  ];
};
