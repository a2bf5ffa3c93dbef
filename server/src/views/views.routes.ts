import { randomUUIDv7 } from 'node:crypto';
import {
  changeView,
  createView,
  listViews as listViewsCall,
  removeView,
  type SavedView,
} from '@ceiba/contract/desk/views';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { hasNeeded, namedPermission } from '@ceiba/domain/staff/permissions';
import { maxPinnedViews, maxViews } from '@ceiba/domain/views/view-limits';
import { changedFields, hinted } from '../platform/audit/record-change.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type Refusal, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { faultsOf, listOfView } from './list-of-view.ts';
import {
  countViews,
  deleteView,
  dropPinsOfOthers,
  findView,
  insertView,
  listViews,
  lockOwners,
  type StoredView,
  setPin,
  updateView,
  type ViewQuery,
} from './views.store.ts';

const mayShare = (staff: StaffCaller): boolean => staff.permissions.has('views.share');

const toView = (staff: StaffCaller, { ownerId, query, ...view }: StoredView): SavedView => {
  const isOwn = ownerId === staff.id;
  const spec = listOfView(view.list);
  const mayChange = view.isShared ? mayShare(staff) : isOwn;
  return {
    ...view,
    query,
    isOwn,
    unknown: spec === undefined ? [] : Object.keys(faultsOf(spec, query)),
    actions: [
      ...(mayChange ? ['change'] : []),
      ...(isOwn && (view.isShared || mayShare(staff)) ? ['share'] : []),
      ...(isOwn || mayChange ? ['remove'] : []),
    ],
  };
};

/** Returns whether the person may read the list of a view. Nobody may read a list that no longer exists. */
const mayRead = (staff: StaffCaller, list: string): boolean => {
  const spec = listOfView(list);
  return spec !== undefined && hasNeeded(spec.permission, (each) => staff.permissions.has(each));
};

const atField = (field: string, text: string): { ok: false; error: Refusal<'VALIDATION_ERROR'> } =>
  refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { [field]: text } } });

const missing = (permission: string) => refuse({ code: 'FORBIDDEN' as const, metadata: { permission } });

/** Refuses a list that the person may not read, and filters that the list does not have. */
function judge(
  staff: StaffCaller,
  list: string,
  query: ViewQuery,
): Result<undefined, Refusal<'VALIDATION_ERROR' | 'FORBIDDEN'>> {
  const spec = listOfView(list);
  if (spec === undefined) return atField('list', `No hay una lista «${list}».`);
  if (!mayRead(staff, list)) return missing(namedPermission(spec.permission));
  const faults = faultsOf(spec, query);
  if (Object.keys(faults).length > 0) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: faults } });
  return ok(undefined);
}

/** Returns the audited fields. Search words may contain a person's name, so the audit shortens them (record 0073). */
const audited = ({ name, query, isShared }: { name: string; query: ViewQuery; isShared: boolean }) => ({
  name,
  isShared,
  query: new URLSearchParams({ ...query, ...(query.q !== undefined && { q: String(hinted(query.q)) }) }).toString(),
});

const shown = async (tx: Tx, staff: StaffCaller, id: string): Promise<SavedView> => {
  const view = await findView(tx, staff.id, id);
  if (view === undefined) throw new Error('a saved view was not found');
  return toView(staff, view);
};

const nameTaken = () => atField('name', 'Ya hay una vista con ese nombre en esta lista.');
const tooManyPins = () => atField('isPinned', `El menú tiene lugar para ${maxPinnedViews} vistas: quita una antes.`);

/** Finds a view that the person may see, under the lock of its owner. */
async function lockView(tx: Tx, staff: StaffCaller, id: string): Promise<Result<StoredView, Refusal<'NOT_FOUND'>>> {
  await lockOwners(tx, staff.id, id);
  const view = await findView(tx, staff.id, id);
  return view === undefined || !mayRead(staff, view.list) ? refuse({ code: 'NOT_FOUND' }) : ok(view);
}

const stale = async (tx: Tx, staff: StaffCaller, view: StoredView, asked: object) =>
  refuse(
    await versionConflict(tx, {
      entity: 'views',
      entityId: view.id,
      current: toView(staff, view),
      conflicts: { asked },
    }),
  );

export const viewsRoutes = ({ db }: { db: Database }): Route[] => [
  route(listViewsCall, async (_, { staff }) => {
    const views = await listViews(db.read, staff.id);
    return ok({
      status: 200,
      data: views.filter(({ list }) => mayRead(staff, list)).map((view) => toView(staff, view)),
    });
  }),

  changeRoute(createView, db, async ({ tx, body, staff, author: { now } }) => {
    const { list, path = null, name, query, isShared, isPinned } = body;
    const judged = judge(staff, list, query);
    if (!judged.ok) return judged;
    if (isShared && !mayShare(staff)) return missing('views.share');
    await lockOwners(tx, staff.id, null);
    const counted = await countViews(tx, staff.id, { ownerId: staff.id, list, name, id: null });
    if (counted.isNameTaken) return nameTaken();
    if (counted.views >= maxViews) return atField('name', `Tienes ${maxViews} vistas: borra una antes.`);
    if (isPinned && counted.pins >= maxPinnedViews) return tooManyPins();
    const id = randomUUIDv7();
    await insertView(tx, { id, ownerId: staff.id, list, path, name, query, isShared }, now);
    if (isPinned) await setPin(tx, staff.id, id, true);
    const change = { entity: 'views', entityId: id, after: { list, ...audited(body) } };
    return ok({ answer: { status: 201, data: await shown(tx, staff, id) }, change });
  }),

  changeRoute(changeView, db, async ({ tx, params: { id }, body, staff }) => {
    const locked = await lockView(tx, staff, id);
    if (!locked.ok) return locked;
    const view = locked.value;
    const { version, isPinned = view.isPinned, ...asked } = body;
    const next = {
      id,
      name: asked.name ?? view.name,
      query: asked.query ?? view.query,
      isShared: asked.isShared ?? view.isShared,
    };
    const isOwn = view.ownerId === staff.id;
    const changed = changedFields(audited(view), audited(next));
    const isChanged = Object.keys(changed.after).length > 0;
    if (isChanged) {
      const isUnsharing = isOwn && view.isShared && !next.isShared;
      if (!isOwn && next.isShared !== view.isShared) return refuse({ code: 'NOT_FOUND' });
      if ((view.isShared || next.isShared) && !isUnsharing && !mayShare(staff)) return missing('views.share');
    }
    // Pinning needs no version.
    if (Object.keys(asked).length > 0 && view.version !== version) return stale(tx, staff, view, asked);
    if (asked.query !== undefined) {
      const judged = judge(staff, view.list, asked.query);
      if (!judged.ok) return judged;
    }
    const of = { ownerId: view.ownerId, list: view.list, name: next.name, id };
    const counted = await countViews(tx, staff.id, of);
    if (counted.isNameTaken) return nameTaken();
    if (isPinned && !view.isPinned && counted.pins >= maxPinnedViews) return tooManyPins();
    if (isChanged) await updateView(tx, next);
    if (view.isShared && !next.isShared) await dropPinsOfOthers(tx, id, view.ownerId);
    if (isPinned !== view.isPinned) await setPin(tx, staff.id, id, isPinned);
    const all = {
      before: { ...changed.before, ...(isPinned !== view.isPinned && { isPinned: view.isPinned }) },
      after: { ...changed.after, ...(isPinned !== view.isPinned && { isPinned }) },
    };
    const change = Object.keys(all.after).length === 0 ? null : { entity: 'views', entityId: id, ...all };
    return ok({ answer: { status: 200, data: await shown(tx, staff, id) }, change });
  }),

  changeRoute(removeView, db, async ({ tx, params: { id }, query: { version }, staff }) => {
    const locked = await lockView(tx, staff, id);
    if (!locked.ok) return locked;
    const view = locked.value;
    const data = toView(staff, view);
    if (!data.actions.includes('remove')) return missing('views.share');
    if (version !== undefined && view.version !== version) return stale(tx, staff, view, {});
    await deleteView(tx, id);
    const change = { entity: 'views', entityId: id, before: { list: view.list, ...audited(view) } };
    return ok({ answer: { status: 200, data }, change });
  }),
];
