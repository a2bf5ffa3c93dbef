import type { TransferFate } from '@ceiba/contract/desk/transfer-fields';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { leftToSend, stateOfTransfer } from '@ceiba/domain/transfers/transfer';
import { enqueue } from '../jobs/job-queue.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { findGoods, shortRefusal } from '../stock/goods.store.ts';
import {
  type ArrivedUnits,
  listTransferLines,
  lockTransfer,
  markArrived,
  markSent,
  moveIn,
  moveOut,
  replaceLostUnits,
  type Transfer,
  type TransferLine,
  transferText,
} from './transfers.store.ts';

/** A person's change of a transfer. `maySee`: returns whether the person works at a place. */
export interface Asked {
  number: number;
  version: number;
  staffId: string;
  now: Date;
  maySee: (storeCode: string) => boolean;
}

type OpenRefusal = Refusal<'NOT_FOUND' | 'VERSION_CONFLICT' | 'TRANSITION_NOT_ALLOWED'>;

const notAllowed = (message: string): OpenRefusal => ({
  code: 'TRANSITION_NOT_ALLOWED',
  message,
  metadata: { allowed: [] },
});

interface Opened {
  transfer: Transfer;
  lines: TransferLine[];
}

/** Locks an open transfer for a person of the place that may take the step. */
async function openTransfer(
  tx: Tx,
  { number, version, maySee }: Asked,
  placeOf: (transfer: Transfer) => string,
): Promise<Result<Opened, OpenRefusal>> {
  const transfer = await lockTransfer(tx, number);
  if (transfer === undefined || !maySee(placeOf(transfer))) return refuse({ code: 'NOT_FOUND' });
  if (transfer.version !== version) return refuse({ code: 'VERSION_CONFLICT' });
  if (transfer.endedAt !== null) return refuse(notAllowed('Este traslado ya terminó.'));
  return ok({ transfer, lines: await listTransferLines(tx, number) });
}

interface SentLine {
  sku: string;
  quantity: number;
}

type SendRefusal = OpenRefusal | Refusal<'PRODUCT_NOT_FOUND' | 'STOCK_WOULD_BE_NEGATIVE'>;

/**
 * Sends units. They leave the stock of the sender, and belong to no place until they are received. Without `asked`, sends all
 * remaining units. Units that nobody requested may also be sent.
 */
export async function sendTransfer(
  tx: Tx,
  asked: Asked,
  sent: readonly SentLine[] | undefined,
): Promise<Result<Transfer, SendRefusal>> {
  const opened = await openTransfer(tx, asked, ({ fromStore }) => fromStore);
  if (!opened.ok) return opened;
  const { transfer, lines } = opened.value;
  const units = sent === undefined ? ok(restOf(lines)) : await unitsOf(tx, lines, sent);
  if (!units.ok) return units;
  if (units.value.length === 0) return refuse(notAllowed('Ya salió todo lo que se pidió.'));
  const moved = units.value.map(({ productId, units: amount }) => ({
    productId,
    storeCode: transfer.fromStore,
    units: -amount,
  }));
  if (!(await moveOut(tx, transfer.number, units.value, asked.staffId))) return refuse(await shortRefusal(tx, moved));
  await markSent(tx, transfer.number, units.value, asked.now);
  return ok(transfer);
}

const restOf = (lines: readonly TransferLine[]) =>
  lines.map((line) => ({ productId: line.productId, units: leftToSend(line) })).filter(({ units }) => units > 0);

async function unitsOf(tx: Tx, lines: readonly TransferLine[], sent: readonly SentLine[]) {
  const unknown = sent.filter(({ sku }) => lines.every((line) => line.sku !== sku));
  const codes = unknown.map(({ sku }) => sku);
  const found = codes.length === 0 ? [] : await findGoods(tx, codes);
  const ids = new Map(lines.map(({ sku, productId }) => [sku, productId]));
  for (const [at, goods] of found.entries()) {
    const sku = unknown[at]?.sku ?? '';
    if (goods === undefined)
      return refuse({ code: 'PRODUCT_NOT_FOUND' as const, message: `No hay un producto con el SKU ${sku}.` });
    ids.set(sku, goods.id);
  }
  const units = new Map<number, number>();
  for (const { sku, quantity } of sent) {
    const productId = ids.get(sku);
    if (productId !== undefined) units.set(productId, (units.get(productId) ?? 0) + quantity);
  }
  return ok([...units].map(([productId, amount]) => ({ productId, units: amount })));
}

interface ReceivedLine {
  sku: string;
  quantity: number;
  lost: number;
  reason?: string | undefined;
}

/** Receives units at the receiver's place, never more than are in transit. Units that did not arrive are closed with their reason. */
export async function receiveTransfer(
  tx: Tx,
  asked: Asked,
  received: readonly ReceivedLine[],
): Promise<Result<Transfer, OpenRefusal>> {
  const opened = await openTransfer(tx, asked, ({ toStore }) => toStore);
  if (!opened.ok) return opened;
  const { transfer, lines } = opened.value;
  const bySku = new Map(lines.map((line) => [line.sku, line]));
  const arrived: ArrivedUnits[] = [];
  for (const { sku, quantity, lost, reason } of received) {
    const line = bySku.get(sku);
    if (line === undefined || quantity + lost > line.inTransit)
      return refuse(notAllowed(`De ${sku} vienen en camino ${line?.inTransit ?? 0}.`));
    arrived.push({ productId: line.productId, received: quantity, returned: 0, lost, reason: reason ?? null });
  }
  await enter(tx, asked, transfer.number, transfer.toStore, arrived, 'received');
  const { staffId, now } = asked;
  await markArrived(tx, transfer.number, arrived, { state: stateOfTransfer(after(lines, arrived)), staffId, now });
  await replaceLost(tx, transfer, arrived);
  return ok(transfer);
}

/** Returns the lines after these units arrived. */
const after = (lines: readonly TransferLine[], arrived: readonly ArrivedUnits[]) =>
  lines.map((line) => {
    const more = arrived.find(({ productId }) => productId === line.productId);
    return more === undefined
      ? line
      : { ...line, received: line.received + more.received, lost: line.lost + more.lost };
  });

/** Looks elsewhere for lost units of the transfer's shipment. If no place has them, support and the buyer learn it (WORK-08). */
async function replaceLost(tx: Tx, { number, shipment }: Transfer, arrived: readonly ArrivedUnits[]): Promise<void> {
  if (shipment === null || arrived.every(({ lost }) => lost === 0)) return;
  for (const { line, title, units } of await replaceLostUnits(tx, number)) {
    const payload = { shipment, line: String(line), title, units: String(units) };
    await enqueue(tx, { task: 'units-missing', payload });
  }
}

/** Moves units into a place, for the shipment of the transfer as far as it needs them. */
async function enter(
  tx: Tx,
  { staffId }: Asked,
  number: number,
  storeCode: string,
  arrived: readonly ArrivedUnits[],
  field: 'received' | 'returned',
): Promise<void> {
  const moved = arrived
    .map((line) => ({ productId: line.productId, units: line[field] }))
    .filter(({ units }) => units > 0);
  if (moved.length === 0) return;
  if (!(await moveIn(tx, number, storeCode, moved, staffId)))
    throw new Error(`units of ${transferText(number)} did not enter ${storeCode}`);
}

/**
 * Closes a transfer by a person's decision, with a reason. Units in transit return to the sender's stock, or are lost. A transfer
 * of which nothing was sent is canceled.
 */
export async function closeTransfer(
  tx: Tx,
  asked: Asked,
  { fate, reason }: { fate: TransferFate; reason: string },
): Promise<Result<Transfer, OpenRefusal>> {
  const opened = await openTransfer(tx, asked, ({ fromStore }) => fromStore);
  if (!opened.ok) return opened;
  const { transfer, lines } = opened.value;
  const arrived = lines
    .filter(({ inTransit }) => inTransit > 0)
    .map(({ productId, inTransit }) => ({
      productId,
      received: 0,
      returned: fate === 'back' ? inTransit : 0,
      lost: fate === 'lost' ? inTransit : 0,
      reason,
    }));
  await enter(tx, asked, transfer.number, transfer.fromStore, arrived, 'returned');
  const state = transfer.state === 'draft' ? 'canceled' : 'closed';
  const { staffId, now } = asked;
  await markArrived(tx, transfer.number, arrived, { state, staffId, now, closedAs: fate, reason });
  await replaceLost(tx, transfer, arrived);
  return ok(transfer);
}
