import { isRunningAt } from '../catalog/product-card.store.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { findPriced } from './best-sellers-by-price.store.ts';
import { type Matches, type MatchPlaces, toMatches } from './match-records.ts';
import type { ResolvedGroup } from './narrow-matches.ts';
import type { PriceRange } from './price-ranges.ts';
import { keyBytes, RecordPool } from './record-pool.ts';
import type { SearchRequest } from './search-request.ts';

const selectRecords = statement(
  'search.records',
  `select encode(string_agg(substr(key, 5) || record, ''::bytea), 'base64') as entries
   from product_search where product_id = any ($1::bigint[])`,
);

/** Returns the positions of the keys' records in the pool, `tiers[0]` for tier 1. Reads missing records into the pool. */
const placeMatches = async (tx: Tx, pool: RecordPool, tiers: readonly Buffer[]): Promise<MatchPlaces> => {
  const count = tiers.reduce((sum, keys) => sum + keys.length / keyBytes, 0);
  const found = { tier: new Uint8Array(count), place: new Int32Array(count) };
  const unknown = new Map<number, number>();
  let index = 0;
  for (const [n, keys] of tiers.entries()) {
    for (let at = 0; at < keys.length; at += keyBytes, index += 1) {
      const place = pool.find(keys, at);
      if (place < 0) unknown.set(index, keys.readInt32BE(at));
      found.tier[index] = n + 1;
      found.place[index] = place;
    }
  }
  if (unknown.size > 0) {
    const [missing] = await selectRecords(tx, [[...unknown.values()]]);
    pool.add(Buffer.from(missing?.entries ?? '', 'base64'));
    for (const [at, productId] of unknown) found.place[at] = pool.placeOf(productId);
  }
  return found;
};

/**
 * Maximum number of matches that are read. `total` is exact up to this number (DEC-180). Beyond, the list, its total and its
 * facet counts cover the best 10,000: the best matches, and among equal ones the best-selling.
 */
export const matchLimit = 10_000;

/** Results of a search in addition to its products. */
interface Interpretation {
  /** A brand in the words that the shop does not sell. */
  otherBrand: string | null;
  /** The words with results, if other words had no results. */
  foundWords: string | null;
  /** The page of the shop that answers the search. */
  answerPage: { path: string; title: string; text: string } | null;
}

/**
 * Selects the packed keys of all matches of a search, in one statement. If the words (or, without words, the category) alone give
 * at most the limit, the reader applies the filters, and can count every facet without its own filter. Otherwise this statement
 * applies the filters. `input` hides the parameters from the planner, which otherwise sees a cheaper plan for each empty text,
 * and plans each call again. The GIN index answers every `words @@`. `!!` excludes a product from the lower tiers to which it
 * also belongs.
 */
const selectMatches = statement(
  'search.match',
  `with input as materialized (
     select $1::text as words, $1 <> '' as has_words, search_name($8) as named, $3::bigint as min_price, $4::bigint as max_price,
       $7::boolean as is_offers),
   asked as materialized (select q.* from input, search_query(words) q where has_words),
   -- The values that each filter group allows, one mark per value for the index. A category also allows the categories below it,
   -- because the reader's records name only a product's own category.
   wanted as materialized (
     select g.n, g.facet, array(
       select search_fold(w) from unnest(g.wanted) w where g.facet <> 'category'
       union
       select c.id::text from categories c where g.facet = 'category'
         and (c.id::text = any (g.wanted) or c.path = any (g.wanted) or c.slug = any (g.wanted))) as folded
     from jsonb_to_recordset($2) g(n integer, facet text, wanted text[])),
   chosen as materialized (
     select w.n, w.facet, coalesce(array_agg(v.id) filter (where v.id is not null), '{}') as ids
     from wanted w left join lateral (
       select f.id from unnest(w.folded) as t (folded) join facet_values f on f.facet = w.facet and f.folded = t.folded
       union
       -- A value with its unit, if products measure in several units.
       select f.id from unnest(w.folded) as t (folded)
         join facet_values f on f.facet = w.facet and f.folded = split_part(t.folded, ' ', 1) and search_fold(f.label) = t.folded
       where t.folded like '% %' and w.facet not in ('category', 'brand', 'seller', 'price')) v on true
     group by w.n, w.facet),
   filters as materialized (
     select string_agg(q, ' & ')::tsquery as every,
       string_agg(q, ' & ') filter (where facet = 'seller' or facet = 'category' and not (select has_words from input))::tsquery as base
     from (select facet, '(' || coalesce((select string_agg(format('''#%s''', id), ' | ') from unnest(ids) id), '''#0''') || ')' as q
           from chosen) c),
   -- The products of each group alone, from stored counts: the upper bound of the products of all groups together.
   sizes as materialized (
     select c.facet, (select coalesce(sum(n.products), 0) from facet_counts n where n.scope = 0 and n.value_id = any (c.ids)) as products
     from chosen c),
   -- The request names a brand and at most prices: its products are listed by sales.
   sole as materialized (
     select ids, (select sum(products) from sizes) <= $6 as is_small from chosen
     where facet = 'brand' and not (select has_words from input) and (select count(*) from chosen) = 1),
   tiers as materialized (
     select 1 as tier, head as query from asked
     union all select 2, title && !!head from asked where numnode(title) > 0
     union all select 3, everywhere && !!head && !!title from asked where numnode(everywhere) > 0
     union all
     select 3, case when exists (select from sizes where facet = 'category' and products <= $6) then base else every end
       from filters
       where not (select has_words from input) and not exists (select from sole)
         and exists (select from sizes where products <= $6)),
   -- The request has words and nothing else: the first products in order are the answer, even if there are more than the limit.
   is_plain as materialized (
     select i.has_words and f.every is null and i.min_price is null and i.max_price is null and not i.is_offers as yes
     from input i, filters f),
   -- Reads one tier after the other until there are enough products. Sorts by sales and then by id, joined to one number. Sorting
   -- tens of thousands of rows by one number takes a quarter of the time of two columns. A limit in the same list halves that
   -- time.
   open as materialized (
     select o.tier, string_agg(o.key, ''::bytea) as keys, count(*) as n from (
       select t.tier, r.key
       from (select tier, case when (select base is null from filters) or not (select has_words from input) then query
               else query && (select base from filters) end as query from tiers) t
         cross join lateral (
           (select s.key from product_search s where (select yes from is_plain) and s.words @@ t.query
             order by (2147483647 - s.sold)::bigint << 32 | s.product_id limit $6)
           union all
           (select s.key from product_search s where not (select yes from is_plain) and s.words @@ t.query limit $6 + 1)) r
       limit (select case when yes then $6 else $6 + 1 end from is_plain)) o
     group by o.tier),
   is_open as materialized (
     select exists (select from tiers) and o.n <= $6 as yes, o.n = 0 and (select has_words from input) as is_empty
     from (select coalesce(sum(n), 0) as n from open) o),
   described as materialized (
     select m.keys from filters f, lateral (
       select string_agg(r.key, ''::bytea) as keys from (
         select s.key from product_texts d join product_search s using (product_id)
         where (select is_empty from is_open) and d.words @@ (select case when f.base is null then described else described && f.base end
           from asked where numnode(described) > 0) limit $6) r) m),
   -- If the words find nothing, each part of them is tried.
   partial as materialized (
     select p.query, p.words
     from asked a, lateral search_parts(a.parts, a.part_words, a.core) p
     where (select is_empty from is_open) and (select keys is null from described) and a.core is not null and p.query is not null),
   loose as (
     select m.keys from filters f, partial p, lateral (
       select string_agg(r.key, ''::bytea) as keys from (
         select s.key from product_search s
         where s.words @@ (case when f.base is null then p.query else p.query && f.base end) limit $6) r) m),
   flash as materialized (
     select product_id, min(price) as price from flash_sales where ${isRunningAt('$5')} group by product_id),
   narrowed as (
     select b.tier, string_agg(b.key, ''::bytea) as keys from (
       select t.tier, r.key
       from (select tier, query from tiers where (select has_words from input)
             union all select 3, every from filters where not (select has_words from input) and not exists (select from sole)) t
         cross join lateral (
           select s.key from product_search s
           where not (select yes from is_open)
             and s.words @@ (case when (select every is null from filters) or not (select has_words from input) then t.query
               else t.query && (select every from filters) end)
             and (s.price between (select coalesce(min_price, 0) from input) and (select coalesce(max_price, 9e15) from input)
               or s.price is null and (select min_price is null and max_price is null from input)
               or s.product_id in (select product_id from flash))
             and (not (select is_offers from input) or s.discount > 0 or s.product_id in (select product_id from flash))
           order by (2147483647 - s.sold)::bigint << 32 | s.product_id limit $6) r
       limit $6) b
     group by b.tier),
   -- The best-selling products of each brand that meet all filters. If there are few, the reader applies the price filter.
   branded as (
     select string_agg(b.key, ''::bytea) as keys from (
       select l.key from sole, unnest(ids) brand_id cross join lateral (
         select s.sold, s.product_id, s.key from product_search s
         where s.brand = brand_id
           and (is_small
             or (s.price between (select coalesce(min_price, 0) from input) and (select coalesce(max_price, 9e15) from input)
               or s.price is null and (select min_price is null and max_price is null from input)
               or s.product_id in (select product_id from flash))
             and (not (select is_offers from input) or s.discount > 0 or s.product_id in (select product_id from flash)))
         order by s.sold desc, s.product_id limit $6) l
       order by l.sold desc, l.product_id limit $6) b),
   best as materialized (
     select tier, encode(keys, 'base64') as keys from open where (select yes from is_open)
     union all select 4, encode(keys, 'base64') from described where keys is not null
     union all select 4, encode(keys, 'base64') from loose
     union all select 3, encode(keys, 'base64') from branded where keys is not null
     union all select tier, encode(keys, 'base64') from narrowed)
   select (select corrected from asked) as corrected,
     (select brand from asked) as other_brand,
     (select words from partial) as found_words,
     (select json_build_object('path', p.path, 'title', coalesce(p.title, c.title), 'text', coalesce(p.text, c.description))
        from asked a join search_answers p on p.path = a.answer left join shown_pages c on '/' || c.slug = p.path
        where coalesce(p.title, c.title) is not null) as answer_page,
     -- If nothing was found: the category of a product that the shop does not sell, otherwise the category of the things named.
     (select json_build_object('title', c.title, 'path', c.path)
        from asked a, categories c
        where not exists (select from best where keys is not null) and is_public_category(c) and c.id = coalesce(nullif(a.absent, 0), (
          select v.value::integer from (
            select s.category from product_search s where numnode(a.things) > 0 and s.words @@ a.things limit 500) few
            join facet_values v on v.id = few.category
          group by v.value order by count(*) desc, v.value limit 1))) as nearest,
     (select json_agg(json_build_object('facet', facet, 'ids', case when facet <> 'category' then to_json(ids) else (
          select coalesce(json_agg(below.id), '[]') from facet_values above
            join categories c on above.value::integer = any (c.ancestor_ids)
            join facet_values below on below.facet = 'category' and below.value = c.id::text
          where above.id = any (ids)) end) order by n)
        from chosen where facet <> 'seller') as groups,
     (select json_agg(json_build_object('value', value, 'label', label) order by id)
        from facet_values where facet = 'price') as ranges,
     (select json_agg(json_build_array(product_id, price)) from flash) as flash,
     (select array_agg(p.id::integer order by s.place) from search_pins s join products p using (sku)
        where s.words = (select named from input where has_words) and p.is_published and p.is_listed
          and coalesce(s.starts_at, $5) <= $5 and coalesce(s.ends_at, $5) >= $5) as pinned,
     (select array_agg(p.id::integer) from search_hidden h join products p using (sku)
        where (select has_words from input) and h.words in ('', (select named from input))) as hidden,
     (select keys from best where tier = 1) as tier1,
     (select keys from best where tier = 2) as tier2,
     (select keys from best where tier = 3 and keys is not null) as tier3,
     (select keys from best where tier = 4 and keys is not null) as tier4`,
  {
    nearest: column<{ title: string; path: string }>(),
    groups: column<ResolvedGroup[]>(),
    ranges: neverNull<PriceRange[]>(),
    flash: column<[productId: number, price: number][]>(),
    pinned: column<number[]>(),
    hidden: column<number[]>(),
    answerPage: column<{ path: string; title: string; text: string }>(),
  },
);

export interface FoundMatches {
  matches: Matches;
  /** The corrected words, if the typed words found nothing. */
  corrected: string | null;
  interpretation: Interpretation | null;
  /** The nearest category, if the words found nothing. */
  nearest: { title: string; path: string } | null;
  groups: ResolvedGroup[];
  ranges: PriceRange[];
  /** Products that come first, in their order (PROD-17). */
  pinned: number[];
}

export type FindMatches = (request: SearchRequest, now: Date) => Promise<FoundMatches>;

const none = Buffer.alloc(0);
const unpacked = (keys: string | null): Buffer => Buffer.from(keys ?? '', 'base64');

/** Returns the keys without the keys of hidden products. */
const withoutHidden = (keys: Buffer, hidden: ReadonlySet<number>): Buffer => {
  if (hidden.size === 0) return keys;
  const shown: Buffer[] = [];
  for (let at = 0; at < keys.length; at += keyBytes)
    if (!hidden.has(keys.readInt32BE(at))) shown.push(keys.subarray(at, at + keyBytes));
  return Buffer.concat(shown);
};

/**
 * Maximum size of the cached records in bytes: enough for some 350,000 products. It is a little less than the 32 MB to which a
 * pool grows for them.
 */
const poolLimit = 30 * 1024 * 1024;

/**
 * Finds the products that match the words. Without words, finds the products in the category or passing the filters. Only keys
 * are transferred. Records that this process lacks are read (`search.records`), which is rare after the first searches. A broad
 * search of a large shop transfers tens of kilobytes instead of half a megabyte.
 * @param maxBytes of cached records; one more search may exceed it, for any catalogue
 */
export const createMatchFinder = (tx: Tx, maxBytes = poolLimit): FindMatches => {
  let current = new RecordPool();
  return async (request, now) => {
    // Each search uses the pool of its start, even while another search replaces the pool.
    if (current.size > maxBytes) current = new RecordPool();
    const pool = current;
    if (request.words === '' && request.groups.length === 0) {
      const { keys, ranges, flash } = await findPriced(tx, request, now, matchLimit);
      const places = await placeMatches(tx, pool, [none, none, unpacked(keys)]);
      const matches = toMatches(places, pool.words, new Map(flash));
      return {
        matches,
        corrected: null,
        interpretation: null,
        nearest: null,
        groups: [],
        ranges: ranges ?? [],
        pinned: [],
      };
    }
    const groups = request.groups.map((group, n) => ({ n, ...group }));
    const [row] = await selectMatches(tx, [
      request.words,
      JSON.stringify(groups),
      request.minPrice,
      request.maxPrice,
      now,
      matchLimit,
      request.isOffersOnly,
      request.typed ?? request.words,
    ]);
    if (row === undefined) throw new Error('a search answers one row');
    const hidden = new Set(row.hidden);
    const tiers = [row.tier1, row.tier2, row.tier3, row.tier4].map((keys) => withoutHidden(unpacked(keys), hidden));
    const places = await placeMatches(tx, pool, tiers);
    return {
      matches: toMatches(places, pool.words, new Map(row.flash)),
      corrected: row.corrected,
      interpretation: row,
      nearest: row.nearest,
      groups: row.groups ?? [],
      ranges: row.ranges,
      pinned: (row.pinned ?? []).filter((id) => !hidden.has(id)),
    };
  };
};
