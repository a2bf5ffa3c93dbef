import { unwrap } from '@ceiba/client/call-failure';
import { maxLevels } from '@ceiba/contract/desk/category-fields';
import { useQuery } from '@tanstack/react-query';
import { callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer } from '../session/desk-client.ts';

export type CategoryRow = DeskAnswer<'listCategoryTree'>['data'][number];

/** The new place of a category. `parentId` is null for the first level. `beforeId` is null for the last place. */
export interface TreePlace {
  parentId: string | null;
  beforeId: string | null;
}

export const treeKey = callKey('listCategoryTree');

/** Reads the whole tree, page by page. */
export const useTree = (isOn = true) =>
  useQuery({
    queryKey: treeKey,
    enabled: isOn,
    queryFn: async ({ signal }) => {
      const rows: CategoryRow[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const query: Record<string, string | number> = { limit: 100, ...(after !== '' && { after }) };
        const page: DeskAnswer<'listCategoryTree'> = unwrap(await call('listCategoryTree', { query }, { signal }));
        rows.push(...page.data);
        after = page.next;
      }
      return rows;
    },
  });

/** The children of a parent, in their order. */
export const childrenOf = (rows: readonly CategoryRow[], parentId: string | null): CategoryRow[] =>
  rows.filter((row) => row.parentId === parentId).toSorted((one, other) => one.position - other.position);

/** The visible rows from top to bottom. `isOpen` says whether the children of a row are visible. */
export const arranged = (rows: readonly CategoryRow[], isOpen: (row: CategoryRow) => boolean = () => true) => {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  const below = (parentId: string | null): CategoryRow[] =>
    (byParent.get(parentId) ?? [])
      .toSorted((one, other) => one.position - other.position)
      .flatMap((row) => [row, ...(isOpen(row) ? below(row.id) : [])]);
  return below(null);
};

/** A category and all categories below it. */
export const branchOf = (rows: readonly CategoryRow[], id: string): Set<string> => {
  const branch = new Set([id]);
  for (const row of arranged(rows)) if (row.parentId !== null && branch.has(row.parentId)) branch.add(row.id);
  return branch;
};

/** Number of products by category, including all categories below. */
export const productsBelow = (rows: readonly CategoryRow[]): ReadonlyMap<string, number> => {
  const counts = new Map(rows.map(({ id, products }) => [id, products]));
  for (const { id, parentId } of arranged(rows).toReversed())
    if (parentId !== null) counts.set(parentId, (counts.get(parentId) ?? 0) + (counts.get(id) ?? 0));
  return counts;
};

/** Titles from the root to the category: "Audio › Bocinas". */
export const pathText = (rows: readonly CategoryRow[], row: CategoryRow): string => {
  const parent = rows.find(({ id }) => id === row.parentId);
  return parent === undefined ? row.title : `${pathText(rows, parent)} › ${row.title}`;
};

/** Possible parents of a category. Leaves out the category, all categories below it, and parents that would make the tree too deep. */
export const parentsFor = (rows: readonly CategoryRow[], moved: CategoryRow | undefined): CategoryRow[] => {
  const branch = moved === undefined ? new Set<string>() : branchOf(rows, moved.id);
  const deepest = Math.max(...rows.filter(({ id }) => branch.has(id)).map(({ level }) => level), 0);
  const levels = moved === undefined ? 1 : deepest - moved.level + 1;
  return arranged(rows).filter(
    ({ id, level }) => !branch.has(id) && (level + levels <= maxLevels || id === moved?.parentId),
  );
};

export const canMoveTo = (rows: readonly CategoryRow[], moved: CategoryRow, { parentId }: TreePlace): boolean =>
  parentId === null || parentsFor(rows, moved).some(({ id }) => id === parentId);

/** The present place of a category. */
export const placeOf = (rows: readonly CategoryRow[], { id, parentId }: CategoryRow): TreePlace => {
  const siblings = childrenOf(rows, parentId);
  return { parentId, beforeId: siblings[siblings.findIndex((each) => each.id === id) + 1]?.id ?? null };
};

/** The place of a category that is dropped beside another row, or inside it. */
export const placeAt = (
  rows: readonly CategoryRow[],
  row: CategoryRow,
  zone: 'before' | 'inside' | 'after',
): TreePlace => {
  if (zone === 'inside') return { parentId: row.id, beforeId: null };
  return zone === 'before' ? { parentId: row.parentId, beforeId: row.id } : placeOf(rows, row);
};

/**
 * The place that an arrow key moves a category to. Up and down change the order among siblings. Right moves the category below the sibling above;
 * left moves the category after its parent.
 */
export const placeByKey = (rows: readonly CategoryRow[], row: CategoryRow, key: string): TreePlace | undefined => {
  const siblings = childrenOf(rows, row.parentId);
  const at = siblings.findIndex(({ id }) => id === row.id);
  const above = siblings[at - 1];
  switch (key) {
    case 'ArrowUp':
      return above && { parentId: row.parentId, beforeId: above.id };
    case 'ArrowDown':
      return siblings[at + 1] && { parentId: row.parentId, beforeId: siblings[at + 2]?.id ?? null };
    case 'ArrowRight':
      return above && { parentId: above.id, beforeId: null };
    case 'ArrowLeft': {
      const parent = rows.find(({ id }) => id === row.parentId);
      return parent && placeOf(rows, parent);
    }
    default:
      return undefined;
  }
};
