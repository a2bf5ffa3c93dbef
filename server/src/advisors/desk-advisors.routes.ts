import { endAdvisor } from '@ceiba/contract/desk/advisors';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { getEntity } from '../platform/entities/entity.store.ts';
import { answerOf, lockForEdit } from '../platform/entities/entity-routes.ts';
import type { Route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { endAdvisor as endRow, findHash } from './advisors.store.ts';
import { advisorTable } from './advisors.table.ts';

export const deskAdvisorsRoutes = ({ db }: { db: Database }): Route[] => [
  changeRoute(endAdvisor, db, async ({ tx, params: { id }, body: { version }, author: { now } }) => {
    const locked = await lockForEdit(tx, advisorTable, { key: id, version, conflicts: ['endedAt'] });
    if (!locked.ok) return locked;
    const hash = await findHash(tx, id);
    if (hash === undefined || (await endRow(tx, hash, now)) === undefined)
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Ya no atendía.', metadata: { allowed: [] } });
    const ended = await getEntity(tx, advisorTable, id);
    const change = {
      entity: 'advisors',
      entityId: id,
      before: { endedAt: null },
      after: { endedAt: ended['endedAt'] },
    };
    return ok({ answer: { status: 200, data: answerOf(advisorTable, ended) }, change });
  }),
];
