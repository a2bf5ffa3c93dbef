import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const endPortion = statement<{ id: number }, [now: Date, most: number]>(
  'catalog.end-discounts',
  `update products set sales_price = regular_price, discount_ends_at = null, updated_at = $1
   where id in (
     select id from products where discount_ends_at <= $1 order by discount_ends_at limit $2 for no key update skip locked)
   returning id`,
);

/** Puts products whose discount is over back to their regular price, at most so many; answers how many. */
export const endDiscounts = async (tx: Tx, now: Date, most: number): Promise<number> =>
  (await endPortion(tx, [now, most])).length;
