import type { PageBlock } from '@ceiba/domain/content/page-file';
import { column, neverNull, statement } from '../platform/db/statement.ts';

/** Pages of text, by address. */
export const listPages = statement('content.pages', 'select slug, title from category_pages order by slug');

export const findPageText = statement(
  'content.page-text',
  'select title, description, blocks from category_pages where slug = $1',
  { blocks: column<PageBlock[]>() },
);

/** Finds the number of a page that the desk edits: any page except help pages. */
export const findPageId = statement('content.page-id', 'select id::text as id from content_pages where slug = $1', {
  id: neverNull(),
});

/** Writes or replaces a help page. `blocks` is JSON. */
export const savePage = statement(
  'content.save-page',
  `insert into category_pages (slug, title, description, blocks) values ($1, $2, $3, $4::jsonb)
   on conflict (slug) do update set title = excluded.title, description = excluded.description, blocks = excluded.blocks`,
);

/** Returns a row if the page is a legal text with versions. Only a new version changes such a text (PROD-29). */
export const findVersions = statement('content.versions', 'select number from legal_versions where page = $1 limit 1');

/** Removes a help page. Returns no row if there is no such page. */
export const removePage = statement('content.remove-page', 'delete from category_pages where slug = $1 returning slug');
