import type { CategoryPage } from '@ceiba/contract/content';
import { DEMO_CATEGORIES } from '../categories.ts';
import { FEATURED_BLOCKS } from './featured-blocks.ts';
import { TECKI_PAGE } from './tecki-page.ts';

/** One page per category, and the page of the tech-support service (CAT-08, TECH-05). */
export const categoryPages = (): CategoryPage[] => [
  ...DEMO_CATEGORIES.map((category) => ({
    slug: category.path,
    title: category.title,
    description: category.description,
    categoryId: category.id,
    blocks: FEATURED_BLOCKS[category.path] ?? [],
  })),
  TECKI_PAGE,
];
