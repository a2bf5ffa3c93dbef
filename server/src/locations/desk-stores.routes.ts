import { reopenStore, retireStore } from '@ceiba/contract/desk/locations';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/db/database.ts';
import { getEntity } from '../platform/entities/entity.store.ts';
import { answerOf, lockForEdit } from '../platform/entities/entity-routes.ts';
import type { Route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { findOpenWork, setRetired } from './locations.store.ts';
import { storeTable } from './stores.table.ts';

const already = (message: string) =>
  refuse({ code: 'TRANSITION_NOT_ALLOWED' as const, message, metadata: { allowed: [] } });

/** Returns in Spanish the reason why a store cannot be retired yet. Undefined if the store is empty. */
async function workLeft(tx: Tx, code: string): Promise<string | undefined> {
  const left = await findOpenWork(tx, code);
  const parts = [
    [left.units, 'unidad en existencia', 'unidades en existencia'],
    [left.shipments, 'envío sin terminar', 'envíos sin terminar'],
    [left.tills, 'caja abierta', 'cajas abiertas'],
    [left.advisors, 'asesor', 'asesores'],
  ] as const;
  const texts = parts.flatMap(([count, one, many]) =>
    count === 0 ? [] : [`${count.toLocaleString('es-GT')} ${count === 1 ? one : many}`],
  );
  return texts.length === 0 ? undefined : `Todavía tiene ${texts.join(', ')}.`;
}

/** Retires or reopens a store, and returns it. `at`: when the store retires. Null if the store works again. */
async function answered(tx: Tx, code: string, at: Date | null, isPickup: unknown) {
  await setRetired(tx, [code, at]);
  const row = await getEntity(tx, storeTable, code);
  const states = at === null ? ['retired', 'current'] : ['current', 'retired'];
  const change = {
    entity: 'stores',
    entityId: code,
    before: { state: states[0], ...(isPickup === true && { isPickup }) },
    after: { state: states[1], ...(isPickup === true && { isPickup: false }) },
  };
  return ok({ answer: { status: 200, data: answerOf(storeTable, row) }, change });
}

export const deskStoresRoutes = ({ db }: { db: Database }): Route[] => [
  changeRoute(retireStore, db, async ({ tx, params: { code }, body: { version }, author: { now } }) => {
    const held = await lockForEdit(tx, storeTable, { key: code, version, conflicts: ['state'] });
    if (!held.ok) return held;
    if (held.value['state'] === 'retired') return already('La tienda ya estaba retirada.');
    const left = await workLeft(tx, code);
    if (left !== undefined) return refuse({ code: 'IN_USE', message: left });
    return answered(tx, code, now, held.value['isPickup']);
  }),
  changeRoute(reopenStore, db, async ({ tx, params: { code }, body: { version } }) => {
    const held = await lockForEdit(tx, storeTable, { key: code, version, conflicts: ['state'] });
    if (!held.ok) return held;
    if (held.value['state'] === 'current') return already('La tienda no está retirada.');
    return answered(tx, code, null, false);
  }),
];
