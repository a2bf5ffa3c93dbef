import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

const select = statement(
  'categories.attributes',
  `select attribute_id, code, name, type, unit, choices, is_required, is_filterable, from_id, from_title
   from declared_attributes($1) order by place`,
  {
    attributeId: neverNull(),
    code: neverNull(),
    name: neverNull(),
    type: neverNull(),
    unit: neverNull(),
    choices: neverNull(),
    isRequired: neverNull(),
    isFilterable: neverNull(),
    fromId: neverNull(),
    fromTitle: neverNull(),
  },
);

/** Lists the attributes of a category's products: the attributes of the category and of its ancestors. */
export const listHeldAttributes = async (tx: Tx, categoryId: number) =>
  (await select(tx, [categoryId])).map(({ attributeId, fromId, fromTitle, choices, ...row }) => ({
    ...row,
    id: String(attributeId),
    choices: choices
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    from: { id: String(fromId), title: fromTitle },
  }));

const selectMisfits = statement(
  'categories.misfits',
  `select sku, title, value from attribute_misfits($1, coalesce($2, slug_of($3)), $4, $5::text[], $6)
   order by product limit $7`,
  { sku: neverNull(), title: neverNull(), value: neverNull() },
);

/**
 * Lists up to `most` products with values that would not fit the declaration, the oldest first. If `code` is null, the
 * code is made from the name.
 */
export const listMisfits = async (
  tx: Tx,
  of: { categoryId: string; code: string | null; name: string; type: string; units: string[]; choices: string },
  most: number,
) => selectMisfits(tx, [Number(of.categoryId), of.code, of.name, of.type, of.units, of.choices, most]);

const follow = statement('categories.follow-attributes', 'select follow_attributes($1, $2, $3) as last');

/**
 * Updates the next products of a category to its declarations. Returns the id of the last updated product. Null if no
 * product is left.
 */
export const followAttributes = async (
  tx: Tx,
  { category, after, portion }: { category: number; after: number; portion: number },
): Promise<number | null> => (await follow(tx, [category, after, portion]))[0]?.last ?? null;
