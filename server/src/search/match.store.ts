import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import { type Matches, unpackMatches } from './match-records.ts';
import type { ResolvedGroup } from './narrow-matches.ts';
import type { PriceRange } from './price-ranges.ts';
import type { SearchRequest } from './search-request.ts';

/**
 * Matches looked at, at most. `total` is exact up to here (DEC-180); beyond, the list, its total and its facet counts are
 * those of the best 10,000: the best matching, among them the best-selling.
 */
export const matchLimit = 10_000;

interface MatchRow {
  corrected: string | null;
  groups: ResolvedGroup[] | null;
  ranges: PriceRange[];
  flash: [productId: number, price: number][] | null;
  tier1: Buffer | null;
  tier2: Buffer | null;
  tier3: Buffer | null;
  tier4: Buffer | null;
}

/**
 * All matches of a search as packed records, in one statement.
 *
 * Filters are left to the reader as long as the words (or, without words, the category) alone give no more than the
 * limit: it can then count every facet without its own filter. Where they give more, the filters are applied here.
 * `input` hides the parameters from the planner: it would else see a cheaper plan in every empty text and plan each call
 * anew. Every `words @@` is answered by the GIN index; `!!` keeps a product out of the lower tiers it also belongs to.
 */
const selectMatches = statement<
  MatchRow,
  [words: string, groups: string, min: number | null, max: number | null, now: Date, limit: number]
>(
  'search.match',
  `with input as materialized (
     select $1::text as words, $1 <> '' as has_words, $3::bigint as min_price, $4::bigint as max_price),
   asked as materialized (select q.* from input, search_query(words) q where has_words),
   -- Each group as the values it allows: one mark per value for the index, and for the reader, whose records name only a
   -- product's own category, the categories below.
   chosen as materialized (
     select g.n, g.facet, coalesce(array_agg(v.id) filter (where v.id is not null), '{}') as ids
     from jsonb_to_recordset($2) g(n integer, facet text, wanted text[])
       left join facet_values v on v.facet = g.facet and case
         when g.facet = 'category' then v.value in (select c.id::text from categories c
           where c.id::text = any (g.wanted) or c.path = any (g.wanted) or c.slug = any (g.wanted))
         else lower(unaccent(v.value)) = any (select lower(unaccent(w)) from unnest(g.wanted) w) end
     group by g.n, g.facet),
   filters as materialized (
     select string_agg(q, ' & ')::tsquery as every,
       string_agg(q, ' & ') filter (where facet = 'seller' or facet = 'category' and not (select has_words from input))::tsquery as base
     from (select facet, '(' || coalesce((select string_agg(format('''#%s''', id), ' | ') from unnest(ids) id), '''#0''') || ')' as q
           from chosen) c),
   tiers as materialized (
     select 1 as tier, head as query from asked
     union all select 2, title && !!head from asked where numnode(title) > 0
     union all select 3, everywhere && !!head && !!title from asked where numnode(everywhere) > 0
     union all
     select 3, base from filters
       where not (select has_words from input) and base is not null and not exists (select from chosen where facet = 'seller')
         and (select coalesce(sum(products), 0) from facet_counts
              where scope = 0 and value_id in (select unnest(ids) from chosen where facet = 'category')) <= $6),
   open as materialized (
     select t.tier, m.* from tiers t, filters f, lateral (
       select string_agg(r.record, ''::bytea) as records, count(*) as n from (
         select s.record from product_search s
         where s.words @@ (case when f.base is null or not (select has_words from input) then t.query else t.query && f.base end) limit $6 + 1) r) m),
   is_open as materialized (select count(*) > 0 and sum(n) <= $6 as yes, sum(n) = 0 and (select has_words from input) as is_empty from open),
   described as materialized (
     select m.records from filters f, lateral (
       select string_agg(r.record, ''::bytea) as records from (
         select s.record from product_search s
         where (select is_empty from is_open) and s.words @@ (select case when f.base is null then described else described && f.base end
           from asked where numnode(described) > 0) limit $6) r) m),
   loose as (
     select m.records from filters f, lateral (
       select string_agg(r.record, ''::bytea) as records from (
         select s.record from product_search s
         where (select is_empty from is_open) and (select records is null from described)
           and s.words @@ (select case when f.base is null then anywhere else anywhere && f.base end
             from asked where numnode(anywhere) > 0) limit $6) r) m),
   flash as materialized (
     select product_id, min(price) as price from flash_sales where starts_at <= $5 and ends_at > $5 group by product_id),
   narrowed as (
     select b.tier, string_agg(b.record, ''::bytea) as records from (
       select t.tier, s.record
       from (select tier, query from tiers where (select has_words from input)
             union all select 3, every from filters where not (select has_words from input)) t,
         filters f, product_search s
       where not (select yes from is_open)
         and s.words @@ (case when f.every is null or not (select has_words from input) then t.query else t.query && f.every end)
         and (s.price between (select coalesce(min_price, 0) from input) and (select coalesce(max_price, 9e15) from input)
           or s.price is null and (select min_price is null and max_price is null from input)
           or s.product_id in (select product_id from flash))
       order by t.tier, s.sold desc, s.product_id limit $6) b
     group by b.tier),
   priced as (
     select string_agg(b.record, ''::bytea) as records from (
       select s.record from product_search s
       where not (select has_words from input) and (select every is null from filters)
         and (s.price between (select coalesce(min_price, 0) from input) and (select coalesce(max_price, 9e15) from input)
           or s.price is null and (select min_price is null and max_price is null from input)
           or s.product_id in (select product_id from flash))
       order by s.sold desc, s.product_id limit $6) b),
   best as materialized (
     select tier, records from open where (select yes from is_open)
     union all select 4, records from described where records is not null
     union all select 4, records from loose
     union all select tier, records from narrowed
     union all select 3, records from priced)
   select (select corrected from asked) as corrected,
     (select json_agg(json_build_object('facet', facet, 'ids', case when facet <> 'category' then to_json(ids) else (
          select coalesce(json_agg(below.id), '[]') from facet_values above
            join categories c on above.value::integer = any (c.ancestor_ids)
            join facet_values below on below.facet = 'category' and below.value = c.id::text
          where above.id = any (ids)) end) order by n)
        from chosen where facet <> 'seller') as groups,
     (select json_agg(json_build_object('value', value, 'label', label) order by id)
        from facet_values where facet = 'price') as ranges,
     (select json_agg(json_build_array(product_id, price)) from flash) as flash,
     (select records from best where tier = 1) as tier1,
     (select records from best where tier = 2) as tier2,
     (select records from best where tier = 3 and records is not null) as tier3,
     (select records from best where tier = 4 and records is not null) as tier4`,
);

export interface FoundMatches {
  matches: Matches;
  /** Words as corrected to find something. */
  corrected: string | null;
  groups: ResolvedGroup[];
  ranges: PriceRange[];
}

/** What matches the words; for a search without words, what is in its category or passes its filters. */
export async function findMatches(tx: Tx, request: SearchRequest, now: Date): Promise<FoundMatches> {
  const groups = request.groups.map((group, n) => ({ n, ...group }));
  const [row] = await selectMatches(tx, [
    request.words,
    JSON.stringify(groups),
    request.minPrice,
    request.maxPrice,
    now,
    matchLimit,
  ]);
  if (row === undefined) throw new Error('a search answers one row');
  const none = Buffer.alloc(0);
  const tiers = [row.tier1 ?? none, row.tier2 ?? none, row.tier3 ?? none, row.tier4 ?? none];
  return {
    matches: unpackMatches(tiers, new Map(row.flash)),
    corrected: row.corrected,
    groups: row.groups ?? [],
    ranges: row.ranges,
  };
}
