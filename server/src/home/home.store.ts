import { checkPhone } from '@ceiba/domain/customers/phone';
import type { Centavos } from '@ceiba/domain/money/money';
import { nitPartIn, searchTerms } from '@ceiba/domain/orders/order-terms';
import { figures } from '@ceiba/domain/reports/figures';
import type { Tx } from '../platform/db/database.ts';
import { figureSql } from '../platform/db/figure-sql.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import { salesBackOf } from '../refunds/refund-figures.ts';
import { placeOfReturn } from '../returns/desk-returns.store.ts';

export interface SoldInHours {
  /** `countedFigures.orders` */
  orders: number;
  /** The number of orders that count as sales. */
  sales: number;
  /** `figures.netSales`, with the refunds of these orders until the end of the hours. */
  net: Centavos;
}

const netSales = figureSql(figures.netSales, {
  total: 'o.total',
  shipping: 'o.shipping',
  donation: 'o.donation',
  giftCardsSold: `coalesce((select sum(net) from order_lines l where l.order_id = o.id and line_kind(l.kind) = 'gift_card'), 0)`,
  salesBack: `coalesce((select sum(${salesBackOf('r')}) from refunds r where r.order_id = o.id and r.created_at < h.ended), 0)`,
});

// Uses `orders.desk-bounds`, because order_rows has the index by the moment. The figures' SQL decides which orders count.
const selectSold = statement(
  'home.sold',
  // Reads orders one by one by number. For any two moments the planner expects a ninth of the table, and would read all of it.
  `select count(r.number)::int as orders, count(o.net)::int as sales, coalesce(sum(o.net), 0)::bigint as net
   from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality h (begun, ended, place)
     left join order_rows r on r.placed_at >= h.begun and r.placed_at < h.ended and r.status <> 'canceled'
       and ($3::text[] is null or r.stores && $3)
     left join lateral (
       select ${netSales} as net from orders o
       where o.number = r.number and o.status not in ('pending_payment', 'undelivered') and o.confirmation_due is null offset 0) o on true
   group by h.place order by h.place`,
);

/** Sums the sales of each period in one statement. `stores`: counts only these stores. */
export async function listSold(
  tx: Tx,
  hours: readonly { from: Date; until: Date }[],
  stores: readonly string[] | null,
): Promise<SoldInHours[]> {
  const rows = await selectSold(tx, [hours.map(({ from }) => from), hours.map(({ until }) => until), stores]);
  return rows.map(({ net, ...counts }) => ({ ...counts, net }));
}

export type FoundCustomer = RowOf<typeof selectCustomers>;

// The person who set up the shop is its first member of staff.
export const selectFirstSteps = statement(
  'home.first-steps',
  `select exists (select from stores) as stores,
          exists (select from shop_policy, jsonb_object_keys(changes) field where field not in ('shopLegalName', 'shopNit')) as policy,
          exists (select from shop_policy where changes ->> 'shopLegalName' <> '' and changes ->> 'shopNit' <> '') as issuer,
          exists (select from categories) as categories,
          exists (select from brands) as brands,
          exists (select from products) as products,
          (select count(*) > 1 from (select from staff_members where disabled_at is null limit 2) members) as staff`,
);

/** Number of newest accounts that are searched first. With too few hits, the index of words is searched. */
const newestLooked = 200;

const isNamed = `(customer_terms(first_name, last_name, email, phone, nit) @@ $4::tsquery or nit like '%' || $6 || '%')
  and not exists (select from exact e where e.id = c.id)`;

const selectCustomers = statement(
  'home.find-customers',
  // Exact hits come from separate indexes. Other hits come newest first, as in their list. The statement fixes the
  // plan, because the planner takes a rare word for a common word and would read all accounts. The sort key is an
  // expression, so no index has that order.
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

/** Finds accounts by phone, NIT, or the words of their list: the beginning of the e-mail or of words of the name. */
export function findCustomers(tx: Tx, words: string, most: number): Promise<FoundCustomer[]> {
  const phone = checkPhone(words);
  const nit = words.toUpperCase().replace(/[^A-Z\d]/g, '');
  const national = phone.ok ? phone.value.national : null;
  const nitPart = nitPartIn(words);
  return selectCustomers(tx, [words.toLowerCase(), national, nit, searchTerms(words) ?? null, most, nitPart]);
}

export interface FoundProduct {
  sku: string;
  title: string;
  isPublished: boolean;
  /** True if the text is the SKU or one of the codes. */
  isExact: boolean;
}

const selectProducts = statement(
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

/** Finds products by their SKU or one of their codes, or by words of their description. */
export const findProducts = (tx: Tx, words: string, most: number): Promise<FoundProduct[]> =>
  selectProducts(tx, [words.toUpperCase(), words, most]);

export type FoundReturn = RowOf<typeof selectReturn>;

const selectReturn = statement(
  'home.find-return',
  `select r.number, o.number as "orderNumber", l.title from returns r join orders o on o.id = r.order_id
     join order_lines l on l.order_id = r.order_id and l.position = r.position
   where r.number = $1 and ($2::text[] is null or ${placeOfReturn} = any ($2)) and ($3::uuid is null or o.assignee_id = $3)`,
  { orderNumber: neverNull() },
);
/**
 * Limited like the return's page: to the stores from which its goods left. With `assignee`, also to that person's
 * orders.
 */
export const findReturn = (
  tx: Tx,
  number: number,
  { stores, assignee }: { stores: readonly string[] | null; assignee: string | null },
): Promise<FoundReturn[]> => selectReturn(tx, [number, stores, assignee]);

const selectPurchase = statement(
  'home.find-purchase',
  `select p.id, s.name as supplier, o.name as place from purchases p join suppliers s on s.id = p.supplier_id
     join stores o on o.store_code = p.store_code
   where p.id = $1 and ($2::text[] is null or p.store_code = any ($2))`,
);
/** A purchase of these stores (null: all), by its number. */
export const findPurchase = (tx: Tx, id: number, stores: readonly string[] | null) => selectPurchase(tx, [id, stores]);

export type FoundShipment = RowOf<typeof selectShipments>;

const selectShipments = statement(
  'home.find-shipments',
  `select o.number || '-' || s.n as id, s.state, s.tracking_number as "trackingNumber"
   from orders o join shipments s on s.order_id = o.id
   where (o.number = $1 and s.n = $2 or o.number = any ($3::bigint[]) and upper(s.tracking_number) = $4)
     and ($5::text[] is null or s.place = any ($5))
   order by o.number desc, s.n limit 5`,
  { id: neverNull() },
);

/**
 * Finds the shipment of a sub-order number, and the shipments of these orders with that tracking number. Limited, like
 * the shipment's page, to the stores from which the shipments leave.
 */
export const findShipments = (
  tx: Tx,
  { words, orders }: { words: string; orders: readonly string[] },
  stores: readonly string[] | null,
): Promise<FoundShipment[]> => {
  const [, number, shipmentNumber] = /^(\d{9})-(\d{1,3})$/.exec(words) ?? [];
  const [ofOrder, place] = number === undefined ? [null, null] : [Number(number), Number(shipmentNumber)];
  return selectShipments(tx, [ofOrder, place, orders, words.toUpperCase(), stores]);
};
