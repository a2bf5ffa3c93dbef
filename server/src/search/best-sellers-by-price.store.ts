import { isRunningAt } from '../catalog/product-card.store.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';
import type { PriceRange } from './price-ranges.ts';

/** A search without words and filters. Prices are in centavos, with both limits included. Null if there is no limit. */
interface PricedRequest {
  minPrice: number | null;
  maxPrice: number | null;
  isOffersOnly: boolean;
}

export interface PricedRow {
  /** Packed keys of the best-selling products, unordered. Null if there are none. */
  keys: string | null;
  ranges: PriceRange[] | null;
  flash: [productId: number, price: number][] | null;
}

/** Number of best-selling products in the sample that estimates how many of all products have such a price. */
const sampled = 500;
/** Cost of reading and sorting a product of a price range, relative to reading or skipping a product of the list of sales. */
const sortingCost = 3;

/**
 * Selects the keys of the best-selling products within prices, or on offer. Both indexes cover the query, so no row is read. If
 * many products have such a price, the list of sales is read until enough products are found. If few products have it, all of
 * them are read and sorted. At most about √(limit × n) of n products are read, for any prices. Products on flash sale are
 * included at any usual price, because the reader of the result knows their current price.
 */
const selectPriced = statement(
  'search.priced',
  `with input as materialized (
     select coalesce($1::bigint, 0) as min_price, coalesce($2::bigint, 9e15::bigint) as max_price, $5::boolean as is_offers),
   flash as materialized (
     select product_id, min(price) as price from flash_sales where ${isRunningAt('$3')} group by product_id),
   sample as materialized (
     select count(*) as n,
       count(*) filter (where b.price between i.min_price and i.max_price) as priced,
       count(*) filter (where b.price between i.min_price and i.max_price and (not i.is_offers or b.discount > 0)) as wanted
     from input i, (select price, discount from product_search order by sold desc, product_id limit ${sampled}) b),
   way as materialized (
     select ${sortingCost} * s.priced::float8 * s.wanted * coalesce(
       (select products from facet_counts where scope = 0 and value_id = 0), 0) > s.n::float8 * s.n * $4::integer as is_walk
     from sample s),
   walked as (
     select s.key from product_search s
     where (select is_walk from way)
       and (s.price between (select min_price from input) and (select max_price from input)
         or s.product_id in (select product_id from flash))
       and (not (select is_offers from input) or s.discount > 0 or s.product_id in (select product_id from flash))
     order by s.sold desc, s.product_id limit $4),
   sorted as (
     select r.key from (
       select * from (
         select s.sold, s.product_id, s.key from product_search s
         where not (select is_walk from way)
           and s.price between (select min_price from input) and (select max_price from input)
           and s.product_id not in (select product_id from flash)
           and (not (select is_offers from input) or s.discount > 0)
         -- "offset 0" stops the planner from walking the index of sales here, too.
         offset 0) usual
       union all
       -- One index lookup per product: a join would read the whole table.
       select s.* from flash f cross join lateral (
         select r.sold, r.product_id, r.key from product_search r where r.product_id = f.product_id offset 0) s
       where not (select is_walk from way)) r
     order by r.sold desc, r.product_id limit $4)
   select encode(coalesce((select string_agg(key, ''::bytea) from walked), (select string_agg(key, ''::bytea) from sorted)), 'base64') as keys,
     (select json_agg(json_build_object('value', value, 'label', label) order by id)
        from facet_values where facet = 'price') as ranges,
     (select json_agg(json_build_array(product_id, price)) from flash) as flash`,
  { ranges: column<PriceRange[]>(), flash: column<[productId: number, price: number][]>() },
);

/** @param limit number of best-selling matches */
export async function findPriced(tx: Tx, request: PricedRequest, now: Date, limit: number): Promise<PricedRow> {
  const [row] = await selectPriced(tx, [request.minPrice, request.maxPrice, now, limit, request.isOffersOnly]);
  if (row === undefined) throw new Error('a search answers one row');
  return row;
}
