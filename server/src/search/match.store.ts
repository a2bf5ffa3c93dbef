import { isRunningAt } from '../catalog/product-card.store.ts';
import { statement, type Tx } from '../platform/db/database.ts';
import { findPriced } from './best-sellers-by-price.store.ts';
import { type Matches, type MatchPlaces, toMatches } from './match-records.ts';
import type { ResolvedGroup } from './narrow-matches.ts';
import type { PriceRange } from './price-ranges.ts';
import { keyBytes, RecordPool } from './record-pool.ts';
import type { SearchRequest } from './search-request.ts';

const selectRecords = statement<{ entries: string | null }, [productIds: readonly number[]]>(
  'search.records',
  `select encode(string_agg(substr(key, 5) || record, ''::bytea), 'base64') as entries
   from product_search where product_id = any ($1::bigint[])`,
);

/** Where the records of the keys are, `tiers[0]` the keys of tier 1; those not in the pool are asked for and put there. */
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
 * Matches looked at, at most. `total` is exact up to here (DEC-180); beyond, the list, its total and its facet counts are
 * those of the best 10,000: the best matching, among them the best-selling.
 */
export const matchLimit = 10_000;

/** What a search tells besides the products it found. */
interface ToldOfWords {
  /** A brand it names and the shop has nothing of. */
  other_brand: string | null;
  /** Those of its words that something was found by, where that are not all. */
  found_words: string | null;
  /** The page of the shop that answers it. */
  answer_page: { path: string; title: string; text: string } | null;
}

interface MatchRow extends ToldOfWords {
  corrected: string | null;
  nearest: { title: string; path: string } | null;
  groups: ResolvedGroup[] | null;
  ranges: PriceRange[];
  flash: [productId: number, price: number][] | null;
  tier1: string | null;
  tier2: string | null;
  tier3: string | null;
  tier4: string | null;
}

/**
 * The keys of all matches of a search, packed, in one statement.
 *
 * Filters are left to the reader as long as the words (or, without words, the category) alone give no more than the
 * limit: it can then count every facet without its own filter. Where they give more, the filters are applied here.
 * `input` hides the parameters from the planner: it would else see a cheaper plan in every empty text and plan each call
 * anew. Every `words @@` is answered by the GIN index; `!!` keeps a product out of the lower tiers it also belongs to.
 */
const selectMatches = statement<
  MatchRow,
  [words: string, groups: string, min: number | null, max: number | null, now: Date, limit: number, offers: boolean]
>(
  'search.match',
  `with input as materialized (
     select $1::text as words, $1 <> '' as has_words, $3::bigint as min_price, $4::bigint as max_price,
       $7::boolean as is_offers),
   asked as materialized (select q.* from input, search_query(words) q where has_words),
   -- Each group as the values it allows: one mark per value for the index, and for the reader, whose records name only a
   -- product's own category, the categories below.
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
       -- A value with its unit, where products measure in several.
       select f.id from unnest(w.folded) as t (folded)
         join facet_values f on f.facet = w.facet and f.folded = split_part(t.folded, ' ', 1) and search_fold(f.label) = t.folded
       where t.folded like '% %' and w.facet not in ('category', 'brand', 'seller', 'price')) v on true
     group by w.n, w.facet),
   filters as materialized (
     select string_agg(q, ' & ')::tsquery as every,
       string_agg(q, ' & ') filter (where facet = 'seller' or facet = 'category' and not (select has_words from input))::tsquery as base
     from (select facet, '(' || coalesce((select string_agg(format('''#%s''', id), ' | ') from unnest(ids) id), '''#0''') || ')' as q
           from chosen) c),
   -- What there is of each group alone bounds what there is of all; kept counts tell.
   sizes as materialized (
     select c.facet, (select coalesce(sum(n.products), 0) from facet_counts n where n.scope = 0 and n.value_id = any (c.ids)) as products
     from chosen c),
   -- A brand and nothing else but prices: its products are listed by sales.
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
   -- Words and nothing else: then the first of them in order are the answer, also where there are more than are looked at.
   is_plain as materialized (
     select i.has_words and f.every is null and i.min_price is null and i.max_price is null and not i.is_offers as yes
     from input i, filters f),
   -- One tier after the other, until there are enough: the lists of those after it are not read. By the best-selling and then
   -- by id, as one number: sorting tens of thousands by it takes a quarter of the time that two columns take, and half of that
   -- where the list says itself how many of them are wanted.
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
   -- What finds nothing is tried part by part.
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
   -- The first of each brand in its list, which holds all that is asked of them. As above, prices are the reader's where there are few.
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
     -- Where nothing was found: the category of what the shop does not sell, else that of the things that were named.
     (select json_build_object('title', c.title, 'path', c.path)
        from asked a, categories c
        where not exists (select from best where keys is not null) and c.id = coalesce(nullif(a.absent, 0), (
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
     (select keys from best where tier = 1) as tier1,
     (select keys from best where tier = 2) as tier2,
     (select keys from best where tier = 3 and keys is not null) as tier3,
     (select keys from best where tier = 4 and keys is not null) as tier4`,
);

export interface FoundMatches {
  matches: Matches;
  /** Words as corrected to find something. */
  corrected: string | null;
  told: ToldOfWords | null;
  /** Where the words found nothing: the category nearest to them. */
  nearest: { title: string; path: string } | null;
  groups: ResolvedGroup[];
  ranges: PriceRange[];
}

export type FindMatches = (request: SearchRequest, now: Date) => Promise<FoundMatches>;

const none = Buffer.alloc(0);
const unpacked = (keys: string | null): Buffer => Buffer.from(keys ?? '', 'base64');

/** Bytes of records kept: those of some 350,000 products, a little less than the 32 MB that a pool grows to for them. */
const poolLimit = 30 * 1024 * 1024;

/**
 * Finds what matches the words; for a search without words, what is in its category or passes its filters. Only keys
 * travel: the records behind them are asked for when this process has not met them yet (`search.records`, hardly ever
 * once it is warm). A broad search of a large shop thus brings tens of kilobytes instead of half a megabyte.
 *
 * @param mostBytes of records kept: one search more, whatever the catalogue
 */
export const createMatchFinder = (tx: Tx, mostBytes = poolLimit): FindMatches => {
  let current = new RecordPool();
  return async (request, now) => {
    // Each search keeps the pool it began with, also while another one replaces it.
    if (current.size > mostBytes) current = new RecordPool();
    const pool = current;
    if (request.words === '' && request.groups.length === 0) {
      const { keys, ranges, flash } = await findPriced(tx, request, now, matchLimit);
      const places = await placeMatches(tx, pool, [none, none, unpacked(keys)]);
      const matches = toMatches(places, pool.words, new Map(flash));
      return { matches, corrected: null, told: null, nearest: null, groups: [], ranges: ranges ?? [] };
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
    ]);
    if (row === undefined) throw new Error('a search answers one row');
    const tiers = [row.tier1, row.tier2, row.tier3, row.tier4].map(unpacked);
    const places = await placeMatches(tx, pool, tiers);
    return {
      matches: toMatches(places, pool.words, new Map(row.flash)),
      corrected: row.corrected,
      told: row,
      nearest: row.nearest,
      groups: row.groups ?? [],
      ranges: row.ranges,
    };
  };
};
