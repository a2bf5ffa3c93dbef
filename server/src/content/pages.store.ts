import type { PageBlock } from '@ceiba/domain/content/page-file';
import { column, statement } from '../platform/db/statement.ts';

/** Pages of text, by address. */
export const listPages = statement('content.pages', 'select slug, title from category_pages order by slug');

export const findPageText = statement(
  'content.page-text',
  'select title, description, blocks from category_pages where slug = $1',
  { blocks: column<PageBlock[]>() },
);

/** Writes or replaces a page. `blocks` is JSON. A page at a category's address belongs to the category. */
export const savePage = statement(
  'content.save-page',
  `insert into category_pages (slug, title, description, category_id, blocks)
   values ($1, $2, $3, (select id from categories where path = $1), $4::jsonb)
   on conflict (slug) do update set title = excluded.title, description = excluded.description,
     category_id = excluded.category_id, blocks = excluded.blocks`,
);

/** Returns a row if the page is a legal text with versions: only a new version changes it (PROD-29). */
export const findVersions = statement('content.versions', 'select number from legal_versions where page = $1 limit 1');

export const removePage = statement('content.remove-page', 'delete from category_pages where slug = $1 returning slug');
