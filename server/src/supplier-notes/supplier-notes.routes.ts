import { supplierNoteList } from '@ceiba/contract/desk/lists/supplier-notes';
import {
  createSupplierNote,
  exportSupplierNotes,
  getSupplierNote,
  listSupplierNotes,
  settleSupplierNote,
} from '@ceiba/contract/desk/supplier-notes';
import { ok, refuse } from '@ceiba/domain/result';
import { isStore } from '../locations/locations.store.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import { type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { moveGoods, putBackGoods, shortRefusal } from '../stock/goods.store.ts';
import { lineTexts, unitsByProduct } from '../stock/goods-lines.ts';
import {
  findNote,
  insertNote,
  listNoteLines,
  lockNote,
  noteNumberOf,
  noteText,
  type SupplierNote,
  settleNote,
} from './supplier-notes.store.ts';

const source: ListSource<typeof supplierNoteList> = {
  list: supplierNoteList,
  from: 'from supplier_notes n join stores s on s.store_code = n.store_code',
  key: { sql: 'n.number', type: 'bigint' },
  columns: {
    number: `'P-' || n.number`,
    state: 'n.state',
    supplier: 'n.supplier',
    storeName: 's.name',
    units: '(select coalesce(sum(l.quantity), 0) from supplier_note_lines l where l.note = n.number)',
    createdAt: 'n.created_at',
  },
  filters: { state: 'n.state', storeCode: 'n.store_code', created: 'n.created_at' },
  store: 'n.store_code',
};

async function detail(tx: Tx, note: SupplierNote, staff: StaffCaller) {
  const lines = await listNoteLines(tx, note.number);
  const { number, createdAt, endedAt, ...more } = note;
  return {
    ...more,
    number: noteText(number),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: lines.map(({ productId: _, ...line }) => line),
    actions: note.state === 'open' && staff.permissions.has('stock.move') ? ['settle'] : [],
  };
}

async function answered(tx: Tx, number: number, staff: StaffCaller, status = 200) {
  const note = await findNote(tx, number);
  if (note === undefined) throw new Error(`${noteText(number)} vanished`);
  return { status, data: await detail(tx, note, staff) };
}

export const supplierNotesRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source,
    page: listSupplierNotes,
    csv: exportSupplierNotes,
  }),
  route(getSupplierNote, async ({ params: { number } }, { staff }) => {
    const note = await findNote(db.write, noteNumberOf(number));
    if (note === undefined || !maySeeStore(staff, note.storeCode)) return refuse({ code: 'NOT_FOUND' });
    return ok({ status: 200, data: await detail(db.write, note, staff) });
  }),
  changeRoute(createSupplierNote, db, async ({ tx, body, staff, author }) => {
    const { storeCode, supplier, reason } = body;
    if (!maySeeStore(staff, storeCode) || !(await isStore(tx, storeCode))) return refuse({ code: 'STORE_NOT_FOUND' });
    const goods = await unitsByProduct(tx, body.lines);
    if (!goods.ok) return goods;
    const lines = goods.value.map(({ productId, units: quantity }) => ({ productId, quantity }));
    const number = await insertNote(tx, { storeCode, supplier, reason, staffId: staff.id, lines }, author.now);
    const moved = lines.map(({ productId, quantity }) => ({ productId, storeCode, units: -quantity }));
    const cause = { reason: 'to_supplier', document: noteText(number), staffId: staff.id };
    if (!(await moveGoods(tx, moved, cause))) return refuse(await shortRefusal(tx, moved));
    const after = { storeCode, supplier, lines: lineTexts(body.lines) };
    const change = { entity: 'supplier-notes', entityId: noteText(number), after, reason };
    return ok({ answer: await answered(tx, number, staff, 201), change });
  }),
  changeRoute(settleSupplierNote, db, async ({ tx, params: { number: text }, body, staff, author }) => {
    const { version, outcome, reference } = body;
    const note = await lockNote(tx, noteNumberOf(text));
    if (note === undefined || !maySeeStore(staff, note.storeCode)) return refuse({ code: 'NOT_FOUND' });
    const { number, storeCode } = note;
    if (note.version !== version) {
      const current = await detail(tx, note, staff);
      const conflict = { entity: 'supplier-notes', entityId: text, current, conflicts: ['state'] };
      return refuse(await versionConflict(tx, conflict));
    }
    if (note.state !== 'open')
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Esta nota ya terminó.', metadata: { allowed: [] } });
    if (outcome === 'replaced') {
      const lines = await listNoteLines(tx, number);
      const moved = lines.map(({ productId, quantity }) => ({ productId, storeCode, units: quantity }));
      await putBackGoods(tx, moved, { reason: 'received', document: text, staffId: staff.id });
    }
    await settleNote(tx, number, { outcome, reference, staffId: staff.id, now: author.now });
    const after = { state: outcome, reference };
    const change = { entity: 'supplier-notes', entityId: text, before: { state: note.state }, after };
    return ok({ answer: await answered(tx, number, staff), change });
  }),
];
