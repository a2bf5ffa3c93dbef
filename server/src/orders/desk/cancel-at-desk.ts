import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type AuditReceipt, recordChange, unchanged } from '../../platform/audit/record-change.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { lockOrderToRefund } from '../../refunds/refunds.store.ts';
import { cancelUnits, cancelWholeOrder } from '../afterwards/cancel-order.ts';
import { changeOf, lockForChange, lockSeen, type OrderEditor, type OrderRefusal } from './change-order.ts';
import { writeOrderFields } from './desk-order.store.ts';

interface Cancellation {
  orderNumber: string;
  /** `lines`: so many more units of each; without it all of the order. */
  asked: { version: number; reason: string; lines?: readonly { line: number; quantity: number }[] | undefined };
}

export type CancelRefusal = OrderRefusal | { code: 'REFUND_EXCEEDS_CAPTURED' };

/**
 * Cancels an order, or units of its lines, at the desk (WORK-15). One that is canceled already stays so, whatever version was seen: it is the
 * same answer. All lines are canceled, or none.
 */
export async function cancelAtDesk(
  tx: Tx,
  db: Database,
  { orderNumber, asked }: Cancellation,
  editor: OrderEditor,
): Promise<Result<AuditReceipt, CancelRefusal>> {
  const { reason, lines } = asked;
  const { author } = editor;
  const seen = await lockSeen(tx, orderNumber, editor);
  if (seen.ok && seen.value.status === 'canceled') return ok(unchanged);
  const found =
    seen.ok && seen.value.version === asked.version ? seen : await lockForChange(tx, orderNumber, asked, editor);
  if (!found.ok) return found;
  const order = found.value;
  const done =
    lines === undefined
      ? await cancelWhole(db, orderNumber, reason, editor)
      : await cancelLines(tx, db, { orderNumber, reason, lines }, editor);
  if (!done.ok) return done;
  await writeOrderFields(tx, order.id, {}, author.now);
  const after = { version: order.version + 1, ...(lines === undefined ? { status: 'canceled' } : { canceled: lines }) };
  return ok(await recordChange(tx, author, changeOf('cancelOrder', orderNumber, after, { reason })));
}

const notAllowed: CancelRefusal = { code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } };

async function cancelWhole(
  db: Database,
  orderNumber: string,
  reason: string,
  { author }: OrderEditor,
): Promise<Result<null, CancelRefusal>> {
  const canceled = await cancelWholeOrder(db, { orderNumber, actor: author.actor, reason }, author.now);
  return canceled.ok ? ok(null) : refuse(notAllowed);
}

async function cancelLines(
  tx: Tx,
  db: Database,
  {
    orderNumber,
    reason,
    lines,
  }: { orderNumber: string; reason: string; lines: readonly { line: number; quantity: number }[] },
  { author }: OrderEditor,
): Promise<Result<null, CancelRefusal>> {
  const order = await lockOrderToRefund(tx, orderNumber);
  for (const { line, quantity } of lines) {
    const present = order?.lines.find(({ position }) => position === line);
    const units = (present?.canceled ?? 0) + quantity;
    if (present === undefined || units > present.quantity)
      return refuse({
        code: 'VALIDATION_ERROR',
        metadata: { fields: { lines: `La línea ${line} no tiene tantas unidades.` } },
      });
    const canceled = await cancelUnits(db, { orderNumber, line, units, actor: author.actor, reason }, author.now);
    if (!canceled.ok)
      return refuse(canceled.error.code === 'REFUND_NOT_POSSIBLE' ? { code: 'REFUND_EXCEEDS_CAPTURED' } : notAllowed);
  }
  return ok(null);
}
