import type { Tx } from '../platform/db/database.ts';
import { isLargeChange } from '../price-plans/price-lists.store.ts';
import { momentOf, type Portion, type PriceDoubts, rowsToWrite, valuesOf } from './import-kind.ts';

/** SQL condition: row `r` changes the price of a sale, or creates the sale. */
const hasNewPrice = `r.given ? 'precio' and r.given -> 'precio' is distinct from r.before -> 'precio'`;

// The rules equal those of a single flash sale (`saleDoubts`): a change from the price that a buyer pays now, and a price below the cost.
const countDoubts = `select (count(*) filter (where ${isLargeChange('c.now', 'c.price')}))::int as large,
    (count(*) filter (where c.price < c.break_even))::int as "belowCost"
  from (
    select price_at(p.id, now()) as now, (r.given ->> 'precio')::bigint as price, break_even_price(p.id) as break_even
    from import_rows r join products p on p.sku = r.key[1]
    where r.run_id = $1 and r.outcome in ('new', 'changed') and ${hasNewPrice}) c`;

/** Counts the flash sales of a checked file whose price needs a reason (PROD-10). A row that leaves the price of a sale needs none. */
export async function countSaleDoubts(tx: Tx, runId: string): Promise<PriceDoubts> {
  const [counts] = await tx.run<PriceDoubts>({ text: countDoubts, values: [runId] });
  return counts ?? { large: 0, belowCost: 0 };
}

const giveReason = `update flash_sales f set reason = u.options ->> 'reason'
  from ${rowsToWrite()} r join products p on p.sku = r.key[1] join runs u on u.id = r.run_id
  where u.options ->> 'reason' is not null and f.product_id = p.id and f.starts_at = ${momentOf('r.key[2]')}
    and ${hasNewPrice}`;

/** Stores the reason, with which somebody applied a file, in the sales of a portion whose price changes. Other sales keep their reason. */
export async function giveSaleReason(tx: Tx, portion: Portion): Promise<void> {
  await tx.run({ text: giveReason, values: valuesOf(portion) });
}
