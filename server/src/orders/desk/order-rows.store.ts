import { countedRows, type ListQuery } from '@ceiba/contract/desk/list';
import type { Centavos } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import { numberPartsIn, type OrdersOfParts, orderTermsQuery } from '@ceiba/domain/orders/order-terms';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { seesAmounts } from '@ceiba/domain/staff/permissions';
import type { Tx } from '../../platform/db/database.ts';
import { column, joinedWith, neverNull, statement } from '../../platform/db/statement.ts';
import { storesSeenBy } from '../../platform/http/places.ts';
import type { Refusal, StaffCaller } from '../../platform/http/route.ts';
import { codesMeant } from '../../platform/lists/list-names.ts';
import { type ListPage, readCursor, writeCursor } from '../../platform/lists/list-source.ts';
import { ownOrdersOf } from './own-orders.ts';

/** A row of the desk's list of orders. Amounts in centavos. */
export interface OrderListRow {
  number: string;
  placedAt: Date;
  customer: string;
  phone: string;
  email: string;
  place: string;
  status: OrderStatus;
  isHeld: boolean;
  isUnconfirmed: boolean;
  isLate: boolean;
  shipments: ShipmentState[];
  promisedOn: string | null;
  payment: string;
  assigneeId: string | null;
  assignee: string | null;
  tags: string[];
  total: Centavos;
  cashToCollect: Centavos;
}

type Asked = [
  terms: string | null,
  isPositive: boolean,
  placedFrom: Date | null,
  placedUntil: Date | null,
  totalFrom: number | null,
  totalTo: number | null,
  byTotal: boolean,
  descends: boolean,
  afterTotal: string | null,
  afterNumber: string | null,
  most: number,
  counts: boolean,
];

// Always returns a row, because each row also holds the total count.
const selectPage = statement(
  'orders.desk-page',
  `select p.hits, o.number, o.placed_at as "placedAt", o.email, o.status, o.tags, o.total, o.payment_type as payment,
     concat_ws(' ', o.contact ->> 'firstName', o.contact ->> 'lastName') as customer, coalesce(o.contact ->> 'phone', '') as phone,
     case when o.shipping_method is null then '' when o.shipping_method = 'storepickup' then coalesce((
         select name from stores where store_code = o.shipping_address ->> 'storeCode'), '')
       else concat_ws(', ', o.shipping_address ->> 'city', o.shipping_address -> 'region' ->> 'region') end as place,
     o.held_at is not null as "isHeld", o.confirmation_due is not null as "isUnconfirmed", coalesce(s.is_late, false) as "isLate",
     coalesce(s.states, '[]') as shipments, coalesce(s.cash, 0)::bigint as "cashToCollect",
     (select min(coalesce(g ->> 'deliveryDate', g ->> 'pickupDate')) from jsonb_array_elements(o.delivery_promise -> 'groups') g) as "promisedOn",
     o.assignee_id as "assigneeId", (select name from staff_members where id = o.assignee_id) as assignee
   from order_page($1::tsquery, $2, $3, $4, $5, $6, $7, $8, $9::bigint, $10::bigint, $11, $12) p
     left join lateral unnest(p.numbers) with ordinality n (number, place) on true
     left join orders o on o.number = n.number
     left join lateral (select json_agg(state order by h.n) as states, bool_or(late_since is not null) as is_late,
         sum(cash_due) filter (where state not in ('delivered', 'undelivered', 'canceled')) as cash
       from shipments h where h.order_id = o.id) s on true
   order by n.place`,
  {
    hits: neverNull(),
    status: joinedWith<OrderStatus>('number'),
    tags: joinedWith('number'),
    email: joinedWith('number'),
    shipments: column<ShipmentState[]>(),
    place: joinedWith('number'),
    customer: joinedWith('number'),
    total: joinedWith('number'),
    placedAt: joinedWith('number'),
    payment: joinedWith('number'),
  },
);

/** Returns the start of the day in Guatemala, which is six hours behind UTC all year. */
const startOf = (day: unknown, days = 0): Date | null =>
  typeof day === 'string' ? new Date(Date.parse(`${day}T06:00:00Z`) + days * 86_400_000) : null;

const amountOf = (value: unknown): number | null => (typeof value === 'number' ? Math.round(value * 100) : null);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const flagOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value.map(String) : undefined;

/** The facts that limit which orders a person sees: the orders of their stores, and for an advisor the assigned orders. */
type Seeing = Pick<StaffCaller, 'stores' | 'role' | 'id'>;

/** A query whose names are replaced by codes. `parts`: the orders whose number or NIT contains the typed digits. */
interface Meant extends ListQuery {
  parts?: OrdersOfParts;
}

const selectParts = statement(
  'orders.desk-parts',
  `select w.part, array(select number::text from (
       select number from orders_ending(case when w.part ~ '^\\d+$' then w.part end) number
       union select o.number from orders o
         where length(w.part) > 3 and o.number is not null and o.billing_address ->> 'nit' <> 'CF'
           and upper(regexp_replace(o.billing_address ->> 'nit', '[^[:alnum:]]', '', 'g')) like '%' || w.part || '%') found
     order by number desc limit 200) as numbers
   from unnest($1::text[]) w (part)`,
  { part: neverNull() },
);

/** Finds the newest orders whose number ends in the digits of these words, or whose NIT contains them. */
const findParts = async (tx: Tx, words: string | undefined): Promise<OrdersOfParts> => {
  const parts = words === undefined ? [] : numberPartsIn(words);
  const found = parts.length === 0 ? [] : await selectParts(tx, [parts]);
  return new Map(found.map(({ part, numbers }) => [part, numbers]));
};

/** Replaces names of stores, sellers and people by their codes, in at most two statements. */
async function meantBy(tx: Tx, query: ListQuery): Promise<Meant> {
  const { store, seller, assignee } = query;
  const [codes, parts] = await Promise.all([
    codesMeant(tx, { place: textOf(store), seller: textOf(seller), assignee: textOf(assignee) }),
    findParts(tx, textOf(query.q)),
  ]);
  return { ...query, store: codes.place, seller: codes.seller, assignee: codes.assignee, parts };
}

const termsOf = (query: Meant, staff: Seeing) => {
  const own = ownOrdersOf(staff);
  return orderTermsQuery({
    status: textsOf(query.status),
    shipment: textsOf(query.shipment),
    payment: textsOf(query.payment),
    store: textsOf(query.store),
    seller: textsOf(query.seller),
    tag: textOf(query.tag),
    assignee: own === null ? textsOf(query.assignee) : [own],
    late: flagOf(query.late),
    held: flagOf(query.held),
    unconfirmed: flagOf(query.unconfirmed),
    q: textOf(query.q),
    parts: query.parts,
    within: storesSeenBy(staff),
  });
};

type Sort = { byTotal: boolean; descends: boolean };
const sortOf = ({ sort = '-number' }: ListQuery): Sort => ({
  byTotal: sort.endsWith('total'),
  descends: sort.startsWith('-'),
});

async function ask(
  tx: Tx,
  query: Meant,
  staff: Seeing,
  { after, most, counts }: { after: readonly [string, string] | undefined; most: number; counts: boolean },
): Promise<{ rows: OrderListRow[]; hits: number }> {
  const terms = termsOf(query, staff);
  const { byTotal, descends } = sortOf(query);
  const [afterTotal = null, afterNumber = null] = after ?? [];
  const asked: Asked = [
    ...([terms?.text ?? null, terms?.isPositive ?? false] as const),
    ...([
      startOf(query.placedFrom),
      startOf(query.placedTo, 1),
      amountOf(query.totalFrom),
      amountOf(query.totalTo),
    ] as const),
    ...([byTotal, descends, afterTotal, afterNumber, most, counts] as const),
  ];
  const rows = await selectPage(tx, asked);
  const placed = rows.flatMap(({ number, hits: _, ...row }) =>
    number === null ? [] : [{ ...row, number: String(number), total: row.total, cashToCollect: row.cashToCollect }],
  );
  return { rows: placed, hits: rows[0]?.hits ?? 0 };
}

/** Returns whether a query searches or sorts by amounts, which would reveal amounts to people who may not see them (§0.3). */
const asksAmounts = ({ totalFrom, totalTo, sort }: ListQuery): boolean =>
  totalFrom !== undefined || totalTo !== undefined || sort?.endsWith('total') === true;

/**
 * Queries with more results than the shop counts, and the time at which each entry expires. Without this cache, counting for each
 * page would take most of the page's time (record 0071).
 */
const capped = new Map<string, number>();
const believedMs = 60_000;
const maxBelieved = 1_000;

const isKnownCapped = (key: string, now: number): boolean => (capped.get(key) ?? 0) > now;

function noteCapped(key: string, now: number): void {
  if (capped.size >= maxBelieved) capped.clear();
  capped.set(key, now + believedMs);
}

/** Returns a page of the list (OFF-15) in one statement. A search by name, and a search by the end of a number, each take one more statement. */
export async function orderPage(tx: Tx, asked: ListQuery, staff: StaffCaller): Promise<Result<ListPage, Refusal>> {
  if (asksAmounts(asked) && !seesAmounts([...staff.permissions]))
    return refuse({ code: 'FORBIDDEN', metadata: { permission: 'orders.edit' } });
  const after = textOf(asked.after) === undefined ? undefined : readCursor(asked.after ?? '', 'bigint', 'bigint');
  if (textOf(asked.after) !== undefined && after === undefined)
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { after: 'Valor desconocido.' } } });
  const query = await meantBy(tx, asked);
  const limit = query.limit ?? 25;
  const key = JSON.stringify([
    termsOf(query, staff)?.text,
    query.placedFrom,
    query.placedTo,
    query.totalFrom,
    query.totalTo,
  ]);
  const counts = !isKnownCapped(key, Date.now());
  const { rows: found, hits } = await ask(tx, query, staff, { after, most: limit + 1, counts });
  if (counts && hits > countedRows) noteCapped(key, Date.now());
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last !== undefined ? cursorOf(last, query) : null;
  return ok({
    rows: rows.map((row) => ({ ...row })),
    next,
    total: { value: Math.min(hits, countedRows), capped: hits > countedRows },
  });
}

/** Returns the cursor of a row. It holds the order's total only when the list is sorted by total. A person who sorts by total may see amounts. */
const cursorOf = ({ total, number }: OrderListRow, query: ListQuery): string =>
  writeCursor(sortOf(query).byTotal ? String(total) : '0', number);

/** Rows per statement of an export. Such a statement takes a few milliseconds, during which the process answers no other request. */
const portion = 250;

/** Reads all rows, in portions by cursor (OFF-20). */
export async function* orderRows(
  tx: Tx,
  asked: ListQuery,
  staff: StaffCaller,
): AsyncGenerator<Record<string, unknown>[]> {
  if (asksAmounts(asked) && !seesAmounts([...staff.permissions])) return;
  const query = await meantBy(tx, asked);
  let after: readonly [string, string] | undefined;
  for (;;) {
    const { rows } = await ask(tx, query, staff, { after, most: portion, counts: false });
    if (rows.length > 0) yield rows.map((row) => ({ ...row }));
    const last = rows.at(-1);
    if (rows.length < portion || last === undefined) return;
    after = [String(last.total), last.number];
  }
}

const countMatching = statement(
  'orders.desk-counts',
  `select (select count(*) from (select from order_rows r where r.terms @@ q.asked limit ${countedRows + 1}) c)::int as hits
   from unnest($1::tsquery[]) with ordinality q (asked, place) order by q.place`,
);

/** Counts the orders that each of these queries finds, up to `countedRows` + 1, in one statement. The queries filter by search terms only. */
export async function countOrders(tx: Tx, queries: readonly ListQuery[], staff: Seeing): Promise<number[]> {
  const texts = queries.map((query) => {
    const terms = termsOf(query, staff);
    if (terms === undefined) throw new RangeError('what is counted is narrowed by words');
    return terms.text;
  });
  return (await countMatching(tx, [texts])).map(({ hits }) => hits);
}

/** Returns the latest orders that these words find. `most`: the maximum number. */
export const findOrders = async (tx: Tx, words: string, staff: Seeing, most: number): Promise<OrderListRow[]> => {
  const found = await ask(tx, { q: words, parts: await findParts(tx, words) }, staff, {
    after: undefined,
    most,
    counts: false,
  });
  return found.rows;
};
