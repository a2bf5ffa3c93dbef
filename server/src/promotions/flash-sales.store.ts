import type { Centavos } from '@ceiba/domain/money/money';
import { column, neverNull, statement } from '../platform/db/statement.ts';

/** Products by typed SKU, with the facts that decide about a flash sale from $2 to $3. $4: the current time. */
export const selectSaleProducts = statement(
  'promotions.sale-products',
  `select p.id, p.sku, p.title, p.sales_price, price_at(p.id, $4) as "priceNow", break_even_price(p.id) as "breakEven",
     exists (select from flash_sale_periods k where k.product_id = p.id and k.period && tstzrange($2, $3)) as overlaps
   from products p where p.sku = any ($1::text[])`,
  { overlaps: neverNull(), priceNow: column<Centavos>(), breakEven: column<Centavos>() },
);

/** The price that a buyer of a product pays now, and the lowest price that covers its cost. */
export const selectSaleFacts = statement(
  'promotions.sale-facts',
  'select price_at(p.id, now()) as "priceNow", break_even_price(p.id) as "breakEven" from products p where p.sku = $1',
  { priceNow: column<Centavos>(), breakEven: column<Centavos>() },
);

/** Makes a flash sale for each product, all in the same period. */
export const insertSales = statement(
  'promotions.insert-sales',
  `insert into flash_sales (product_id, price, starts_at, ends_at, reason)
   select w.product_id, w.price, $3, $4, $5 from unnest($1::bigint[], $2::bigint[]) w (product_id, price) order by w.product_id
   returning id, product_id, price`,
  { price: neverNull<Centavos>() },
);

/** Groups the sales between two times by start and end. */
export const selectCalendar = statement(
  'promotions.calendar',
  `select f.starts_at, f.ends_at, count(*)::integer as products, min(f.id) as id, (array_agg(p.title order by p.title, p.id))[1:3] as titles
   from flash_sales f join products p on p.id = f.product_id
   where f.ends_at > $1 and f.starts_at < $2
   group by f.starts_at, f.ends_at order by f.starts_at, f.ends_at, min(f.id) limit 500`,
  { products: neverNull(), id: neverNull(), titles: neverNull<string[]>() },
);

/** Locks the sales of one period. Calls give milliseconds, but older sales may have microseconds. */
export const lockPeriod = statement(
  'promotions.lock-period',
  `select id, starts_at, ends_at from flash_sales
   where date_trunc('milliseconds', starts_at) = $1 and date_trunc('milliseconds', ends_at) = $2 order by id for update`,
);

/** Ends running sales at a time after their start. */
export const endSales = statement(
  'promotions.end-sales',
  `update flash_sales set ends_at = greatest($2, starts_at + interval '1 millisecond') where id = any ($1::integer[])`,
);

export const deleteSales = statement(
  'promotions.delete-sales',
  'delete from flash_sales where id = any ($1::integer[])',
);
