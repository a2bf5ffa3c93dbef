import { countedRows } from '@ceiba/contract/desk/list';
import type { Tag } from '@ceiba/domain/catalog/tags';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** Locks the tree until the transaction ends, so that changes of places and addresses run one after another. Imports of categories take the same lock. */
const lock = statement('categories.lock-tree', 'select pg_advisory_xact_lock(4232004)');

export const lockTree = async (tx: Tx): Promise<void> => {
  await lock(tx, []);
};

/** SQL for a category's position among its siblings, from 1. */
export const placeSql = `(select count(*)::integer from categories s
    where s.parent_id is not distinct from t.parent_id and (s.position, s.id) <= (t.position, t.id))`;

/** SQL for the number of a category's products. Stops at one more than a list counts (OFF-15). */
export const productsSql = `(select count(*)::integer from (
    select from products p where p.category_id = t.id limit ${countedRows + 1}) own)`;

const productsBelowSql = `(select count(*)::integer from (
    select from categories d join products p on p.category_id = d.id where t.id = any (d.ancestor_ids) limit ${countedRows + 1}) below)`;

const select = statement(
  'categories.find',
  `select t.id, t.parent_id, t.path, t.slug, t.title, t.level, ${placeSql} as position, t.state, t.description,
     t.needs_serial, t.picture_key, t.version, t.ancestor_ids,
     (select r.path from categories r where r.id = t.replaced_by) as replacement,
     coalesce(i.tags_list, '[]') as tags_list, i.installation_guide, ${productsSql} as products,
     ${productsBelowSql} as products_below,
     (select count(*)::integer from categories d where d.parent_id = t.id) as children,
     (select coalesce(json_agg(json_build_object('id', a.id::text, 'title', a.title) order by a.level), '[]')
        from categories a where a.id = any (t.ancestor_ids) and a.id <> t.id) as above
   from categories t left join category_infos i on i.category_id = t.id where t.id = $1`,
  {
    position: neverNull(),
    products: neverNull(),
    productsBelow: neverNull(),
    children: neverNull(),
    tagsList: neverNull<Tag[]>(),
    installationGuide: column<{ title: string; url: string }>(),
    above: neverNull<{ id: string; title: string }[]>(),
  },
);

export type Category = RowOf<typeof select>;

/** Parses the number of a category. Undefined if the text is not such a number. */
const numberOf = (id: string): number | undefined => (/^\d{1,9}$/.test(id) ? Number(id) : undefined);

export async function findCategory(tx: Tx, id: string): Promise<Category | undefined> {
  const number = numberOf(id);
  return number === undefined ? undefined : (await select(tx, [number]))[0];
}

const lockRow = statement('categories.lock', 'select id from categories where id = $1 for no key update');

/** Locks a category and reads it after locking. */
export async function lockCategory(tx: Tx, id: string): Promise<Category | undefined> {
  const number = numberOf(id);
  if (number === undefined) return undefined;
  await lockRow(tx, [number]);
  return findCategory(tx, id);
}

/** Finds the category, product or page that uses an address. */
const selectTaken = statement(
  'categories.taken-address',
  `select case
     when exists (select from categories c where c.path = $1 and c.id is distinct from $2) then 'category'
     when exists (select from products p where p.slug = $1) then 'product'
     when exists (select from category_pages g where g.slug = $1 and g.category_id is distinct from $2) then 'page' end as taken`,
);

export const findTaken = async (tx: Tx, path: string, id: number | null): Promise<string | null> =>
  (await selectTaken(tx, [path, id]))[0]?.taken ?? null;

const selectNamesake = statement(
  'categories.namesake',
  `select exists (select from categories c where c.parent_id is not distinct from $1 and folded(c.title) = folded($2::text)
     and c.id is distinct from $3) as found`,
);

/** Returns whether a sibling has this name. Capitals and accents make no difference. The caller holds the lock of the tree. */
export const hasNamesake = async (
  tx: Tx,
  { parentId, title, id }: { parentId: number | null; title: string; id: number | null },
): Promise<boolean> => (await selectNamesake(tx, [parentId, title, id]))[0]?.found === true;

const selectSlug = statement('categories.slug-of', 'select slug_of($1) as slug');

export const slugOf = async (tx: Tx, title: string): Promise<string> => (await selectSlug(tx, [title]))[0]?.slug ?? '';

const insert = statement(
  'categories.insert',
  `insert into categories (id, parent_id, path, slug, title, level, position, ancestor_ids, description, state)
   select n.id, p.id, concat_ws('/', p.path, $2::text), $2::text, $3::text, coalesce(p.level, 0) + 1,
     (select coalesce(max(s.position), 0) + 1 from categories s where s.parent_id is not distinct from p.id),
     coalesce(p.ancestor_ids, '{}') || n.id, $4::text, $5::text
   from (select next_category_number() as id) n left join categories p on p.id = $1::integer
   returning id`,
);

/** Inserts a category and returns its number. The caller has locked the tree and checked parent and address. */
export async function insertCategory(
  tx: Tx,
  made: { parentId: number | null; slug: string; title: string; description: string; state: string },
): Promise<number> {
  const [row] = await insert(tx, [made.parentId, made.slug, made.title, made.description, made.state]);
  if (row === undefined) throw new Error('the category was not inserted');
  return row.id;
}

// The category's page gets these texts, unless the texts were edited on the page.
const updatePage = statement(
  'categories.update-page',
  `update category_pages g set
     title = case when g.title = c.title then $2 else g.title end,
     description = case when g.description = c.description then $3 else g.description end
   from categories c where c.id = $1 and g.category_id = c.id and g.slug = c.path
     and (g.title = c.title and c.title <> $2 or g.description = c.description and c.description <> $3)`,
);

const update = statement(
  'categories.update',
  `update categories set title = $2, description = $3, state = $4, needs_serial = $5,
     replaced_by = case when $4 = 'retired' then replaced_by end
   where id = $1`,
);

interface Texts {
  title: string;
  description: string;
  state: string;
  needsSerial: boolean;
}

export async function updateCategory(tx: Tx, id: number, texts: Texts): Promise<void> {
  await updatePage(tx, [id, texts.title, texts.description]);
  await update(tx, [id, texts.title, texts.description, texts.state, texts.needsSerial]);
}

const setPath = statement('categories.set-path', 'select set_category_path($1, $2)');

/** Gives a category and its whole branch another address and place in the tree. */
export const setCategoryPath = async (tx: Tx, id: number, path: string): Promise<void> => {
  await setPath(tx, [id, path]);
};

const putInfo = statement(
  'categories.put-info',
  `insert into category_infos (category_id, tags_list, installation_guide) values ($1, $2::jsonb, $3::jsonb)
   on conflict (category_id) do update set tags_list = excluded.tags_list, installation_guide = excluded.installation_guide`,
);

const count = statement('categories.count-version', 'update categories set version = version + 1 where id = $1');

/** Writes tags and guide, which are in another table. The caller must also call `countVersion`. */
export async function putCategoryInfo(
  tx: Tx,
  id: number,
  { tags, guide }: { tags: readonly Tag[]; guide: { title: string; url: string } | null },
): Promise<void> {
  await putInfo(tx, [id, JSON.stringify(tags), guide && JSON.stringify(guide)]);
}

export const countVersion = async (tx: Tx, id: number): Promise<void> => {
  await count(tx, [id]);
};

const hasPublished = statement(
  'categories.has-published',
  `select exists (select from products p join categories c on c.id = p.category_id
     where p.is_published and $1 = any (c.ancestor_ids)) as found`,
);

/** Returns whether products in a category or below it are on sale. */
export const hasPublishedProducts = async (tx: Tx, id: number): Promise<boolean> =>
  (await hasPublished(tx, [id]))[0]?.found === true;

const depth = statement(
  'categories.depth',
  'select coalesce(max(level), 0) as deepest from categories where $1 = any (ancestor_ids)',
  { deepest: neverNull() },
);

/** Returns the deepest level of a category's branch. */
export const deepestLevel = async (tx: Tx, id: number): Promise<number> => (await depth(tx, [id]))[0]?.deepest ?? 0;

const selectJoinedRole = statement(
  'categories.joined-role',
  `select a.role, a.name, c.title, b.name as name_above, p.title as title_above
   from categories c join category_attributes a on a.category_id = c.id
     join category_attributes b on b.role = a.role and b.code <> a.code
     join categories p on p.id = b.category_id
   where $1 = any (c.ancestor_ids) and p.id = any ($2::integer[]) and p.id <> all (c.ancestor_ids)
   order by c.level, c.id limit 1`,
);

/**
 * Finds two attributes of one role that a category or its branch would have under other ancestors (ZOOM-05). The caller holds the lock of
 * the tree.
 */
export const findJoinedRole = async (tx: Tx, id: number, ancestors: readonly number[]) =>
  (await selectJoinedRole(tx, [id, ancestors]))[0];

const selectChildren = statement(
  'categories.children',
  'select id from categories where parent_id is not distinct from $1 order by position, id',
);

export const listChildren = async (tx: Tx, parentId: number | null): Promise<number[]> =>
  (await selectChildren(tx, [parentId])).map(({ id }) => id);

const setOrder = statement(
  'categories.set-order',
  `update categories c set position = o.place::integer
   from unnest($1::integer[]) with ordinality o (id, place) where c.id = o.id and c.position <> o.place`,
);

/** Numbers the children of a parent from 1. Unchanged numbers are not written. */
export const orderChildren = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await setOrder(tx, [ids]);
};

const removeInfo = statement('categories.remove-info', 'delete from category_infos where category_id = $1');
const removePage = statement(
  'categories.remove-page',
  `delete from category_pages where category_id = $1 and blocks = '[]'`,
);
const remove = statement('categories.remove', 'delete from categories where id = $1');
const rememberNumber = statement(
  'categories.remember-number',
  `select setval('category_numbers', greatest((select last_value from category_numbers), $1::integer)) as number`,
);

/** Deletes a category without products and children. The statement fails if another table names the category. */
export async function deleteCategory(tx: Tx, id: number): Promise<void> {
  await removeInfo(tx, [id]);
  await removePage(tx, [id]);
  await remove(tx, [id]);
  await rememberNumber(tx, [id]);
}

const selectAny = statement('categories.any', 'select exists (select from categories) as found');

export const hasCategories = async (tx: Tx): Promise<boolean> => (await selectAny(tx, []))[0]?.found === true;

const insertMedia = statement(
  'categories.insert-media',
  'insert into media (key, width, height) values ($1, $2, $3) on conflict (key) do nothing',
);
const setPicture = statement('categories.set-picture', 'update categories set picture_key = $2 where id = $1');

/** Sets a category's picture, whose files are already stored. Null removes the picture. */
export async function putPicture(
  tx: Tx,
  id: number,
  picture: { key: string; width: number; height: number } | null,
): Promise<void> {
  if (picture !== null) await insertMedia(tx, [picture.key, picture.width, picture.height]);
  await setPicture(tx, [id, picture?.key ?? null]);
}
