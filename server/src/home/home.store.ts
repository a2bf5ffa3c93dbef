import { checkPhone } from '@ceiba/domain/customers/phone';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { nitPartIn, searchTerms } from '@ceiba/domain/orders/order-terms';
import { figures } from '@ceiba/domain/reports/figures';
import { statement, type Tx } from '../platform/db/database.ts';
import { figureSql } from '../platform/db/figure-sql.ts';
import { salesBackOf } from '../refunds/refund-figures.ts';
import { placeOfReturn } from '../returns/desk-returns.store.ts';

export interface SoldInHours {
  /** `countedFigures.orders` */
  orders: number;
  /** Those of them that count as sales. */
  sales: number;
  /** `figures.netSales`, with the refunds of these orders until the end of the hours. */
  net: Centavos;
}

const netSales = figureSql(figures.netSales, {
  total: 'o.total',
  shipping: 'o.shipping',
  donation: 'o.donation',
  giftCardsSold: `coalesce((select sum(net) from order_lines l where l.order_id = o.id and l.kind = 'giftCard'), 0)`,
  salesBack: `coalesce((select sum(${salesBackOf('r')}) from refunds r where r.order_id = o.id and r.created_at < h.ended), 0)`,
});

// `orders.desk-bounds`: order_rows has the index by the moment. Sentences of the figures say which orders count.
const selectSold = statement<
  { orders: number; sales: number; net: number },
  [from: readonly Date[], until: readonly Date[], stores: readonly string[] | null]
>(
  'home.sold',
  // One order after the other by its number: the planner takes any two moments for a ninth of the table, and would read all of it.
  `select count(r.number)::int as orders, count(o.net)::int as sales, coalesce(sum(o.net), 0)::bigint as net
   from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality h (begun, ended, place)
     left join order_rows r on r.placed_at >= h.begun and r.placed_at < h.ended and r.status <> 'canceled'
       and ($3::text[] is null or r.stores && $3)
     left join lateral (
       select ${netSales} as net from orders o
       where o.number = r.number and o.status not in ('pending_payment', 'undelivered') and o.confirmation_due is null offset 0) o on true
   group by h.place order by h.place`,
);

/** What was sold in each of these hours; one statement. `stores`: of these alone. */
export async function listSold(
  tx: Tx,
  hours: readonly { from: Date; until: Date }[],
  stores: readonly string[] | null,
): Promise<SoldInHours[]> {
  const rows = await selectSold(tx, [hours.map(({ from }) => from), hours.map(({ until }) => until), stores]);
  return rows.map(({ net, ...counts }) => ({ ...counts, net: centavos(net) }));
}

export interface FoundCustomer {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  nit: string | null;
}

/** Of so many of the newest accounts it is looked whether enough of them are meant, before the index of words is asked for all that are. */
const newestLooked = 200;

const isNamed = `(customer_terms(first_name, last_name, email, phone, nit) @@ $4::tsquery or nit like '%' || $6 || '%')
  and not exists (select from exact e where e.id = c.id)`;

const selectCustomers = statement<
  FoundCustomer,
  [email: string, phone: string | null, nit: string, terms: string | undefined, most: number, nitPart: string | null]
>(
  'home.find-customers',
  // Who is named exactly by indexes of their own, others the newest first, as their list is. Which way is asked is ours: the planner takes a
  // rare word for a common one, and would walk along all accounts. What is sorted by is no column, so that no index has that order.
  `with exact as materialized (
     select * from customers where email = $1 or phone = $2 or nit = $3 order by email = $1 desc, last_name collate spanish, first_name collate spanish, id limit $5),
   newest as materialized (
     select * from (select * from customers order by created_at desc, id desc limit ${newestLooked}) c where ${isNamed} limit $5),
   named as (
     select * from newest where (select count(*) = $5 from newest)
     union all (
       select * from customers c where (select count(*) < $5 from newest) and ${isNamed}
       order by created_at + interval '0 s' desc, id desc limit $5))
   select id, first_name || ' ' || last_name as name, email, phone, nit from (
     select exact.*, true as is_exact from exact union all select named.*, false from named) found
   order by is_exact desc, email = $1 desc, last_name collate spanish, first_name collate spanish, id limit $5`,
);

/** Accounts by phone, NIT, or what their list finds by these words: the beginning of the e-mail or of words of the name. */
export function findCustomers(tx: Tx, words: string, most: number): Promise<FoundCustomer[]> {
  const phone = checkPhone(words);
  const nit = words.toUpperCase().replace(/[^A-Z\d]/g, '');
  const national = phone.ok ? phone.value.national : null;
  const nitPart = nitPartIn(words);
  return selectCustomers(tx, [words.toLowerCase(), national, nit, searchTerms(words), most, nitPart]);
}

export interface FoundProduct {
  sku: string;
  title: string;
  isPublished: boolean;
  /** Named by its sku or one of its codes. */
  isExact: boolean;
}

const selectProducts = statement<FoundProduct, [sku: string, words: string, most: number]>(
  'home.find-products',
  `with named as (
     select id from products where sku = $1 union select product_id from product_codes where code = $1)
   select sku, title, is_published as "isPublished", is_exact as "isExact" from (
     select p.sku, p.title, p.is_published, p.sold_count, true as is_exact from named join products p using (id)
     union all
     select p.sku, p.title, p.is_published, p.sold_count, false from product_texts t join products p on p.id = t.product_id
       where t.words @@ plainto_tsquery('ceiba_spanish', search_text($2)) and p.id not in (select id from named)) found
   order by is_exact desc, sold_count desc, sku limit $3`,
);

/** Products by their sku or one of their codes, or by words of what is said of them. */
export const findProducts = (tx: Tx, words: string, most: number): Promise<FoundProduct[]> =>
  selectProducts(tx, [words.toUpperCase(), words, most]);

export interface FoundReturn {
  number: number;
  orderNumber: number;
  title: string;
}

const selectReturn = statement<
  FoundReturn,
  [number: number, stores: readonly string[] | null, assignee: string | null]
>(
  'home.find-return',
  `select r.number, o.number as "orderNumber", l.title from returns r join orders o on o.id = r.order_id
     join order_lines l on l.order_id = r.order_id and l.position = r.position
   where r.number = $1 and ($2::text[] is null or ${placeOfReturn} = any ($2)) and ($3::uuid is null or o.assignee_id = $3)`,
);
/** Narrowed as its page is, to where its goods had left from; `assignee`: and to orders that they take care of. */
export const findReturn = (
  tx: Tx,
  number: number,
  { stores, assignee }: { stores: readonly string[] | null; assignee: string | null },
): Promise<FoundReturn[]> => selectReturn(tx, [number, stores, assignee]);

export interface FoundShipment {
  id: string;
  state: string;
  trackingNumber: string | null;
}

const selectShipments = statement<
  FoundShipment,
  [
    orderNumber: number | null,
    n: number | null,
    orders: readonly string[],
    tracking: string,
    stores: readonly string[] | null,
  ]
>(
  'home.find-shipments',
  `select o.number || '-' || s.n as id, s.state, s.tracking_number as "trackingNumber"
   from orders o join shipments s on s.order_id = o.id
   where (o.number = $1 and s.n = $2 or o.number = any ($3::bigint[]) and upper(s.tracking_number) = $4)
     and ($5::text[] is null or s.place = any ($5))
   order by o.number desc, s.n limit 5`,
);

/** The shipment of a sub-order number, and those of these orders with that tracking number; narrowed as its page is, to where it leaves from. */
export const findShipments = (
  tx: Tx,
  { words, orders }: { words: string; orders: readonly string[] },
  stores: readonly string[] | null,
): Promise<FoundShipment[]> => {
  const [, number, n] = /^(\d{9})-(\d{1,3})$/.exec(words) ?? [];
  const [ofOrder, place] = number === undefined ? [null, null] : [Number(number), Number(n)];
  return selectShipments(tx, [ofOrder, place, orders, words.toUpperCase(), stores]);
};
