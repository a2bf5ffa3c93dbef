import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** Null: a product without a limit of stock. */
export interface WantedProduct {
  id: number;
  salable: number | null;
}

const lockProduct = statement<{ id: number; kind: string; salable: number | null }, [sku: string]>(
  'restock.lock-product',
  `select p.id, p.kind, t.salable from products p
     left join lateral (select salable from stock_totals where product_id = p.id for share) t on true
   where p.sku = $1 and p.is_published and p.is_listed`,
);

/**
 * A product with its stock, which stays as it is until the transaction ends: a notice that is added while stock comes
 * back is either told or refused, never forgotten.
 */
export async function lockWantedProduct(tx: Tx, sku: string): Promise<WantedProduct | undefined> {
  const [row] = await lockProduct(tx, [sku]);
  return row && { id: row.id, salable: row.kind === 'goods' ? (row.salable ?? 0) : null };
}

const insertNotice = statement<object, [product: number, customer: string, now: Date]>(
  'restock.insert',
  `insert into restock_notices (product_id, customer_id, created_at) values ($1, $2, $3)
   on conflict (product_id, customer_id) do nothing`,
);

/** Asked for twice it is one (DEC-143). */
export const insertRestockNotice = async (
  tx: Tx,
  notice: { productId: number; customerId: string },
  now: Date,
): Promise<void> => {
  await insertNotice(tx, [notice.productId, notice.customerId, now]);
};

export interface DueNotice {
  customerId: string;
  /** Of the request: one mail for each (DEC-143). */
  createdAt: Date;
  email: string;
  firstName: string;
  product: { sku: string; slug: string; title: string };
}

interface DueRow {
  customer_id: string;
  created_at: Date;
  email: string;
  first_name: string;
  sku: string;
  slug: string;
  title: string;
}

// Sold out again before the job came: who asked waits on, for a mail that is true.
const takeDue = statement<DueRow, [product: number | null, most: number]>(
  'restock.take-due',
  `with due as (
     select r.ctid from restock_notices r join products p on p.id = r.product_id
       join stock_totals t on t.product_id = p.id
     where ($1::bigint is null or r.product_id = $1) and t.salable > 0 and p.is_published and p.is_listed
       and p.sales_price is not null
     order by r.created_at limit $2 for update of r skip locked),
   ended as (delete from restock_notices where ctid in (select ctid from due) returning product_id, customer_id, created_at)
   select e.customer_id, e.created_at, c.email, c.first_name, p.sku, p.slug, p.title
   from ended e join customers c on c.id = e.customer_id join products p on p.id = e.product_id
   order by e.created_at, e.customer_id`,
);

/** Ends at most `most` notices whose product can be bought, of one product or of all, and answers them. */
export async function takeDueNotices(tx: Tx, productId: number | null, most: number): Promise<DueNotice[]> {
  const rows = await takeDue(tx, [productId, most]);
  return rows.map(({ customer_id, created_at, email, first_name, ...product }) => ({
    customerId: customer_id,
    createdAt: created_at,
    email,
    firstName: first_name,
    product,
  }));
}

const deleteOld = statement<object, [before: Date, most: number]>(
  'restock.delete-old',
  `delete from restock_notices where ctid = any (array(
     select ctid from restock_notices where created_at < $1 order by created_at limit $2))
   returning 1`,
);

/** Deletes notices asked for before that moment, at most `most` a call; answers how many. */
export const deleteOldNotices = async (tx: Tx, before: Date, most = 1_000): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;
