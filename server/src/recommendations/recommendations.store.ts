import { productCardSelect } from '../catalog/product-card.store.ts';
import type { ProductCardRow } from '../catalog/product-card.ts';
import { builtStatement, type Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

/**
 * Lists products that were bought together with the given ones first, by frequency. Then follow companions named by an operator,
 * best-sellers of their categories, and best-sellers of all (DEC-85). An index limits each source to a few times `limit`. Omits
 * products that are sold out, unlisted, without price or already in the list.
 */
export const listRecommendations = builtStatement<ProductCardRow, [skus: string[], now: Date, limit: number]>(
  'recommendations.list',
  `with given as (select id, category_id from products where sku = any ($1)),
   found as (
     (select b.companion_id as id, 1 as source, -sum(b.orders)::int as place from given g
        cross join lateral (select companion_id, orders from bought_together where product_id = g.id
          order by orders desc, companion_id limit $3 * 3) b
      group by b.companion_id)
     union all
     (select c.companion_id, 2, c.place from product_companions c join given g on g.id = c.product_id order by c.place, c.companion_id limit $3 * 2)
     union all
     (select s.id, 3, row_number() over (order by s.sold_count desc, s.id)::int from (select distinct category_id from given) g
        cross join lateral (select id, sold_count from products where category_id = g.category_id
          order by sold_count desc, id limit $3 * 2) s)
     union all
     (select b.id, 4, row_number() over (order by b.sold_count desc, b.id)::int from (
        select id, sold_count from products where is_published and is_listed order by sold_count desc, id limit $3 * 4) b)),
   ranked as (
     select distinct on (f.id) f.id, f.source, f.place from found f
       join products p on p.id = f.id
       left join stock_totals t on t.product_id = p.id
     where p.is_published and p.is_listed and p.sales_price is not null and p.kind <> 'service'
       and (p.kind <> 'goods' or coalesce(t.salable, 0) > 0)
       and f.id not in (select id from given)
     order by f.id, f.source, f.place)
   select card.* from (select * from ranked order by source, place, id limit $3) r
     cross join lateral (${productCardSelect('r.id', '$2::timestamptz')}) card
   order by r.source, r.place, r.id`,
);

/** Maximum number of products of an order that are paired. The number of pairs grows with its square, and pairs in large orders mean little. */
const maxProducts = 20;

// One statement marks the orders and adds their pairs. Each order is then counted once, even if two jobs run or one is
// interrupted. All writers of pairs lock them in the order of their key.
const countBatch = statement(
  'recommendations.count-pairs',
  `with fresh as (
     update orders set is_paired = true where id in (
       select id from orders where not is_paired and number is not null and status <> 'canceled' and confirmation_due is null
       order by placed_at limit $1 for update skip locked)
     returning id),
   bought as (
     select f.id, l.product_id, row_number() over (partition by f.id order by max(l.unit_price) desc, l.product_id) as place
     from fresh f join order_lines l on l.order_id = f.id join products p on p.id = l.product_id
     where p.is_listed and p.kind <> 'service'
     group by f.id, l.product_id),
   pairs as (
     select a.product_id, b.product_id as companion_id, count(*)::integer as orders
     from bought a join bought b on b.id = a.id and b.product_id <> a.product_id
     where a.place <= ${maxProducts} and b.place <= ${maxProducts}
     group by 1, 2),
   counted as (
     insert into bought_together as known (product_id, companion_id, orders)
     select product_id, companion_id, orders from pairs order by 1, 2
     on conflict (product_id, companion_id) do update set orders = known.orders + excluded.orders)
   select count(*)::integer as orders from fresh`,
);

/** Counts products bought together in at most `limit` orders that are not counted yet. Returns the number of orders. */
export const countBoughtTogether = async (tx: Tx, limit = 500): Promise<number> =>
  (await countBatch(tx, [limit]))[0]?.orders ?? 0;
