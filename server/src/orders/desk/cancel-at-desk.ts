import { isOrderNumber } from '@ceiba/domain/orders/order';
import { placesOfLine, placesOfOrder } from '@ceiba/domain/orders/order-places';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Change } from '../../platform/audit/record-change.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mayTouch, otherStores } from '../../platform/http/places.ts';
import type { StaffCaller } from '../../platform/http/route.ts';
import { lockOrderToRefund, type OrderToRefund, readOrderToRefund } from '../../refunds/order-to-refund.store.ts';
import { type CancelUnitsRefusal, cancelLockedOrder, cancelLockedUnits } from '../canceling/cancel-order.ts';
import { conflict, type OrderEditor, type OrderRefusal } from './change-order.ts';
import { writeOrderFields } from './desk-order.store.ts';
import { maySeeOrder } from './own-orders.ts';

type UnitsOfLine = readonly { line: number; quantity: number }[];

interface Cancellation {
  orderNumber: string;
  /** `lines`: the number of units to cancel of each line, in addition to canceled units. Without `lines`, the whole order is canceled. */
  asked: { version: number; reason: string; lines?: UnitsOfLine | undefined };
}

export type CancelRefusal = OrderRefusal | { code: 'REFUND_EXCEEDS_CAPTURED' };

/**
 * Cancels an order, or units of its lines, at the desk (WORK-15). An order that is already canceled gets the same answer for every version.
 * Cancels all given lines, or none.
 */
export async function cancelAtDesk(
  tx: Tx,
  { orderNumber, asked }: Cancellation,
  editor: OrderEditor,
): Promise<Result<Change | null, CancelRefusal>> {
  const { reason, lines } = asked;
  const { author, staff } = editor;
  const order = isOrderNumber(orderNumber) ? await lockOrderToRefund(tx, orderNumber) : undefined;
  if (order === undefined || !maySeeOrder(staff, { stores: order.stores, assigneeId: order.assigneeId }))
    return refuse({ code: 'ORDER_NOT_FOUND' });
  const elsewhere = refusalElsewhere(order, lines, staff);
  if (elsewhere !== undefined) return refuse(elsewhere);
  if (order.status === 'canceled') return ok(null);
  if (order.version !== asked.version) return refuse(await conflict(tx, orderNumber, asked, editor));
  const { orderId } = order;
  if (lines === undefined) {
    const canceled = await cancelLockedOrder(tx, { orderId, orderNumber, actor: author.actor, reason }, author.now);
    if (!canceled) return refuse({ ...notAllowed, message: partHasLeft });
  } else {
    const canceled = await cancelLines(tx, order, { ...asked, orderNumber, lines }, editor);
    if (!canceled.ok) return canceled;
  }
  const version = order.version + 1;
  await writeOrderFields(tx, orderId, { version }, author.now);
  return ok(canceledChange(orderNumber, { version, lines, reason }));
}

/** Returns the audit row of a cancellation. */
export const canceledChange = (
  orderNumber: string,
  { version, lines, reason }: { version: number; lines: UnitsOfLine | undefined; reason: string | null },
): Change => ({
  entity: 'orders',
  entityId: orderNumber,
  after: { version, ...(lines === undefined ? { status: 'canceled' } : { canceled: lines }) },
  reason,
});

/** Refuses if a place belongs to other people. Checks the places of a line's shipments, or all places of the whole order. */
function refusalElsewhere(
  order: OrderToRefund,
  lines: UnitsOfLine | undefined,
  staff: StaffCaller,
): OrderRefusal | undefined {
  const permission = 'orders.cancel';
  if (lines === undefined)
    return mayTouch(
      staff,
      'every',
      placesOfOrder({ ...order, shipments: order.lines.flatMap((line) => line.shipments) }),
    )
      ? undefined
      : otherStores('La orden', permission);
  const others = order.lines.filter(({ position }) => lines.some(({ line }) => line === position));
  const other = others.find(({ shipments }) => !mayTouch(staff, 'every', placesOfLine(shipments)));
  return other && otherStores(`«${other.title}»`, permission);
}

/** The message for an order of which some units cannot be canceled. */
const partHasLeft =
  'Una parte de la orden ya salió, o no se puede anular. Cancela en su página cada envío que falta, o elige aquí las unidades.';

const notAllowed: OrderRefusal = { code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } };

async function cancelLines(
  tx: Tx,
  order: OrderToRefund,
  { orderNumber, reason, lines }: Cancellation['asked'] & { orderNumber: string; lines: UnitsOfLine },
  { author }: OrderEditor,
): Promise<Result<null, CancelRefusal>> {
  for (const [index, { line, quantity }] of joined(lines).entries()) {
    // Each line must take the refunds of earlier lines into account.
    const current = index === 0 ? order : await readOrderToRefund(tx, order.orderId);
    const present = current.lines.find(({ position }) => position === line);
    const units = (present?.canceled ?? 0) + quantity;
    if (present === undefined || units > present.quantity)
      return refuse({
        code: 'VALIDATION_ERROR',
        metadata: { fields: { lines: `No hay tantas unidades de ${present?.title ?? `la línea ${line}`}.` } },
      });
    const asked = { orderNumber, line, units, actor: author.actor, reason };
    const canceled = await cancelLockedUnits(tx, current, asked, author.now);
    if (canceled.ok) continue;
    if (canceled.error.code === 'REFUND_NOT_POSSIBLE') return refuse({ code: 'REFUND_EXCEEDS_CAPTURED' });
    return refuse({ ...notAllowed, message: whyNot(canceled.error, present.title) });
  }
  return ok(null);
}

function whyNot({ code }: CancelUnitsRefusal, title: string): string {
  if (code === 'CARDS_SENT') return `El código de ${title} ya se envió: no se puede cancelar.`;
  if (code === 'ORDER_CHANGE_NOT_ALLOWED') return 'La orden ya terminó: no se cancela nada de ella.';
  return `No quedan tantas unidades de ${title} sin empacar.`;
}

/** Merges the units of a line that is named twice. */
function joined(lines: UnitsOfLine): UnitsOfLine {
  const units = new Map<number, number>();
  for (const { line, quantity } of lines) units.set(line, (units.get(line) ?? 0) + quantity);
  return [...units].map(([line, quantity]) => ({ line, quantity }));
}
