import type { TransferFate } from '@ceiba/contract/desk/transfer-fields';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** The name of a transfer: "T-12". */
export const transferText = (number: number): string => `T-${number}`;
export const transferNumberOf = (text: string): number => Number(text.slice('T-'.length));

/** Units of a transfer that did not arrive. */
export interface DifferenceRow {
  sku: string;
  title: string;
  units: number;
  fate: TransferFate;
  reason: string;
  at: string;
  by: string;
}

const transferColumns = `select t.number, t.state, t.from_store, f.name as from_name, t.to_store, r.name as to_name, t.note, t.created_at,
     coalesce(p.name, '') as created_by, t.sent_at, t.ended_at, t.close_reason, t.version,
     (select o.number || '-' || t.shipment_number from orders o where o.id = t.order_id) as shipment, (
       select coalesce(json_agg(json_build_object('sku', g.sku, 'title', g.title, 'units', d.units, 'fate', d.fate, 'reason', d.reason,
           'at', to_char(d.noted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', coalesce(m.name, '')) order by d.id), '[]')
       from transfer_differences d join products g on g.id = d.product_id left join staff_members m on m.id = d.noted_by
       where d.transfer = t.number) as differences
   from transfers t join stores f on f.store_code = t.from_store join stores r on r.store_code = t.to_store
     left join staff_members p on p.id = t.created_by
   where t.number = $1`;

const selectTransfer = statement('transfers.one', transferColumns, {
  createdBy: neverNull(),
  differences: neverNull<DifferenceRow[]>(),
});
// The order is locked before the transfer, in one statement. The transfer's row is read as it is after both waits.
const selectForUpdate = statement(
  'transfers.lock',
  `with ordered as materialized (
     select id from orders where id = (select order_id from transfers where number = $1) for update)
   ${transferColumns} and (select count(*) from ordered) >= 0 for update of t`,
  {
    createdBy: neverNull(),
    differences: neverNull<DifferenceRow[]>(),
  },
);
export type Transfer = RowOf<typeof selectTransfer>;

export const findTransfer = async (tx: Tx, number: number): Promise<Transfer | undefined> =>
  (await selectTransfer(tx, [number]))[0];

/**
 * Locks a transfer until the transaction ends. The order whose units it brings is locked first, and the levels of its goods come later
 * (record 0034).
 */
export const lockTransfer = async (tx: Tx, number: number): Promise<Transfer | undefined> =>
  (await selectForUpdate(tx, [number]))[0];

const selectLines = statement(
  'transfers.lines',
  `select l.product_id, p.sku, p.title, (select coalesce(json_agg(c.code order by c.code), '[]') from product_codes c
       where c.product_id = p.id) as codes,
     l.planned, l.sent, l.received, l.returned, l.lost, l.in_transit, greatest(0, coalesce(v.quantity, 0) - coalesce(e.quantity, 0)) + coalesce((
       select sum(k.quantity - awaited_units(k.order_id, k.n, k.product_id, k.store_code))::integer from stock_claims k where k.order_id = t.order_id and k.n = t.shipment_number and k.product_id = l.product_id
         and k.store_code = t.from_store and k.released_at is null), 0) as available
   from transfer_lines l join products p on p.id = l.product_id join transfers t on t.number = l.transfer
     left join stock_levels v on v.product_id = l.product_id and v.store_code = t.from_store
     left join presale_units e on e.product_id = l.product_id and e.store_code = t.from_store
   where l.transfer = $1 order by p.sku`,
  { codes: neverNull<string[]>(), available: neverNull(), inTransit: neverNull() },
);
export type TransferLine = RowOf<typeof selectLines>;
export const listTransferLines = (tx: Tx, number: number): Promise<TransferLine[]> => selectLines(tx, [number]);

/** Units of a product of a transfer. */
export interface LineUnits {
  productId: number;
  units: number;
}

const columnsOf = (lines: readonly LineUnits[]) =>
  [lines.map(({ productId }) => productId), lines.map(({ units }) => units)] as const;

const insert = statement(
  'transfers.create',
  `with made as (
     insert into transfers (from_store, to_store, note, created_at, created_by) values ($1, $2, $3, $4, $5) returning number),
   filled as (
     insert into transfer_lines (transfer, product_id, planned)
     select made.number, l.product, l.units from made, unnest($6::bigint[], $7::integer[]) as l (product, units))
   select number from made`,
);

export async function insertTransfer(
  tx: Tx,
  of: { from: string; to: string; note: string; staffId: string; lines: readonly LineUnits[] },
  now: Date,
): Promise<number> {
  const [made] = await insert(tx, [of.from, of.to, of.note, now, of.staffId, ...columnsOf(of.lines)]);
  if (made === undefined) throw new Error('a transfer was not created');
  return made.number;
}

// The claims name the units: what the shipment claims at other places, and no open transfer brings yet.
const insertForShipment = statement(
  'transfers.create-for-shipment',
  `with claimed as materialized (
     select k.store_code, k.product_id, k.quantity, s.place, p.sku from shipments s
       join stock_claims k on k.order_id = s.order_id and k.n = s.n and k.released_at is null and k.store_code <> s.place
       join products p on p.id = k.product_id
     where s.order_id = $1 and s.n = $2 and not exists (select from transfers t where t.order_id = s.order_id and t.shipment_number = s.n
       and t.from_store = k.store_code and t.state in ('draft', 'sent'))),
   made as (
     insert into transfers (from_store, to_store, note, created_at, created_by, order_id, shipment_number)
     select distinct store_code, place, '', $3::timestamptz, $4::uuid, $1::uuid, $2::integer from claimed order by store_code
     returning number, from_store, to_store),
   filled as (
     insert into transfer_lines (transfer, product_id, planned)
     select m.number, c.product_id, c.quantity from made m join claimed c on c.store_code = m.from_store)
   select m.number, m.from_store, m.to_store,
     (select array_agg(c.sku || ': ' || c.quantity order by c.sku) from claimed c where c.store_code = m.from_store) as lines
   from made m order by m.number`,
  { lines: neverNull<string[]>() },
);

/**
 * Creates a transfer from each place where a shipment claims units, unless one brings them already. The caller has locked the order.
 * Returns them with their units by SKU, as the audit names them.
 */
export const createForShipment = (
  tx: Tx,
  { orderId, shipmentNumber }: { orderId: string; shipmentNumber: number },
  staffId: string,
  now: Date,
) => insertForShipment(tx, [orderId, shipmentNumber, now, staffId]);

const selectAwaitsPresale = statement('transfers.awaits-presale', 'select awaits_presale($1, $2) as awaits', {
  awaits: neverNull(),
});

/** Returns whether units of a shipment have not come, because they are of a presale (WORK-32). */
export const awaitsPresale = async (
  tx: Tx,
  { orderId, shipmentNumber }: { orderId: string; shipmentNumber: number },
): Promise<boolean> => (await selectAwaitsPresale(tx, [orderId, shipmentNumber]))[0]?.awaits ?? false;

const sendGoods = statement('transfers.send-goods', 'select send_transfer_goods($1, $2, $3, $4, $5) as is_moved', {
  isMoved: neverNull(),
});

/** Moves units out of the sender's place (`send_transfer_goods`). Returns false, and moves nothing, if it has too few. */
export const moveOut = async (tx: Tx, number: number, lines: readonly LineUnits[], staffId: string): Promise<boolean> =>
  (await sendGoods(tx, [number, ...columnsOf(lines), transferText(number), staffId]))[0]?.isMoved ?? false;

const takeInGoods = statement(
  'transfers.take-in-goods',
  'select take_in_transfer_goods($1, $2, $3, $4, $5, $6) as is_moved',
  { isMoved: neverNull() },
);

/** Moves units into a place (`take_in_transfer_goods`). */
export const moveIn = async (
  tx: Tx,
  number: number,
  storeCode: string,
  lines: readonly LineUnits[],
  staffId: string,
): Promise<boolean> =>
  (await takeInGoods(tx, [number, storeCode, ...columnsOf(lines), transferText(number), staffId]))[0]?.isMoved ?? false;

const replaceLost = statement(
  'transfers.replace-lost',
  'select line, line_title as title, units from replace_lost_units($1)',
  {
    line: neverNull(),
    title: neverNull(),
    units: neverNull(),
  },
);

/** Claims units of a shipment that were lost under way at other places. Returns the lines of which no place has enough units. */
export const replaceLostUnits = (tx: Tx, number: number) => replaceLost(tx, [number]);

// A product that nobody asked for gets a line with nothing planned.
const send = statement(
  'transfers.send',
  `with lines as (
     insert into transfer_lines as l (transfer, product_id, planned, sent)
     select $1, product, 0, units from unnest($2::bigint[], $3::integer[]) as s (product, units)
     on conflict (transfer, product_id) do update set sent = l.sent + excluded.sent)
   update transfers set state = 'sent', sent_at = coalesce(sent_at, $4), version = version + 1 where number = $1`,
);

/** Records units as sent. The caller has locked the transfer, and moved the goods out of their place. */
export const markSent = async (tx: Tx, number: number, lines: readonly LineUnits[], now: Date): Promise<void> => {
  await send(tx, [number, ...columnsOf(lines), now]);
};

/** Units that arrived, returned or were lost, with the reason for units that did not arrive. */
export interface ArrivedUnits {
  productId: number;
  received: number;
  returned: number;
  lost: number;
  reason: string | null;
}

// A constraint of the table refuses more units than were sent.
const arrive = statement(
  'transfers.arrive',
  `with arrived as materialized (
     select * from unnest($2::bigint[], $3::integer[], $4::integer[], $5::integer[], $6::text[])
       as a (product, received, returned, lost, reason)),
   lines as (
     update transfer_lines l set received = l.received + a.received, returned = l.returned + a.returned, lost = l.lost + a.lost
     from arrived a where l.transfer = $1 and l.product_id = a.product),
   noted as (
     insert into transfer_differences (transfer, product_id, units, fate, reason, noted_at, noted_by)
     select $1, product, returned + lost, case when returned > 0 then 'back' else 'lost' end, reason, $7, $8
     from arrived where returned + lost > 0)
   update transfers set state = $9, ended_at = case when $9 = 'sent' then null else $7::timestamptz end, closed_as = $10,
     close_reason = $11, version = version + 1
   where number = $1`,
);

/** Subtracts units that are no longer in transit, stores their reasons and the resulting state. The caller has locked the transfer. */
export const markArrived = async (
  tx: Tx,
  number: number,
  lines: readonly ArrivedUnits[],
  to: { state: Transfer['state']; staffId: string; now: Date; closedAs?: TransferFate; reason?: string },
): Promise<void> => {
  const columns = [
    lines.map(({ productId }) => productId),
    lines.map(({ received }) => received),
    lines.map(({ returned }) => returned),
    lines.map(({ lost }) => lost),
    lines.map(({ reason }) => reason),
  ] as const;
  await arrive(tx, [number, ...columns, to.now, to.staffId, to.state, to.closedAs ?? null, to.reason ?? null]);
};
