import { transferList } from '@ceiba/contract/desk/lists/transfers';
import {
  bringUnits,
  closeTransfer as closeTransferCall,
  createTransfer,
  exportTransfers,
  getTransfer,
  listTransfers,
  receiveTransfer as receiveTransferCall,
  sendTransfer as sendTransferCall,
} from '@ceiba/contract/desk/transfers';
import { ok, refuse } from '@ceiba/domain/result';
import { transferVerbs } from '@ceiba/domain/transfers/transfer';
import { isStore } from '../locations/locations.store.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore, mayTouch } from '../platform/http/places.ts';
import { type Refusal, type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { heldRefusal } from '../shipments/scan-refusal.ts';
import { seenBy } from '../shipments/shipments.routes.ts';
import { lockShipment } from '../shipments/shipments.store.ts';
import { lineTexts, unitsByProduct } from '../stock/goods-lines.ts';
import { type Asked, closeTransfer, receiveTransfer, sendTransfer } from './move-transfer.ts';
import {
  awaitsPresale,
  createForShipment,
  findTransfer,
  insertTransfer,
  listTransferLines,
  type Transfer,
  type TransferLine,
  transferNumberOf,
  transferText,
} from './transfers.store.ts';

const source: ListSource<typeof transferList> = {
  list: transferList,
  from: 'from transfers t join stores f on f.store_code = t.from_store join stores r on r.store_code = t.to_store',
  key: { sql: 't.number', type: 'bigint' },
  columns: {
    number: `'T-' || t.number`,
    state: 't.state',
    fromName: 'f.name',
    toName: 'r.name',
    units: '(select coalesce(sum(greatest(l.planned, l.sent)), 0) from transfer_lines l where l.transfer = t.number)',
    inTransit: '(select coalesce(sum(l.in_transit), 0) from transfer_lines l where l.transfer = t.number)',
    createdAt: 't.created_at',
  },
  filters: { state: 't.state', from: 't.from_store', to: 't.to_store', created: 't.created_at' },
  stores: 'array[t.from_store, t.to_store]',
};

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

const sumOf = (lines: readonly TransferLine[], unitsOf: (line: TransferLine) => number): number =>
  lines.reduce((sum, line) => sum + unitsOf(line), 0);

/** The actions that this person may use. The sender sends and closes, and the receiver receives. */
function verbsOf(
  { state, fromStore, toStore }: Transfer,
  lines: readonly TransferLine[],
  staff: StaffCaller,
): string[] {
  if (!staff.permissions.has('stock.move')) return [];
  return transferVerbs(state, lines).filter((verb) => maySeeStore(staff, verb === 'receive' ? toStore : fromStore));
}

async function detail(tx: Tx, transfer: Transfer, staff: StaffCaller) {
  const lines = await listTransferLines(tx, transfer.number);
  const { number, createdAt, sentAt, endedAt, ...more } = transfer;
  return {
    ...more,
    number: transferText(number),
    createdAt: createdAt.toISOString(),
    sentAt: iso(sentAt),
    endedAt: iso(endedAt),
    units: sumOf(lines, ({ planned, sent }) => Math.max(planned, sent)),
    inTransit: sumOf(lines, ({ inTransit }) => inTransit),
    lines: lines.map(({ productId: _, ...line }) => line),
    actions: verbsOf(transfer, lines, staff),
  };
}

async function findAnew(tx: Tx, number: number): Promise<Transfer> {
  const transfer = await findTransfer(tx, number);
  if (transfer === undefined) throw new Error(`${transferText(number)} vanished`);
  return transfer;
}

type Staff = { staff: StaffCaller; author: { now: Date } };

const askedOf = (text: string, version: number, { staff, author }: Staff): Asked => ({
  number: transferNumberOf(text),
  version,
  staffId: staff.id,
  now: author.now,
  maySee: (storeCode) => maySeeStore(staff, storeCode),
});

/** Adds the current transfer to the refusal of a change to an older version (OFF-21). */
async function refused<R extends Refusal>(tx: Tx, text: string, staff: StaffCaller, error: R) {
  if (error.code !== 'VERSION_CONFLICT') return refuse(error);
  const current = await detail(tx, await findAnew(tx, transferNumberOf(text)), staff);
  return refuse(await versionConflict(tx, { entity: 'transfers', entityId: text, current, conflicts: ['lines'] }));
}

const answered = async (tx: Tx, number: number, staff: StaffCaller, status = 200) => ({
  status,
  data: await detail(tx, await findAnew(tx, number), staff),
});

const nothingElsewhere = {
  code: 'TRANSITION_NOT_ALLOWED',
  message: 'Este envío no tiene unidades en otra tienda, o ya vienen en un traslado.',
} as const;

const presaleAwaited = {
  code: 'TRANSITION_NOT_ALLOWED',
  message: 'Sus unidades no han llegado: espera la preventa antes de traerlas.',
  metadata: { allowed: [] },
} as const;

export const transfersRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source,
    page: listTransfers,
    csv: exportTransfers,
  }),
  route(getTransfer, async ({ params: { number } }, { staff }) => {
    const transfer = await findTransfer(db.write, transferNumberOf(number));
    const isTheirs = transfer !== undefined && mayTouch(staff, 'some', [transfer.fromStore, transfer.toStore]);
    return isTheirs
      ? ok({ status: 200, data: await detail(db.write, transfer, staff) })
      : refuse({ code: 'NOT_FOUND' });
  }),
  changeRoute(createTransfer, db, async ({ tx, body: { from, to, note, lines }, staff, author }) => {
    // A store may request goods of another place. The sender then sends them, or cancels.
    if (!mayTouch(staff, 'some', [from, to])) return refuse({ code: 'STORE_NOT_FOUND' });
    if (!(await isStore(tx, from)) || !(await isStore(tx, to))) return refuse({ code: 'STORE_NOT_FOUND' });
    const planned = await unitsByProduct(tx, lines);
    if (!planned.ok) return planned;
    const made = { from, to, note: note ?? '', staffId: staff.id, lines: planned.value };
    const number = await insertTransfer(tx, made, author.now);
    const change = {
      entity: 'transfers',
      entityId: transferText(number),
      after: { from, to, lines: lineTexts(lines) },
    };
    return ok({ answer: await answered(tx, number, staff, 201), change });
  }),
  changeRoute(bringUnits, db, async ({ tx, params: { id }, staff, author }) => {
    const shipment = seenBy(staff, await lockShipment(tx, id));
    if (shipment === undefined) return refuse({ code: 'NOT_FOUND' });
    if (shipment.isHeld) return refuse(heldRefusal);
    const isOpen = ['waiting', 'ready', 'picking'].includes(shipment.state);
    if (isOpen && (await awaitsPresale(tx, shipment))) return refuse(presaleAwaited);
    const made = isOpen ? await createForShipment(tx, shipment, staff.id, author.now) : [];
    if (made.length === 0) return refuse({ ...nothingElsewhere, metadata: { allowed: [] } });
    const transfers = made.map(({ number }) => transferText(number));
    const others = made.map(({ number, fromStore: from, toStore: to, lines }) => ({
      entity: 'transfers',
      entityId: transferText(number),
      after: { from, to, lines, shipment: id },
    }));
    const change = { entity: 'shipments', entityId: id, after: { transfers } };
    return ok({ answer: { status: 201, data: { transfers } }, change, others });
  }),
  changeRoute(sendTransferCall, db, async ({ tx, params: { number }, body: { version, lines }, staff, author }) => {
    const done = await sendTransfer(tx, askedOf(number, version, { staff, author }), lines);
    if (!done.ok) return refused(tx, number, staff, done.error);
    const answer = await answered(tx, done.value.number, staff);
    const sent = lines === undefined ? ['todo lo pedido'] : lineTexts(lines);
    return ok({ answer, change: { entity: 'transfers', entityId: number, after: { sent } } });
  }),
  changeRoute(receiveTransferCall, db, async ({ tx, params: { number }, body: { version, lines }, staff, author }) => {
    const done = await receiveTransfer(tx, askedOf(number, version, { staff, author }), lines);
    if (!done.ok) return refused(tx, number, staff, done.error);
    const answer = await answered(tx, done.value.number, staff);
    const lost = lines.filter((line) => line.lost > 0).map(({ sku, lost: units }) => `${sku}: ${units}`);
    const reason = lines.find((line) => line.lost > 0)?.reason;
    const after = { received: lineTexts(lines), ...(lost.length > 0 && { lost }) };
    return ok({ answer, change: { entity: 'transfers', entityId: number, after, reason } });
  }),
  changeRoute(closeTransferCall, db, async ({ tx, params: { number }, body, staff, author }) => {
    const { version, fate, reason } = body;
    const done = await closeTransfer(tx, askedOf(number, version, { staff, author }), { fate, reason });
    if (!done.ok) return refused(tx, number, staff, done.error);
    const answer = await answered(tx, done.value.number, staff);
    const before = { state: done.value.state };
    const after = { state: answer.data.state, fate };
    return ok({ answer, change: { entity: 'transfers', entityId: number, before, after, reason } });
  }),
];
