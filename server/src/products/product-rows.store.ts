import type { ListQuery } from '@ceiba/contract/desk/list';
import { productList } from '@ceiba/contract/desk/lists/products';
import { ok } from '@ceiba/domain/result';
import { productWordsQuery, quotedTerm } from '../catalog/product-terms.ts';
import type { Tx } from '../platform/db/database.ts';
import type { StaffCaller } from '../platform/http/route.ts';
import { codesOf } from '../platform/lists/list-names.ts';
import type { ListReader } from '../platform/lists/list-routes.ts';
import { type ListSource, listPage, listRows, matchingSql } from '../platform/lists/list-source.ts';
import type { Sql } from '../platform/lists/sql.ts';

/** A condition on the labelled words of a row (`product_terms`), as the text of a tsquery. */
const terms =
  (query: string): Sql =>
  (p) =>
    `r.terms @@ ${p(query)}::tsquery`;

const anyTerm = (label: string, values: unknown): Sql =>
  terms(
    [values]
      .flat()
      .map((value) => quotedTerm(`${label}:${value}`))
      .join(' | '),
  );

/** SQL for a tsquery for all ids that `ids` selects. Without ids the SQL is null, which matches nothing. */
const termsOfIds = (label: string, ids: string): string =>
  `r.terms @@ (select string_agg(quote_literal('${label}:' || id), ' | ')::tsquery from (${ids}) found (id))`;

const centavos = (quetzales: number): number => Math.round(quetzales * 100);

/**
 * The condition for a range of prices in quetzales, written like the index of the sort. In that index a missing price is zero,
 * because no product costs zero.
 */
const priceBetween =
  (range: unknown): Sql =>
  (p) => {
    const [from, to] = [range].flat();
    const least = typeof from === 'number' ? Math.max(1, centavos(from)) : 1;
    const most = typeof to === 'number' ? ` and coalesce(r.price, 0) <= ${p(centavos(to))}::bigint` : '';
    return `coalesce(r.price, 0) >= ${p(least)}::bigint${most}`;
  };

const source: ListSource<typeof productList> = {
  list: productList,
  from: `from product_rows r
    left join products p on p.id = r.product_id
    left join brands b on b.id = p.brand_id
    left join categories c on c.id = p.category_id
    left join stock_totals s on s.product_id = r.product_id`,
  key: { sql: 'r.product_id', type: 'bigint' },
  columns: {
    title: 'r.title',
    sku: 'r.sku',
    brand: 'b.title',
    category: 'c.title',
    family: 'p.parent_sku',
    // A product without a price is sorted as the cheapest.
    price: 'coalesce(r.price, 0)',
    stock: 's.salable',
    state: `case when p.is_published then 'published' when p.archived_at is not null then 'archived' else 'draft' end`,
    createdAt: 'r.created_at',
  },
  filters: {
    state: (value) => anyTerm('s', value),
    category: (value) => (p) =>
      termsOfIds(
        'c',
        `select below.id from categories asked join categories below on below.ancestor_ids @> array[asked.id]
         where asked.path = any (${codesOf('categoryPath', String(value))(p)})`,
      ),
    brand: (value) => (p) =>
      termsOfIds('b', `select id from brands where id::text = any (${codesOf('brand', String(value))(p)})`),
    missing: (value) => anyTerm('m', value),
    // Nearly all products have no plan. To find missing words, the whole index would have to be read.
    planned: (value) => (value === true ? terms(`'f:plan'`) : () => `not r.terms @@ '''f:plan'''::tsquery`),
    inStock: (value) => terms(value === true ? `'f:stock'` : `'f:none'`),
    price: priceBetween,
  },
  search: (words) => {
    const query = productWordsQuery(words);
    return query === undefined ? () => 'false' : terms(query);
  },
  isOfShop: true,
  walk: 500,
};

const more = {
  picture: '(select media_key from product_images i where i.product_id = r.product_id order by position limit 1)',
  regularPrice: 'p.regular_price',
  plan: `(select json_build_object('state', n.state, 'at', n.acts_at) from product_plans n where n.product_id = r.product_id
    order by n.acts_at, n.id limit 1)`,
};

/** A product without a price has an empty cell, not zero. */
const priced = (row: Record<string, unknown>): Record<string, unknown> => ({
  ...row,
  price: Number(row.price) === 0 ? null : row.price,
});

/** Reads the desk's products, a page or all of them. */
export const productReader = (tx: Tx): ListReader => ({
  page: async (query, staff) => {
    const found = await listPage(tx, source, query, staff, more);
    return found.ok ? ok({ ...found.value, rows: found.value.rows.map(priced) }) : found;
  },
  rows: async function* (query, staff) {
    for await (const rows of listRows(tx, source, query, staff)) yield rows.map(priced);
  },
});

/** Adds all products that match a filter to a run, at most one more than `most`. Returns their number. Runs one statement. */
export async function stageMatching(
  tx: Tx,
  runId: string,
  { query, staff, most }: { query: ListQuery; staff: StaffCaller; most: number },
): Promise<number> {
  const { text, values } = matchingSql(source, query, staff, {
    most: most + 1,
    build: (matching, p) => `with staged as (insert into run_rows (run_id, row_no, key)
        select ${p(runId)}::uuid, row_number() over (), m.id from (${matching}) m returning 1)
      select count(*)::int as rows from staged`,
  });
  const [row] = await tx.run<{ rows: number }>({ text, values });
  return row?.rows ?? 0;
}
