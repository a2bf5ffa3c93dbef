import type { CategoryNode } from '@ceiba/contract/catalog';
import { expect, it } from 'vitest';
import { trailTo } from './category-page-data.ts';

const node = (path: string, children: CategoryNode[] = []): CategoryNode => ({
  id: 1,
  title: path,
  path,
  image: null,
  children,
});
const tree = [node('/audio'), node('/tv', [node('/tv/accesorios', [node('/tv/accesorios/soportes')])])];

it.each([
  ['/audio', ['/audio']],
  ['/tv/accesorios/soportes', ['/tv', '/tv/accesorios', '/tv/accesorios/soportes']],
  ['/tv/acc', []],
  ['', []],
])('[DEC-13] finds the trail to %s', (path, expected) => {
  expect(trailTo(tree, path).map((found) => found.path)).toEqual(expected);
});
