import type { Tx } from '@ceiba/server/platform/db/database';

/**
 * Loads the prices of the last months: a fair that ended, and discounts that started three weeks ago. The price of one
 * product rose shortly before its discount, so that "Revisión de ofertas" has a finding. Only a loader can write past
 * rows of the history, and nothing changes them later.
 */
export async function loadPriceHistory(tx: Tx, now: Date): Promise<void> {
  await tx.run({
    text: `with shown as (
        select id, regular_price, sales_price, discount_ends_at, sales_price < regular_price as is_reduced,
          sales_price < regular_price and id = max(id) filter (where sales_price < regular_price) over () as is_invented
        from products where is_published and regular_price is not null)
      insert into price_changes (product_id, at, regular_price, price, ends_at)
        select s.id, $1::timestamptz - make_interval(days => h.days), h.regular_price, h.price, h.ends_at
        from shown s cross join lateral (values
            (120, case when s.is_invented then s.sales_price else s.regular_price end,
              case when s.is_invented then s.sales_price else s.regular_price end, null::timestamptz, true),
            (75, s.regular_price, s.regular_price * 9 / 10, $1::timestamptz - interval '60 days', s.id % 3 = 0 and not s.is_invented),
            (12, s.regular_price, s.regular_price, null, s.is_invented),
            (case when s.is_invented then 5 else 20 end, s.regular_price, s.sales_price, s.discount_ends_at, s.is_reduced)
          ) h (days, regular_price, price, ends_at, is_there)
        where h.is_there order by s.id, h.days desc`,
    values: [now],
  });
  await tx.run({ text: `select refresh_price_references(array_agg(id), '-infinity') from products`, values: [] });
}
