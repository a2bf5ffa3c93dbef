import { productsPerPage } from '@ceiba/domain/search/search-limits';
import { isRunningAt } from '../catalog/product-card.store.ts';
import { builtStatement, type Tx } from '../platform/db/database.ts';
import type { CountedValue, DeclaredFilter } from './facets.ts';
import type { PriceRange } from './price-ranges.ts';
import type { SearchSort } from './search-request.ts';

/** The scope of a page: all products, a category (by ID, path or slug) or a seller (by slug). */
export type BrowseScope = { facet: 'category' | 'seller'; value: string } | null;

export interface BrowsedPage {
  productIds: number[];
  /** Total of the scope, not capped. Zero for an unknown scope. */
  total: number;
  /** Facets of the scope. Empty for a seller. */
  counted: CountedValue[];
  ranges: (PriceRange & { count: number })[];
  /** Usual and flash price (centavos) of the scope's products that are on flash sale now. `ranges` count the usual price. */
  flashPrices: [usual: number, flash: number][];
  /** The filters that the category declares. Null if it declares none, or if the scope is not a category. */
  declared: DeclaredFilter[] | null;
}

interface BrowseRow {
  ids: number[] | null;
  total: number | null;
  counted: CountedValue[] | null;
  ranges: (PriceRange & { count: number })[] | null;
  flash: [number, number][] | null;
  declared: DeclaredFilter[] | null;
}

/** Column of product_search, its value during a flash sale, and the direction. Each has its index. */
const orders: Record<SearchSort, { column: string; flash: string | null; direction: string }> = {
  relevance: { column: 'sold', flash: null, direction: 'desc' },
  price_asc: { column: 'price', flash: 'flash.price', direction: 'asc nulls last' },
  price_desc: { column: 'price', flash: 'flash.price', direction: 'desc nulls last' },
  discount: { column: 'discount', flash: 'flash.discount', direction: 'desc' },
};

/** Maximum number of products of a seller that are sorted for each page. */
const smallSeller = 20_000;

/**
 * Reads a page of a scope in the order of an index, with stored counts. It reads the same few rows for a thousand products or for
 * a million. Products on flash sale leave their usual position and are merged by their present price.
 */
const browseText = ({ column, flash, direction }: (typeof orders)[SearchSort]): string => {
  const ordered = `order by key ${direction}, s.product_id limit $3 + ${productsPerPage}`;
  const usual = flash === null ? '' : 'and s.product_id not in (select product_id from flash)';
  return `
  with scope as materialized (
    (select v.id, c.id as category_id, c.parent_id
       from categories c join facet_values v on v.facet = 'category' and v.value = c.id::text
       where $1 = 'category' and (c.id::text = $2 or c.path = $2 or c.slug = $2)
       order by c.slug = $2 and c.path <> $2, c.level, c.position limit 1)
    union all select id, null, null from facet_values where $1 = 'seller' and facet = 'seller' and value = $2
    union all select 0, null, null where $1::text is null),
  sized as materialized (
    select s.id, s.category_id, format('''#%s''', s.id)::tsquery as mark, n.products as total
    from scope s join facet_counts n on n.scope = 0 and n.value_id = s.id),
  flash as materialized (
    select f.product_id, min(f.price) as price, s.price as usual,
      max(((p.regular_price - f.price) * 10000 / p.regular_price)::integer) as discount
    from flash_sales f join product_search s on s.product_id = f.product_id join products p on p.id = f.product_id
    where ${isRunningAt('$4')} and f.price < s.price
      and ((select id from sized) = 0 or (s.words @@ (select mark from sized)) is true)
    group by f.product_id, s.price),
  page as (
    select s.product_id, s.key from (
      -- All products.
      (select s.product_id, s.${column} as key from product_search s
        where (select id = 0 from sized) ${usual}
        ${ordered})
      union all
      -- A category: the first products of each category in it.
      select first.product_id, first.key from sized z
        join categories c on z.category_id = any (c.ancestor_ids)
        join facet_values v on v.facet = 'category' and v.value = c.id::text
        cross join lateral (
          select s.product_id, s.${column} as key from product_search s where s.category = v.id ${usual}
          ${ordered}) first
      union all
      -- A small seller: its products, sorted.
      (select s.product_id, s.${column} as key from product_search s
        where (select id <> 0 and category_id is null and total <= ${smallSeller} from sized)
          and s.words @@ (select mark from sized) ${usual}
        ${ordered})
      union all
      -- A large seller: reads the list of all products and skips other sellers. "is true" stops the planner from using the index on words.
      (select s.product_id, s.${column} as key from product_search s
        where (select id <> 0 and category_id is null and total > ${smallSeller} from sized)
          and (s.words @@ (select mark from sized)) is true ${usual}
        ${ordered})
      ${flash === null ? '' : `union all select product_id, ${flash} from flash`}) s
    order by key ${direction}, s.product_id offset $3 limit ${productsPerPage}),
  children as (
    select c.id from categories c, scope s
    where $1 is distinct from 'seller' and c.state = 'visible' and c.parent_id is not distinct from case
      when s.category_id is null or exists (select from categories b where b.parent_id = s.category_id) then s.category_id
      else s.parent_id end),
  counted as (
    select v.id, v.facet, v.facet_label, v.value, v.label, n.products, v.value = s.category_id::text as is_chosen,
      count(*) over (partition by v.facet) as spread
    from scope s join facet_counts n on n.scope = s.id join facet_values v on v.id = n.value_id
    where $1 is distinct from 'seller' and n.products > 0 and v.facet not in ('category', 'seller', 'price')
      -- No attribute filters for all products together: they help nobody to choose.
      and (v.facet = 'brand' or (select id <> 0 from scope))
      and (v.facet <> 'brand' or not exists (select from brands b where b.title = v.value and b.state <> 'visible'))
    union all
    select v.id, v.facet, v.facet_label, v.value, v.label, n.products, v.value = s.category_id::text, 0
    from scope s, children c join facet_values v on v.facet = 'category' and v.value = c.id::text
      join facet_counts n on n.scope = 0 and n.value_id = v.id
    where n.products > 0)
  select (select array_agg(product_id order by key ${direction}, product_id) from page) as ids,
    (select total from sized) as total,
    (select json_agg(json_build_object('facet', facet, 'facetLabel', facet_label, 'value', value, 'label', label,
        'count', products, 'isChosen', is_chosen) order by id) from counted where spread <= 60 or facet = 'brand') as counted,
    (select json_agg(json_build_object('value', v.value, 'label', v.label, 'count', coalesce(n.products, 0)) order by v.id)
       from facet_values v left join facet_counts n on n.scope = (select id from scope) and n.value_id = v.id
       where v.facet = 'price' and $1 is distinct from 'seller') as ranges,
    (select json_agg(json_build_array(usual, price)) from flash) as flash,
    case when $1 = 'category' then category_filters($2) end as declared`;
};

const statementOf = (sort: SearchSort) =>
  builtStatement<BrowseRow, [facet: string | null, value: string | null, offset: number, now: Date]>(
    `search.browse-${sort}`,
    browseText(orders[sort]),
  );

const browseBy: Record<SearchSort, ReturnType<typeof statementOf>> = {
  relevance: statementOf('relevance'),
  price_asc: statementOf('price_asc'),
  price_desc: statementOf('price_desc'),
  discount: statementOf('discount'),
};

/** Reads a page of a scope without words and filters. `offset`: number of products before the page. */
export async function browse(
  tx: Tx,
  scope: BrowseScope,
  sort: SearchSort,
  offset: number,
  now: Date,
): Promise<BrowsedPage> {
  const [row] = await browseBy[sort](tx, [scope?.facet ?? null, scope?.value ?? null, offset, now]);
  return {
    productIds: row?.ids ?? [],
    total: row?.total ?? 0,
    counted: row?.counted ?? [],
    ranges: row?.ranges ?? [],
    flashPrices: row?.flash ?? [],
    declared: row?.declared ?? null,
  };
}
