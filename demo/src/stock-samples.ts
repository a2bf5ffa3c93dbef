import { dayMs } from '@ceiba/domain/dates/civil-date';
import { insertRows } from '@ceiba/server/loading/loading.store';
import type { Tx } from '@ceiba/server/platform/db/database';

/** The people of the demo's warehouse and of its catalogue (`demo-staff.ts`). */
const [wilmer, marta] = ['01900000-0000-7000-8000-000000000304', '01900000-0000-7000-8000-000000000302'];

interface Sample {
  state: 'draft' | 'sent' | 'received' | 'closed';
  days: number;
  /** Units that were asked for, sent, received and lost. */
  units: readonly [planned: number, sent: number, received: number, lost: number];
}

const transfers: readonly Sample[] = [
  { state: 'received', days: 6, units: [3, 3, 3, 0] },
  { state: 'closed', days: 3, units: [3, 3, 2, 1] },
  { state: 'sent', days: 1, units: [4, 4, 1, 0] },
  { state: 'draft', days: 0.1, units: [2, 0, 0, 0] },
];

/** Loads transfers, counts, a note to a supplier and a threshold, in the states that the desk shows. */
export async function loadStockSamples(tx: Tx, now: Date): Promise<void> {
  const before = (days: number): string => new Date(now.getTime() - days * dayMs).toISOString();
  const products = await tx.run<{ id: number }>({
    text: `select p.id from stock_levels l join products p on p.id = l.product_id
      where l.store_code = 'BODEGA' and l.quantity >= 10 and p.is_published order by p.id desc limit 8`,
    values: [],
  });
  const ids = products.map(({ id }) => id);
  const [first] = ids;
  if (first === undefined) return;
  for (const [at, { state, days, units }] of transfers.entries())
    await loadTransfer(tx, { number: at + 1, state, at: before(days), units, product: ids[at % ids.length] ?? first });
  await insertRows(tx, 'stock_thresholds', [{ product_id: first, units: 50 }]);
  await tx.run({
    text: `insert into supplier_notes (store_code, supplier, reason, created_at, created_by)
      values ('BODEGA', 'Distribuidora del Valle', 'No encienden', $1, $2)`,
    values: [before(2), wilmer],
  });
  await tx.run({
    text: `insert into supplier_note_lines (note, product_id, quantity) select max(number), $1, 2 from supplier_notes`,
    values: [first],
  });
  await move(tx, { product: first, place: 'BODEGA', units: -2, reason: 'to_supplier', document: 'P-1', at: before(2) });
  await loadCounts(tx, ids, before);
}

interface Moved {
  product: number;
  place: string;
  units: number;
  reason: string;
  document: string;
  at: string;
}

async function move(tx: Tx, { product, place, units, reason, document, at }: Moved): Promise<void> {
  await tx.run({
    text: 'select move_goods_by($1, $2, $3, $4, null, $5, $6)',
    values: [[product], [place], [units], reason, document, wilmer],
  });
  await tx.run({ text: 'update stock_movements set created_at = $2 where document = $1', values: [document, at] });
}

async function loadTransfer(
  tx: Tx,
  {
    number,
    state,
    at,
    units: [planned, sent, received, lost],
    product,
  }: Pick<Sample, 'state' | 'units'> & { number: number; at: string; product: number },
): Promise<void> {
  const document = `T-${number}`;
  const isEnded = state === 'received' || state === 'closed';
  await insertRows(tx, 'transfers', [
    {
      ...{ from_store: 'BODEGA', to_store: 'MAX', state, note: '', created_at: at, created_by: wilmer },
      ...{ sent_at: sent > 0 ? at : null, ended_at: isEnded ? at : null },
    },
  ]);
  await insertRows(tx, 'transfer_lines', [{ transfer: number, product_id: product, planned, sent, received, lost }]);
  const of = { product, document, at };
  if (sent > 0) await move(tx, { ...of, place: 'BODEGA', units: -sent, reason: 'transfer_out' });
  if (received > 0) await move(tx, { ...of, place: 'MAX', units: received, reason: 'transfer_in' });
  if (lost > 0)
    await insertRows(tx, 'transfer_differences', [
      {
        transfer: number,
        product_id: product,
        units: lost,
        fate: 'lost',
        reason: 'Caja rota',
        noted_at: at,
        noted_by: wilmer,
      },
    ]);
}

/** A count in progress, a count with a second round, and a canceled count. */
async function loadCounts(tx: Tx, ids: readonly number[], before: (days: number) => string): Promise<void> {
  const [first, second = first] = ids;
  await insertRows(tx, 'stock_counts', [
    {
      store_code: 'MAX',
      scope: 'list',
      state: 'canceled',
      created_at: before(5),
      created_by: marta,
      ended_at: before(5),
      ended_by: marta,
      first_ended_by: null,
    },
    {
      store_code: 'BODEGA',
      scope: 'list',
      state: 'recounting',
      created_at: before(0.4),
      created_by: marta,
      ended_at: null,
      ended_by: null,
      first_ended_by: marta,
    },
    {
      store_code: 'BODEGA',
      scope: 'list',
      state: 'counting',
      created_at: before(0.2),
      created_by: wilmer,
      ended_at: null,
      ended_by: null,
      first_ended_by: null,
    },
  ]);
  await tx.run({
    text: `insert into stock_count_lines (count_number, product_id, counted, counted_at, booked)
      values (2, $1, 5, $3, 10), (3, $1, null, null, null), (3, $2, null, null, null)`,
    values: [first, second, before(0.3)],
  });
  await tx.run({
    text: `insert into stock_count_scans (scan_id, count_number, round, product_id, staff_id, quantity, scanned_at)
      values (gen_random_uuid(), 2, 1, $1, $2, 5, $3), (gen_random_uuid(), 3, 1, $1, $2, 4, $3)`,
    values: [first, wilmer, before(0.1)],
  });
}
