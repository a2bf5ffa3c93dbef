import {
  changeCategory,
  createCategory,
  createStandardCategories,
  exportCategories,
  getCategory,
  listCategoryTree,
  moveCategory,
  removeCategory,
} from '@ceiba/contract/desk/categories';
import { countedRows } from '@ceiba/contract/desk/list';
import { categoryList } from '@ceiba/contract/desk/lists/categories';
import { ok, refuse } from '@ceiba/domain/result';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import { brokenRuleOf, type Database, type Tx } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { listHeldAttributes } from './attributes.store.ts';
import {
  type Category,
  deleteCategory,
  findCategory,
  hasCategories,
  insertCategory,
  lockCategory,
  lockTree,
  placeSql,
  productsSql,
} from './categories.store.ts';
import { type CategoryChange, changeFields, detailOf, findParent, moveTo, newSlug } from './change-category.ts';
import { insertStandardTree } from './standard-tree.ts';

const source: ListSource<typeof categoryList> = {
  list: categoryList,
  from: 'from categories t',
  key: { sql: 't.id', type: 'bigint' },
  columns: {
    title: 't.title',
    path: 't.path',
    state: 't.state',
    level: 't.level',
    position: placeSql,
    products: productsSql,
  },
  filters: { state: 't.state', level: 't.level::text' },
  isOfShop: true,
  search: (words) => (p) => `position(folded(${p(words)}) in folded(t.title || ' ' || t.path)) > 0`,
};

const detail = async (tx: Tx, row: Category) => detailOf(row, await listHeldAttributes(tx, row.id));

/** Locks the tree and a category. Refuses if the category's version is not the `version` that the person saw. */
async function lockSeen(tx: Tx, id: string, version: number, asked: object) {
  await lockTree(tx);
  const row = await lockCategory(tx, id);
  if (row === undefined) return refuse({ code: 'NOT_FOUND' as const });
  if (row.version === version) return ok(row);
  const current = await detail(tx, row);
  return refuse(
    await versionConflict(tx, { entity: 'categories', entityId: String(row.id), current, conflicts: { asked } }),
  );
}

const answered = async (tx: Tx, { row, change }: CategoryChange) => ({
  answer: { status: 200, data: await detail(tx, row) },
  change: change as null,
});

const inUse = (text: string) => refuse({ code: 'IN_USE' as const, message: text });

const countText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('es-GT')} ${many}`;

const removal = (db: Database): Route =>
  changeRoute(removeCategory, db, async ({ tx, params: { id }, body: { version } }) => {
    const locked = await lockSeen(tx, id, version, {});
    if (!locked.ok) return locked;
    const row = locked.value;
    if (row.children > 0)
      return inUse(`Tiene ${countText(row.children, 'categoría', 'categorías')} debajo: muévelas o elimínalas antes.`);
    if (row.products > 0)
      return inUse(
        `Tiene ${row.products > countedRows ? 'más de ' : ''}${countText(Math.min(row.products, countedRows), 'producto', 'productos')}: muévelos a otra categoría, u ocúltala.`,
      );
    const gone = await detail(tx, row);
    try {
      await deleteCategory(tx, row.id);
    } catch (error) {
      // Another row still names the category: a product added since the check, a warranty, a visit, a page, or a
      // category that it replaces.
      if (brokenRuleOf(error)?.endsWith('_fkey') !== true) throw error;
      return inUse('Todavía se usa: la nombra un producto, una garantía, un servicio a domicilio u otra página.');
    }
    const change = {
      entity: 'categories',
      entityId: String(row.id),
      before: {
        ...{ title: row.title, path: row.path, state: row.state, description: row.description },
        attributes: gone.attributes.map(({ name }) => name).join(', '),
      },
    };
    return ok({ answer: { status: 200, data: gone }, change });
  });

export const categoriesRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source,
    page: listCategoryTree,
    csv: exportCategories,
    more: { id: 't.id', parentId: 't.parent_id', version: 't.version' },
    toRow: ({ id, parentId, ...row }) => ({
      ...row,
      id: String(id),
      parentId: parentId === null ? null : String(parentId),
    }),
  }),
  route(getCategory, async ({ params: { id } }) => {
    const row = await findCategory(db.write, id);
    return row === undefined ? refuse({ code: 'NOT_FOUND' }) : ok({ status: 200, data: await detail(db.write, row) });
  }),
  changeRoute(createCategory, db, async ({ tx, body }) => {
    await lockTree(tx);
    const found = await findParent(tx, body.parentId);
    if (!found.ok) return found;
    const parent = found.value;
    const slug = await newSlug(tx, { title: body.title, slug: body.slug, parent });
    if (!slug.ok) return slug;
    const { title, description = '', state = 'visible' } = body;
    const id = await insertCategory(tx, { parentId: parent?.id ?? null, slug: slug.value, title, description, state });
    const row = await findCategory(tx, String(id));
    if (row === undefined) throw new Error(`category ${id} vanished`);
    const change = { entity: 'categories', entityId: String(id), after: { title, path: row.path, state, description } };
    return ok({ answer: { status: 201, data: await detail(tx, row) }, change });
  }),
  changeRoute(changeCategory, db, async ({ tx, params: { id }, body: { version, ...asked } }) => {
    const locked = await lockSeen(tx, id, version, asked);
    if (!locked.ok) return locked;
    const done = await changeFields(tx, locked.value, asked);
    return done.ok ? ok(await answered(tx, done.value)) : done;
  }),
  changeRoute(moveCategory, db, async ({ tx, params: { id }, body: { version, ...to } }) => {
    const locked = await lockSeen(tx, id, version, {});
    if (!locked.ok) return locked;
    const done = await moveTo(tx, locked.value, to);
    return done.ok ? ok(await answered(tx, done.value)) : done;
  }),
  removal(db),
  changeRoute(createStandardCategories, db, async ({ tx }) => {
    await lockTree(tx);
    if (await hasCategories(tx)) return inUse('La tienda ya tiene categorías.');
    const created = await insertStandardTree(tx);
    const change = { entity: 'categories', entityId: 'standard', after: { created } };
    return ok({ answer: { status: 201, data: { created } }, change });
  }),
];
