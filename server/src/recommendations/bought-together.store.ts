import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** Products of one order that are paired: more would count squared, and say less of each other. */
const mostProducts = 20;

// The mark and the sum are one statement: an order counts once, also when two jobs run or one is cut off. Pairs are
// written in the order of their key, as everybody does it who writes several.
const countPortion = statement<{ orders: number }, [limit: number]>(
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
     where a.place <= ${mostProducts} and b.place <= ${mostProducts}
     group by 1, 2),
   counted as (
     insert into bought_together as known (product_id, companion_id, orders)
     select product_id, companion_id, orders from pairs order by 1, 2
     on conflict (product_id, companion_id) do update set orders = known.orders + excluded.orders)
   select count(*)::integer as orders from fresh`,
);

/** Counts what was bought together in at most `limit` orders not counted yet; answers how many orders it took. */
export const countBoughtTogether = async (tx: Tx, limit = 500): Promise<number> =>
  (await countPortion(tx, [limit]))[0]?.orders ?? 0;
