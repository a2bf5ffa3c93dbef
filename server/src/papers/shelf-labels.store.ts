import type { Centavos } from '@ceiba/domain/money/money';
import { column, neverNull, statement } from '../platform/db/statement.ts';

/** SQL for the moment when the day began in Guatemala, six hours behind UTC all year. */
export const todayStart = `(date_trunc('day', now() - interval '6 hours', 'UTC') + interval '6 hours')`;

/** The labels of products by sku, in the given order; $1 null: of all products whose price changed today, by name. At most $2. */
export const selectShelfLabels = statement(
  'papers.shelf-labels',
  `select p.sku, p.title, n.price, case when p.regular_price > n.price then p.regular_price end as before,
     coalesce((select c.code from product_codes c where c.product_id = p.id and c.kind in ('ean', 'maker') order by c.kind, c.code limit 1), p.sku) as code
   from products p cross join lateral (select price_at(p.id, now()) as price) n
   where case when $1::text[] is null then p.id in (select product_id from prices_changed_since(${todayStart})) else p.sku = any ($1) end
   order by array_position($1, p.sku), p.title, p.id limit $2`,
  { price: column<Centavos>(), before: column<Centavos>(), code: neverNull() },
);
