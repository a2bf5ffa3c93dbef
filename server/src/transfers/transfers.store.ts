import type { TransferFate } from '@ceiba/contract/desk/transfer-fields';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** The transfer's name: "T-12". */
export const transferText = (number: number): string => `T-${number}`;
export const transferNumberOf = (text: string): number => Number(text.slice('T-'.length));

const selectTransfer = statement(
  'transfers.one',
  `select t.number, t.state, t.from_store, f.name as from_name, t.to_store, r.name as to_name, t.note, t.created_at, p.name as created_by,
     t.sent_at, t.ended_at, t.close_reason, t.version
   from transfers t join stores f on f.store_code = t.from_store join stores r on r.store_code = t.to_store
     join staff_members p on p.id = t.created_by
   where t.number = $1`,
);
export type Transfer = RowOf<typeof selectTransfer>;

export const findTransfer = async (tx: Tx, number: number): Promise<Transfer | undefined> =>
  (await selectTransfer(tx, [number]))[0];

const lockRow = statement('transfers.lock', 'select from transfers where number = $1 for update');

/** Locks a transfer until the transaction ends. A transfer is locked before the levels of its goods (record 0034). */
export async function lockTransfer(tx: Tx, number: number): Promise<Transfer | undefined> {
  await lockRow(tx, [number]);
  return findTransfer(tx, number);
}

const selectLines = statement(
  'transfers.lines',
  `select l.product_id, p.sku, p.title, (select coalesce(json_agg(c.code order by c.code), '[]') from product_codes c
       where c.product_id = p.id) as codes,
     l.planned, l.sent, l.received, l.returned, l.lost, l.in_transit, coalesce(v.quantity, 0) as available
   from transfer_lines l join products p on p.id = l.product_id join transfers t on t.number = l.transfer
     left join stock_levels v on v.product_id = l.product_id and v.store_code = t.from_store
   where l.transfer = $1 order by p.sku`,
  { codes: neverNull<string[]>(), available: neverNull(), inTransit: neverNull() },
);
export type TransferLine = RowOf<typeof selectLines>;
export const listTransferLines = (tx: Tx, number: number): Promise<TransferLine[]> => selectLines(tx, [number]);

const selectDifferences = statement(
  'transfers.differences',
  `select p.sku, p.title, d.units, d.fate, d.reason, d.noted_at as at, m.name as by
   from transfer_differences d join products p on p.id = d.product_id join staff_members m on m.id = d.noted_by
   where d.transfer = $1 order by d.id`,
  { fate: neverNull<TransferFate>() },
);
export const listDifferences = (tx: Tx, number: number) => selectDifferences(tx, [number]);

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

// A product that nobody asked for gets a line with nothing planned.
const send = statement(
  'transfers.send',
  `with lines as (
     insert into transfer_lines as l (transfer, product_id, planned, sent)
     select $1, product, 0, units from unnest($2::bigint[], $3::integer[]) as s (product, units)
     on conflict (transfer, product_id) do update set sent = l.sent + excluded.sent)
   update transfers set state = 'sent', sent_at = coalesce(sent_at, $4), version = version + 1 where number = $1`,
);

/** Counts units as sent. The caller has locked the transfer, and moved the goods out of their place. */
export const markSent = async (tx: Tx, number: number, lines: readonly LineUnits[], now: Date): Promise<void> => {
  await send(tx, [number, ...columnsOf(lines), now]);
};

/** Units that arrived, came back or were lost. */
export interface ArrivedUnits {
  productId: number;
  received: number;
  returned: number;
  lost: number;
}

const arrive = statement(
  'transfers.arrive',
  `update transfer_lines l set received = l.received + a.received, returned = l.returned + a.returned, lost = l.lost + a.lost
   from unnest($2::bigint[], $3::integer[], $4::integer[], $5::integer[]) as a (product, received, returned, lost)
   where l.transfer = $1 and l.product_id = a.product`,
);

/** Counts units that are no longer under way. A check of the table refuses more units than were sent. */
export const markArrived = async (tx: Tx, number: number, lines: readonly ArrivedUnits[]): Promise<void> => {
  await arrive(tx, [
    number,
    lines.map(({ productId }) => productId),
    lines.map(({ received }) => received),
    lines.map(({ returned }) => returned),
    lines.map(({ lost }) => lost),
  ]);
};

export interface Difference extends LineUnits {
  fate: TransferFate;
  reason: string;
}

const insertDifferences = statement(
  'transfers.note-differences',
  `insert into transfer_differences (transfer, product_id, units, fate, reason, noted_at, noted_by)
   select $1, product, units, fate, reason, $6, $7
   from unnest($2::bigint[], $3::integer[], $4::text[], $5::text[]) as d (product, units, fate, reason)`,
);

export const noteDifferences = async (
  tx: Tx,
  number: number,
  differences: readonly Difference[],
  { staffId, now }: { staffId: string; now: Date },
): Promise<void> => {
  if (differences.length === 0) return;
  await insertDifferences(tx, [
    number,
    ...columnsOf(differences),
    differences.map(({ fate }) => fate),
    differences.map(({ reason }) => reason),
    now,
    staffId,
  ]);
};

const step = statement(
  'transfers.step',
  `update transfers set state = $2, ended_at = $3, closed_as = $4, close_reason = $5, version = version + 1 where number = $1`,
);

/** Writes the state of a transfer after units arrived or came back. */
export const stepTransfer = async (
  tx: Tx,
  number: number,
  to: { state: Transfer['state']; endedAt: Date | null; closedAs?: TransferFate; reason?: string },
): Promise<void> => {
  await step(tx, [number, to.state, to.endedAt, to.closedAs ?? null, to.reason ?? null]);
};
