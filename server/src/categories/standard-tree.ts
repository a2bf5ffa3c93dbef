import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import tree from './standard-tree.json' with { type: 'json' };

const insert = statement(
  'categories.insert-standard',
  `with given as materialized (
     select place, title, slug, parent, (select next_category_number()) + place::integer - 1 as id
     from jsonb_to_recordset($1::jsonb) as g (place integer, title text, slug text, parent integer))
   insert into categories (id, parent_id, path, slug, title, level, position, ancestor_ids)
   select g.id, p.id, concat_ws('/', p.slug, g.slug), g.slug, g.title, case when p.id is null then 1 else 2 end,
     row_number() over (partition by p.id order by g.place), case when p.id is null then array[g.id] else array[p.id, g.id] end
   from given g left join given p on p.place = g.parent order by g.place`,
);

/**
 * Creates the standard tree of an electronics store: departments, and the categories below each. The caller holds the
 * lock of the tree, and the shop has no categories. Returns the number of categories.
 */
export async function insertStandardTree(tx: Tx): Promise<number> {
  const rows: { place: number; title: string; slug: string; parent: number | null }[] = [];
  for (const { children, ...department } of tree) {
    const parent = rows.push({ place: rows.length + 1, parent: null, ...department });
    for (const child of children) rows.push({ place: rows.length + 1, parent, ...child });
  }
  await insert(tx, [JSON.stringify(rows)]);
  return rows.length;
}
