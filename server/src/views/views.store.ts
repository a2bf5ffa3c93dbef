import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

export type ViewQuery = Readonly<Record<string, string>>;

export type StoredView = RowOf<typeof select>;

const select = statement(
  'views.list',
  `select v.id, v.list, v.path, v.name, v.query, v.is_shared, v.version, v.owner_id, m.name as owner,
          p.view_id is not null as is_pinned
   from desk_views v join staff_members m on m.id = v.owner_id
     left join desk_view_pins p on p.view_id = v.id and p.staff_id = $1
   where (v.owner_id = $1 or v.is_shared) and ($2::uuid is null or v.id = $2)
   order by v.list, v.name collate spanish, v.id`,
  { query: column<ViewQuery>(), isPinned: neverNull() },
);

/** A person's own views and the shared ones. */
export const listViews = (tx: Tx, staffId: string): Promise<StoredView[]> => select(tx, [staffId, null]);

export const findView = async (tx: Tx, staffId: string, id: string): Promise<StoredView | undefined> =>
  (await select(tx, [staffId, id]))[0];

// In the order of ids. Two people who change each other's views then do not wait for each other.
const lockMembers = statement(
  'views.lock-members',
  `select id from staff_members
   where id = $1 or id = (select owner_id from desk_views where id = $2) order by id for no key update`,
);

/** Locks the person and the owner of a view. Changes of their views and pins then run one after the other. */
export const lockOwners = async (tx: Tx, staffId: string, viewId: string | null): Promise<void> => {
  await lockMembers(tx, [staffId, viewId]);
};

const count = statement(
  'views.count',
  `select (select count(*)::int from desk_views where owner_id = $1) as views,
          (select count(*)::int from desk_view_pins where staff_id = $1) as pins,
          exists (select from desk_views where owner_id = $2 and list = $3 and name = $4 and id is distinct from $5::uuid) as "isNameTaken"`,
  { views: neverNull(), pins: neverNull(), isNameTaken: neverNull() },
);

/** Counts the views and pins of a person. Also returns whether the owner has another view of that name. */
export async function countViews(
  tx: Tx,
  staffId: string,
  of: { ownerId: string; list: string; name: string; id: string | null },
): Promise<{ views: number; pins: number; isNameTaken: boolean }> {
  const [row] = await count(tx, [staffId, of.ownerId, of.list, of.name, of.id]);
  if (row === undefined) throw new Error('views were not counted');
  return row;
}

const insert = statement(
  'views.insert',
  `insert into desk_views (id, owner_id, list, path, name, query, is_shared, created_at)
   values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)`,
);

export const insertView = async (
  tx: Tx,
  view: {
    id: string;
    ownerId: string;
    list: string;
    path: string | null;
    name: string;
    query: ViewQuery;
    isShared: boolean;
  },
  now: Date,
): Promise<void> => {
  const { id, ownerId, list, path, name, query, isShared } = view;
  await insert(tx, [id, ownerId, list, path, name, JSON.stringify(query), isShared, now]);
};

// A trigger increases the version.
const update = statement(
  'views.update',
  `update desk_views set name = $2, query = $3::jsonb, is_shared = $4 where id = $1`,
);

export const updateView = async (
  tx: Tx,
  { id, name, query, isShared }: { id: string; name: string; query: ViewQuery; isShared: boolean },
): Promise<void> => {
  await update(tx, [id, name, JSON.stringify(query), isShared]);
};

const insertPin = statement(
  'views.pin',
  `insert into desk_view_pins (staff_id, view_id) values ($1, $2) on conflict do nothing`,
);
const deletePin = statement('views.unpin', `delete from desk_view_pins where staff_id = $1 and view_id = $2`);

export const setPin = async (tx: Tx, staffId: string, id: string, isPinned: boolean): Promise<void> => {
  await (isPinned ? insertPin : deletePin)(tx, [staffId, id]);
};

const remove = statement('views.delete', `delete from desk_views where id = $1`);

export const deleteView = async (tx: Tx, id: string): Promise<void> => {
  await remove(tx, [id]);
};

// A view that is no longer shared is removed from the menus of others.
const dropPins = statement('views.drop-pins', `delete from desk_view_pins where view_id = $1 and staff_id <> $2`);

export const dropPinsOfOthers = async (tx: Tx, id: string, ownerId: string): Promise<void> => {
  await dropPins(tx, [id, ownerId]);
};
