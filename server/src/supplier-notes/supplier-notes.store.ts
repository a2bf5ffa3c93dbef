import type { SettledAs } from '@ceiba/contract/desk/supplier-note-fields';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** The name of a note: "P-5". */
export const noteText = (number: number): string => `P-${number}`;
export const noteNumberOf = (text: string): number => Number(text.slice('P-'.length));

const noteColumns = `select n.number, n.store_code, s.name as store_name, n.supplier, n.reason, n.state, n.reference, n.created_at,
     coalesce(p.name, '') as created_by, n.ended_at, e.name as ended_by, n.version
   from supplier_notes n join stores s on s.store_code = n.store_code left join staff_members p on p.id = n.created_by
     left join staff_members e on e.id = n.ended_by
   where n.number = $1`;
const selectNote = statement('supplier-notes.one', noteColumns, { createdBy: neverNull() });
const selectForUpdate = statement('supplier-notes.lock', `${noteColumns} for update of n`, {
  createdBy: neverNull(),
});
export type SupplierNote = RowOf<typeof selectNote>;

export const findNote = async (tx: Tx, number: number): Promise<SupplierNote | undefined> =>
  (await selectNote(tx, [number]))[0];

export const lockNote = async (tx: Tx, number: number): Promise<SupplierNote | undefined> =>
  (await selectForUpdate(tx, [number]))[0];

const selectLines = statement(
  'supplier-notes.lines',
  `select l.product_id, p.sku, p.title, l.quantity from supplier_note_lines l join products p on p.id = l.product_id
   where l.note = $1 order by p.sku`,
);
export const listNoteLines = (tx: Tx, number: number) => selectLines(tx, [number]);

const insert = statement(
  'supplier-notes.create',
  `with made as (
     insert into supplier_notes (store_code, supplier, reason, created_at, created_by) values ($1, $2, $3, $4, $5) returning number),
   filled as (
     insert into supplier_note_lines (note, product_id, quantity)
     select made.number, l.product, l.units from made, unnest($6::bigint[], $7::integer[]) as l (product, units))
   select number from made`,
  { number: neverNull() },
);

export interface NewNote {
  storeCode: string;
  supplier: string;
  reason: string;
  staffId: string;
  lines: readonly { productId: number; quantity: number }[];
}

export async function insertNote(tx: Tx, of: NewNote, now: Date): Promise<number> {
  const columns = [of.lines.map((line) => line.productId), of.lines.map((line) => line.quantity)] as const;
  const [made] = await insert(tx, [of.storeCode, of.supplier, of.reason, now, of.staffId, ...columns]);
  if (made === undefined) throw new Error('a note was not created');
  return made.number;
}

const settle = statement(
  'supplier-notes.settle',
  `update supplier_notes set state = $2, reference = $3, ended_at = $4, ended_by = $5, version = version + 1 where number = $1`,
);
export const settleNote = async (
  tx: Tx,
  number: number,
  of: { outcome: SettledAs; reference: string; staffId: string; now: Date },
): Promise<void> => {
  await settle(tx, [number, of.outcome, of.reference, of.now, of.staffId]);
};
