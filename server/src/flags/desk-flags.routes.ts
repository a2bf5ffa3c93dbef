import { changeFlag, flagNames, listDeskFlags } from '@ceiba/contract/desk/flags';
import { defaultFlags, type FlagName } from '@ceiba/domain/flags/flags';
import { ok, refuse } from '@ceiba/domain/result';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listFlags, type StoredFlag } from './flags.store.ts';
import { switchFlag } from './switch-flag.ts';

const shown = (name: FlagName, stored: StoredFlag | undefined) => ({
  name,
  isOn: stored?.enabled ?? defaultFlags[name],
  standard: defaultFlags[name],
  changedAt: stored === undefined || stored.version === 0 ? null : stored.updatedAt.toISOString(),
  version: stored?.version ?? 0,
});

/** "Ajustes", "Funciones": the flags of the shop (DEC-158). */
export const deskFlagsRoutes = ({ db }: { db: Database }): Route[] => [
  route(listDeskFlags, async () => {
    const rows = new Map((await listFlags(db.write, [])).map((row) => [row.name, row]));
    return ok({ status: 200, data: flagNames.map((name) => shown(name, rows.get(name))) });
  }),
  changeRoute(changeFlag, db, async ({ tx, params: { name }, body, author: { now } }) => {
    const switched = await switchFlag(tx, { name, ...body }, now);
    if (switched.ok)
      return ok({ answer: { status: 200, data: shown(name, switched.value.flag) }, change: switched.value.change });
    const current = shown(name, switched.error.current);
    return refuse(await versionConflict(tx, { entity: 'flags', entityId: name, current, conflicts: ['isOn'] }));
  }),
];
