import type { PageText } from '@ceiba/domain/content/page-file';
import { statement } from '../platform/db/database.ts';

/** Pages of words by their addresses. */
export const listPages = statement<{ slug: string; title: string }>(
  'content.pages',
  'select slug, title from category_pages order by slug',
);

export const findPageText = statement<PageText, [slug: string]>(
  'content.page-text',
  'select title, description, blocks from category_pages where slug = $1',
);

/** Writes a page, or writes it anew. `blocks` is JSON. A page at a category's address belongs to the category. */
export const savePage = statement<object, [slug: string, title: string, description: string, blocks: string]>(
  'content.save-page',
  `insert into category_pages (slug, title, description, category_id, blocks)
   values ($1, $2, $3, (select id from categories where path = $1), $4::jsonb)
   on conflict (slug) do update set title = excluded.title, description = excluded.description,
     category_id = excluded.category_id, blocks = excluded.blocks`,
);

export const removePage = statement<{ slug: string }, [slug: string]>(
  'content.remove-page',
  'delete from category_pages where slug = $1 returning slug',
);
