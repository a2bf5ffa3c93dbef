import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const selectNext = statement<{ moment: Date | null }, [after: Date]>(
  'catalog.next-price-change',
  `select least(
     (select min(starts_at) from flash_sales where starts_at > $1 and ends_at > $1),
     (select min(ends_at) from flash_sales where ends_at > $1),
     (select min(discount_ends_at) from products where discount_ends_at > $1)) as moment`,
);

/** When a price next changes by itself, after a moment: a flash sale begins or ends (DEC-27), a discount ends (CAT-12). Null: none is planned. */
export const findNextPriceChange = async (tx: Tx, after: Date): Promise<Date | null> =>
  (await selectNext(tx, [after]))[0]?.moment ?? null;
