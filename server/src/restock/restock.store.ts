import { productCardSelect } from '../catalog/product-card.store.ts';
import type { ProductCardRow } from '../catalog/product-card.ts';
import { builtStatement, deleteOlder, type Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

/** `salable` is null if the product's stock is unlimited. */
export interface WantedProduct {
  id: number;
  salable: number | null;
}

const lockProduct = statement(
  'restock.lock-product',
  `select p.id, p.kind, t.salable from products p
     left join lateral (select salable from stock_totals where product_id = p.id for share) t on true
   where p.sku = $1 and p.is_published and p.is_listed`,
);

/** Locks a product's stock until the transaction ends. A notice that is added while stock comes back is then either sent or refused. */
export async function lockWantedProduct(tx: Tx, sku: string): Promise<WantedProduct | undefined> {
  const [row] = await lockProduct(tx, [sku]);
  return row && { id: row.id, salable: row.kind === 'goods' ? (row.salable ?? 0) : null };
}

const lockAsker = statement(
  'restock.lock-asker',
  `select email_confirmed_at is not null or restock_stopped_at is null
     and not exists (select from restock_stops where email_hash = restock_stop_hash(email)) as may_ask
   from customers where id = $1 for share`,
);

/**
 * Returns whether an account may request notices. It may not if the reader of its mails has stopped them while the address is
 * unconfirmed, because the address may be a stranger's. Locked until the transaction ends, before the product's lock (record
 * 0034).
 */
export const lockRestockPermission = async (tx: Tx, customerId: string): Promise<boolean> =>
  (await lockAsker(tx, [customerId]))[0]?.mayAsk ?? false;

const insertNotice = statement(
  'restock.insert',
  `insert into restock_notices (product_id, customer_id, created_at) values ($1, $2, $3)
   on conflict (product_id, customer_id) do update set created_at = excluded.created_at, stopped_at = null
     where restock_notices.stopped_at is not null`,
);

/** Adds a notice. A second request changes nothing (DEC-143). A stopped notice becomes active again. */
export const insertRestockNotice = async (
  tx: Tx,
  notice: { productId: number; customerId: string },
  now: Date,
): Promise<void> => {
  await insertNotice(tx, [notice.productId, notice.customerId, now]);
};

const insertByEmail = statement(
  'restock.insert-by-email',
  `insert into restock_notices (product_id, email, created_at) values ($1, $2, $3)
   on conflict (product_id, email) do nothing returning 1`,
);

/** Adds a guest's notice by e-mail. Returns false if that notice already waits. */
export const insertRestockByEmail = async (
  tx: Tx,
  { productId, email }: { productId: number; email: string },
  now: Date,
): Promise<boolean> => (await insertByEmail(tx, [productId, email, now])).length > 0;

/** `is_stopped`: the notice waits, and no mail is sent. */
type NoticeRow = ProductCardRow & { requested_at: Date; is_stopped: boolean };

const list = builtStatement<NoticeRow, [customer: string, now: Date, most: number]>(
  'restock.list',
  `select notice.created_at as requested_at, notice.stopped_at is not null as is_stopped, product.*
   from restock_notices notice cross join lateral (${productCardSelect('notice.product_id', '$2')}) product
   where notice.customer_id = $1 order by notice.created_at desc, notice.product_id limit $3`,
);

/** Lists the products that a customer waits for, newest request first, at most `most`. */
export const listNotices = (tx: Tx, customerId: string, now: Date, most: number): Promise<NoticeRow[]> =>
  list(tx, [customerId, now, most]);

const removeNotice = statement(
  'restock.remove',
  `with gone as (delete from restock_notices
     where customer_id = $1 and product_id = (select id from products where sku = $2))
   select id from products where sku = $2`,
);

/** Deletes a notice if there is one. Returns false only if the product does not exist. */
export const deleteNotice = async (tx: Tx, customerId: string, sku: string): Promise<boolean> =>
  (await removeNotice(tx, [customerId, sku])).length > 0;

export interface DueNotice {
  /** The account with this address. For a guest's notice, only if the account has confirmed the address. Null if there is none. */
  customerId: string | null;
  /** Time of the request. Each request gets one mail (DEC-143). */
  createdAt: Date;
  email: string;
  isConfirmed: boolean;
  product: { sku: string; slug: string; title: string };
}

// If the product sells out again before the job runs, the notice waits for the next stock. Guests come first. An address whose
// account also waits gets only the account's mail.
const takeDue = statement(
  'restock.take-due',
  `with due as (
     select r.ctid from restock_notices r join products p on p.id = r.product_id
       join stock_totals t on t.product_id = p.id left join customers c on c.id = r.customer_id
     where ($1::bigint is null or r.product_id = $1) and r.stopped_at is null and t.salable > 0 and p.is_published and p.is_listed
       and p.sales_price is not null
       and (c.email_confirmed_at is not null
         or not exists (select from restock_stops where email_hash = restock_stop_hash(coalesce(r.email, c.email))))
     order by r.email is null, r.created_at limit $2 for update of r skip locked),
   ended as (delete from restock_notices where ctid in (select ctid from due) returning product_id, customer_id, email, created_at)
   select c.id as customer_id, e.created_at, coalesce(e.email, c.email) as email, c.email_confirmed_at is not null as is_confirmed,
     p.sku, p.slug, p.title
   from ended e join products p on p.id = e.product_id
     left join customers c on c.id = e.customer_id or c.email = e.email and c.email_confirmed_at is not null
   where e.email is null or not exists (
     select from restock_notices r join customers o on o.id = r.customer_id where r.product_id = e.product_id and o.email = e.email)
   order by e.created_at, email, p.id`,
  { email: neverNull() },
);

/** Ends and returns at most `most` notices of products that can be bought, for one product or for all. */
export async function takeDueNotices(tx: Tx, productId: number | null, most: number): Promise<DueNotice[]> {
  const rows = await takeDue(tx, [productId, most]);
  return rows.map(({ customerId, createdAt, email, isConfirmed, ...product }) => ({
    customerId,
    createdAt,
    email,
    isConfirmed,
    product,
  }));
}

/** Deletes notices requested before that moment, at most `most` per call. Returns their number. */
export const deleteOldNotices = deleteOlder('restock.delete-old', 'restock_notices', 'created_at');
