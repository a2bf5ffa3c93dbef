import type { CategoryNode } from '@ceiba/contract/catalog';
import type { CategoryRow } from './catalog.store.ts';
import { toImage } from './product-card.ts';

/** Rows ordered by level make the tree in one pass: a parent is always there before its children. */
export const toCategoryTree = (rows: readonly CategoryRow[]): CategoryNode[] => {
  const roots: CategoryNode[] = [];
  const byId = new Map<number, CategoryNode>();
  for (const { id, parent_id, title, path, picture_key } of rows) {
    const image = picture_key === null ? null : toImage(picture_key, title);
    const node: CategoryNode = { id, title, path: `/${path}`, image, children: [] };
    byId.set(id, node);
    const siblings = parent_id === null ? roots : byId.get(parent_id)?.children;
    siblings?.push(node);
  }
  return roots;
};
