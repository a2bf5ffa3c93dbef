import { type CategoryDetail, type changeCategory, maxLevels } from '@ceiba/contract/desk/categories';
import type { Parsed } from '@ceiba/contract/endpoint';
import { attributeRoles, isAttributeRole } from '@ceiba/domain/catalog/product-facts';
import { reservedSlugs } from '@ceiba/domain/catalog/reserved-slugs';
import { tagLookOf } from '@ceiba/domain/catalog/tag-look';
import { type Tag, type TagLook, tagLooks } from '@ceiba/domain/catalog/tags';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { mediaUrl } from '../media/media-store.ts';
import { changedFields } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import {
  type Category,
  countVersion,
  deepestLevel,
  findCategory,
  findJoinedRole,
  findTaken,
  hasNamesake,
  hasPublishedProducts,
  listChildren,
  orderChildren,
  putCategoryInfo,
  setCategoryPath,
  slugOf,
  updateCategory,
} from './categories.store.ts';

type Refused = Refusal<'VALIDATION_ERROR' | 'IN_USE'>;

const at = (code: Refused['code'], field: string, text: string) =>
  refuse<Refused>({ code, message: text, metadata: { fields: { [field]: text } } });

/** The width in pixels of a category's picture on its tile. */
const tileWidth = 480;

const lookOf = (tag: Tag): TagLook => {
  const looks = Object.keys(tagLooks) as TagLook[];
  return looks.find((look) => tagLookOf(tagLooks[look]) === tagLookOf(tag)) ?? 'stone';
};

export type Attributes = CategoryDetail['attributes'];

const tagsOf = ({ tagsList }: Category) =>
  tagsList.map((tag) => ({ text: tag.textContent, look: lookOf(tag), icon: tag.icon }));

/** The editable fields of a category, by the names of its call. */
const editedOf = (row: Category) => ({
  title: row.title,
  slug: row.slug,
  state: row.state,
  description: row.description,
  needsSerial: row.needsSerial,
  guideTitle: row.installationGuide?.title ?? '',
  guideUrl: row.installationGuide?.url ?? '',
  tags: tagsOf(row),
});

/** A category in the form of its calls. */
export const detailOf = (row: Category, attributes: Attributes): CategoryDetail => ({
  id: String(row.id),
  parentId: row.parentId === null ? null : String(row.parentId),
  path: row.path,
  level: row.level,
  position: row.position,
  products: row.products,
  ...editedOf(row),
  pictureUrl: row.pictureKey === null ? null : mediaUrl(row.pictureKey, tileWidth, 'webp'),
  above: row.above,
  productsBelow: row.productsBelow,
  children: row.children,
  replacement: row.replacement,
  attributes,
  version: row.version,
  actions: ['move', ...(row.products === 0 && row.children === 0 ? ['remove'] : [])],
});

const addressTakenText = 'Otra categoría tiene esa dirección.';

const takenTexts: Readonly<Record<string, string>> = {
  category: addressTakenText,
  product: 'Un producto tiene esa dirección.',
  page: 'Otra página tiene esa dirección.',
};

/** Refuses an address that is already in use, or that is reserved for the shop (DEC-204). The message is shown at `field`. */
async function checkAddress(
  tx: Tx,
  { path, id, field }: { path: string; id: number | null; field: string },
): Promise<Result<string, Refused>> {
  if (reservedSlugs.has(path)) return at('VALIDATION_ERROR', field, 'La tienda usa esa dirección. Elige otra.');
  const taken = await findTaken(tx, path, id);
  return taken === null ? ok(path) : at('IN_USE', field, takenTexts[taken] ?? '');
}

const pathBelow = (parent: { path: string } | undefined, slug: string): string =>
  parent === undefined ? slug : `${parent.path}/${slug}`;

/** Finds the new parent of a category. Undefined if the call gives no parent. The caller has locked the tree. */
export async function findParent(tx: Tx, parentId: string | null): Promise<Result<Category | undefined, Refused>> {
  if (parentId === null) return ok(undefined);
  const parent = await findCategory(tx, parentId);
  return parent === undefined ? at('VALIDATION_ERROR', 'parentId', 'Esa categoría ya no existe.') : ok(parent);
}

const tooDeep = at('VALIDATION_ERROR', 'parentId', `Las categorías tienen ${maxLevels} niveles a lo más.`);

const namesakeText = (title: string, parent: { title: string } | undefined): string =>
  parent === undefined ? `Ya hay otra categoría ${title}.` : `Ya hay otra categoría ${title} en ${parent.title}.`;

/**
 * Returns the address of a new category: the typed address, or an address made from the name. Adds a number if another
 * page has the address. No sibling has its name.
 */
export async function newSlug(
  tx: Tx,
  { title, slug, parent }: { title: string; slug: string | undefined; parent: Category | undefined },
): Promise<Result<string, Refused>> {
  if ((parent?.level ?? 0) + 1 > maxLevels) return tooDeep;
  if (await hasNamesake(tx, { parentId: parent?.id ?? null, title, id: null }))
    return at('IN_USE', 'title', namesakeText(title, parent));
  if (slug !== undefined) {
    const typed = await checkAddress(tx, { path: pathBelow(parent, slug), id: null, field: 'slug' });
    return typed.ok ? ok(slug) : typed;
  }
  const cut = (await slugOf(tx, title)).slice(0, 76);
  const base = cut.endsWith('-') ? cut.slice(0, -1) : cut;
  if (base === '') return at('VALIDATION_ERROR', 'title', 'Escribe un nombre con letras o números.');
  for (let turn = 1; turn < 100; turn += 1) {
    const tried = turn === 1 ? base : `${base}-${turn}`;
    const free = await checkAddress(tx, { path: pathBelow(parent, tried), id: null, field: 'slug' });
    if (free.ok) return ok(tried);
  }
  return at('IN_USE', 'title', addressTakenText);
}

/** The audit row of a change of a category. */
export interface CategoryChange {
  row: Category;
  change: { entity: 'categories'; entityId: string; before: object; after: object } | null;
}

const changeOf = async (tx: Tx, before: Category, fields: (row: Category) => object): Promise<CategoryChange> => {
  const row = await findCategory(tx, String(before.id));
  if (row === undefined) throw new Error(`category ${before.id} vanished`);
  const changed = changedFields(fields(before), fields(row));
  const isSame = Object.keys(changed.after).length === 0;
  return { row, change: isSame ? null : { entity: 'categories', entityId: String(row.id), ...changed } };
};

type Asked = Omit<Parsed<typeof changeCategory>['body'], 'version'>;

const guideOf = ({ guideTitle, guideUrl }: { guideTitle: string; guideUrl: string }) =>
  guideTitle === '' ? null : { title: guideTitle, url: guideUrl };

const storedTag = (
  { slug }: { slug: string },
  { text, look, icon }: CategoryDetail['tags'][number],
  place: number,
): Tag => ({
  id: `${slug}-${place + 1}`,
  ...tagLooks[look],
  textContent: text,
  icon,
  category: slug,
});

/** Changes fields of a locked category (PROD-08). The caller holds the lock of the tree. */
export async function changeFields(tx: Tx, row: Category, asked: Asked): Promise<Result<CategoryChange, Refused>> {
  const before = editedOf(row);
  const next = {
    title: asked.title ?? before.title,
    slug: asked.slug ?? before.slug,
    state: asked.state ?? before.state,
    description: asked.description ?? before.description,
    needsSerial: asked.needsSerial ?? before.needsSerial,
    guideTitle: asked.guideTitle ?? before.guideTitle,
    guideUrl: asked.guideUrl ?? before.guideUrl,
    tags: asked.tags ?? before.tags,
  };
  if ((next.guideTitle === '') !== (next.guideUrl === ''))
    return at(
      'VALIDATION_ERROR',
      next.guideTitle === '' ? 'guideTitle' : 'guideUrl',
      'La guía necesita su nombre y su dirección.',
    );
  if (next.state === 'retired' && row.state !== 'retired' && (await hasPublishedProducts(tx, row.id)))
    return at('IN_USE', 'state', 'Todavía tiene productos publicados: muévelos a otra categoría antes de retirarla.');
  const isRenamed = next.title !== row.title;
  if (isRenamed && (await hasNamesake(tx, { parentId: row.parentId, title: next.title, id: row.id })))
    return at('IN_USE', 'title', namesakeText(next.title, row.above.at(-1)));
  if (next.slug !== row.slug) {
    const path = `${row.path.slice(0, row.path.lastIndexOf('/') + 1)}${next.slug}`;
    const free = await checkAddress(tx, { path, id: row.id, field: 'slug' });
    if (!free.ok) return free;
    await setCategoryPath(tx, row.id, path);
  }
  await updateCategory(tx, row.id, next);
  const isInfoNew = JSON.stringify([before.tags, guideOf(before)]) !== JSON.stringify([next.tags, guideOf(next)]);
  if (isInfoNew) {
    const tags = next.tags.map((tag, place) => storedTag(next, tag, place));
    await putCategoryInfo(tx, row.id, { tags, guide: guideOf(next) });
    await countVersion(tx, row.id);
  }
  return ok(await changeOf(tx, row, editedOf));
}

const joinedRoleText = ({
  role,
  name,
  title,
  nameAbove,
  titleAbove,
}: NonNullable<Awaited<ReturnType<typeof findJoinedRole>>>): string => {
  const label = role !== null && isAttributeRole(role) ? attributeRoles[role] : role;
  return `Dos atributos tendrían el papel «${label}»: «${name}» de ${title} y «${nameAbove}» de ${titleAbove}. Quítaselo a uno antes de mover.`;
};

const placeOf = (row: Category) => ({
  parent: row.above.map(({ title }) => title).join(' › ') || 'Primer nivel',
  position: row.position,
});

/**
 * Moves a locked category and its subcategories under another parent or before a sibling. The caller holds the lock of
 * the tree.
 */
export async function moveTo(
  tx: Tx,
  row: Category,
  { parentId, beforeId }: { parentId: string | null; beforeId: string | null },
): Promise<Result<CategoryChange, Refused>> {
  const found = await findParent(tx, parentId);
  if (!found.ok) return found;
  const parent = found.value;
  if (parent?.ancestorIds.includes(row.id))
    return at('VALIDATION_ERROR', 'parentId', 'Una categoría no queda debajo de sí misma.');
  const isElsewhere = (parent?.id ?? null) !== row.parentId;
  if (isElsewhere) {
    const levels = (await deepestLevel(tx, row.id)) - row.level + 1;
    if ((parent?.level ?? 0) + levels > maxLevels) return tooDeep;
    if (await hasNamesake(tx, { parentId: parent?.id ?? null, title: row.title, id: row.id }))
      return at('IN_USE', 'parentId', namesakeText(row.title, parent));
    const joined = await findJoinedRole(tx, row.id, parent?.ancestorIds ?? []);
    if (joined !== undefined) return at('IN_USE', 'parentId', joinedRoleText(joined));
    const path = pathBelow(parent, row.slug);
    const free = await checkAddress(tx, { path, id: row.id, field: 'parentId' });
    if (!free.ok) return free;
  }
  const siblings = (await listChildren(tx, parent?.id ?? null)).filter((id) => id !== row.id);
  const place = beforeId === null ? siblings.length : siblings.indexOf(Number(beforeId));
  if (place < 0)
    return at('VALIDATION_ERROR', 'beforeId', 'La categoría de al lado ya no está ahí. Vuelve a intentarlo.');
  if (isElsewhere) await setCategoryPath(tx, row.id, pathBelow(parent, row.slug));
  const order = siblings.toSpliced(place, 0, row.id);
  await orderChildren(tx, order);
  if (!isElsewhere && order.indexOf(row.id) + 1 !== row.position) await countVersion(tx, row.id);
  return ok(await changeOf(tx, row, placeOf));
}
