import type { Product } from '@ceiba/contract/catalog';
import { builtStatement, type Tx } from '../platform/db/database.ts';
import { type DisplayContext, type ProductCardRow, toProduct } from './product-card.ts';

/**
 * SQL for the unit price of product `p` at a moment, without flash sales. After a discount has ended ("Válido hasta",
 * CAT-12), this is the regular price.
 */
export const salesPriceAt = (now: string): string =>
  `case when p.discount_ends_at <= ${now} then p.regular_price else p.sales_price end`;

// Services and virtual gift cards have no stock limit (DEC-81). Goods that never had stock have zero.
const factColumns = (
  now: string,
): string => `p.id as product_id, p.sku, p.kind, p.is_published, p.seller_id, p.offer_id, p.regular_price, ${salesPriceAt(now)} as sales_price,
    f.price as flash_price, f.starts_at as flash_starts_at, f.ends_at as flash_ends_at,
    p.is_dropshipping, p.is_restricted, p.event_url,
    case when p.kind = 'goods' then coalesce((select salable from stock_totals t where t.product_id = p.id), 0) end as salable`;

/**
 * SQL condition: a row of `flash_sales` runs at a moment. Does the same as the domain's `isFlashSaleActive`, for
 * queries of many rows (DEC-27).
 */
export const isRunningAt = (now: string): string => `starts_at <= ${now} and ends_at > ${now}`;

/** SQL for the flash sale that sets the price of product `p` at a moment. No row if no sale runs. */
export const flashSaleAt = (now: string): string => `(select price, starts_at, ends_at from flash_sales
      where product_id = p.id and ${isRunningAt(now)} order by price, id limit 1)`;

const brandTitle = '(select title from brands b where b.id = p.brand_id) as brand_title';

const gifts = `(select coalesce(json_agg(json_build_object('title', g.title, 'key', g.media_key, 'endDate', g.end_date) order by g.id), '[]')
       from free_gifts g where g.product_id = p.id) as gifts`;

const firstPicture = `left join lateral (select media_key, label from product_images
      where product_id = p.id order by position limit 1) i on true`;

/**
 * SQL for the reference price of the reduction that runs at a moment, as JSON (DEC-222). Only reduced prices look it
 * up.
 */
const referenceAt = (now: string): string => `case when f.price is not null or p.sales_price < p.regular_price then
      (select json_build_object('price', r.price, 'days', r.days, 'since', r.known_since) from price_references r
       where r.product_id = p.id and r.starts_at <= ${now} and (r.ends_at is null or r.ends_at > ${now}) order by r.starts_at desc, r.product_id limit 1) end`;

/** Selects the part of `productCardSelect` that determines prices and stock, for callers that show no card. */
export const productFactsSelect = (productId: string, now: string): string => `
  select ${factColumns(now)}
  from products p left join lateral ${flashSaleAt(now)} f on true
  where p.id = ${productId}
  offset 0`;

/** Selects the columns of `productFactsSelect`, and those that an order stores. */
export const soldProductSelect = (productId: string, now: string): string => `
  select ${factColumns(now)}, p.title, ${brandTitle}, i.media_key as picture_key, ${gifts}, ${referenceAt(now)} as reference
  from products p
    ${firstPicture}
    left join lateral ${flashSaleAt(now)} f on true
  where p.id = ${productId}
  offset 0`;

/**
 * The only SQL definition of a product as a card, cart line or page shows it at a moment. Both arguments are SQL expressions, so
 * that it joins any row with a product:
 *
 * select … from cart_lines l left join lateral (${productCardSelect('l.product_id', '$2')}) product on true
 *
 * Includes unpublished products, because a cart may hold one. Filter on `is_published` if they must not appear.
 * Every part is found by an index on the product, so the cost does not grow with the catalogue. `offset 0` guarantees that: without
 * it the planner may flatten the select into a larger join and read all products first (seen with ten tables).
 * A single value of another table is a scalar subquery. A join would pass all columns through another plan step, whose setup costs
 * more than the look-ups.
 */
export const productCardSelect = (productId: string, now: string): string => `
  select ${factColumns(now)},
    p.slug, p.parent_sku, p.title, p.is_listed, p.brand_id, ${brandTitle},
    (select title from sellers s where s.id = p.seller_id) as seller_title, p.discount_ends_at,
    ${referenceAt(now)} as reference,
    p.is_presale, p.presale_date, p.is_motorcycle, p.internal_tags,
    case when p.kind = 'service' then visit_terms(p.id) end as visit,
    i.media_key as picture_key, i.label as picture_label,
    (select coalesce(json_agg(json_build_object('id', a.id, 'title', a.title) order by a.level), '[]')
       from categories a where a.id = any (c.ancestor_ids)) as categories,
    ${gifts},
    (select json_agg(json_build_object('offerType', o.offer_type, 'offerTypeValue', o.offer_value,
         'threshold', o.threshold, 'startsAt', o.starts_at, 'endsAt', o.ends_at)
         order by array_position(c.ancestor_ids::text[], o.offer_value) desc nulls first, o.id)
       from stock_offers o
       where o.starts_at <= ${now} and o.ends_at >= ${now}
         and (o.offer_type = 'By SKU' and o.offer_value = p.sku
           or o.offer_type = 'By Category ID' and o.offer_value = any (c.ancestor_ids::text[]))) as stock_offers
  from products p
    join categories c on c.id = p.category_id
    ${firstPicture}
    left join lateral ${flashSaleAt(now)} f on true
  where p.id = ${productId}
  offset 0`;

/** The columns of `productCardSelect`, which a left join makes null if there is no product. */
export type MaybeProductCardRow = ProductCardRow | { product_id: null };

export const isProductCardRow = <Row extends MaybeProductCardRow>(row: Row): row is Row & ProductCardRow =>
  row.product_id !== null;

const selectCards = builtStatement<ProductCardRow, [ids: readonly number[], now: Date]>(
  'catalog.cards',
  `select card.* from unnest($1::bigint[]) with ordinality asked(id, n)
     cross join lateral (${productCardSelect('asked.id', '$2')}) card
   order by asked.n`,
);

/** Cards of the products, in the order of their IDs. */
export async function findProductCards(tx: Tx, ids: readonly number[], showing: DisplayContext): Promise<Product[]> {
  const rows = await selectCards(tx, [ids, showing.now]);
  return rows.map((row) => toProduct(row, showing));
}
