import { type Centavos, centavos, formatQ, subtract } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { changeOf, receiptNumber } from '@ceiba/domain/tills/till';
import { payOrder, unpayOrder } from '../orders/store-payment/pay-at-store.ts';
import { findOrderOfReceipt } from '../orders/store-payment/store-payment.store.ts';
import type { Author } from '../platform/audit/record-change.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { lockPlacedOrder } from '../shipments/shipment-moves.store.ts';
import { refuseAfterShortage, refuseOverdrawn } from './short-till.ts';
import { findOrderMovement, findTillOrders, findVoucher, type TillOrder } from './till-orders.store.ts';
import { assignTill, countTillReceipt, lockTill, type Till } from './tills.store.ts';

/** The till at which a person takes money, if they may use it. */
export interface AtTill {
  tillId: string;
  maySee: (storeCode: string) => boolean;
}

type OpenTill = Till & { session: NonNullable<Till['session']> };

/** Locks an open till until the transaction ends. `orderNumber`: locks this order first, as commands do (record 0034). */
export async function lockOpenTill(
  tx: Tx,
  { tillId, maySee }: AtTill,
  orderNumber?: string,
): Promise<Result<OpenTill, Refusal<'NOT_FOUND' | 'TILL_CLOSED'>>> {
  if (orderNumber !== undefined) await lockPlacedOrder(tx, orderNumber);
  const till = await lockTill(tx, tillId);
  if (till === undefined || !maySee(till.storeCode)) return refuse({ code: 'NOT_FOUND' });
  const { session } = till;
  return session === null || session.closed !== null ? refuse({ code: 'TILL_CLOSED' }) : ok({ ...till, session });
}

const wrong = (field: string, text: string): Refusal<'VALIDATION_ERROR'> => ({
  code: 'VALIDATION_ERROR',
  metadata: { fields: { [field]: text } },
});

export interface PaidAtTill {
  movementId: string;
  orderNumber: string;
  amount: Centavos;
  received: Centavos;
  change: Centavos;
  receipt: string;
  orderStatus: OrderStatus;
}

export interface TakenMoney {
  orderNumber: string;
  kind: 'cash' | 'card';
  received: Centavos;
  /** The number on the receipt. Undefined if the till generates its own, for cash only. */
  receipt: string | undefined;
}

type PayRefusal = Refusal<
  | 'NOT_FOUND'
  | 'ORDER_NOT_FOUND'
  | 'TILL_CLOSED'
  | 'ORDER_EXPIRED'
  | 'RECEIPT_USED'
  | 'TRANSITION_NOT_ALLOWED'
  | 'VALIDATION_ERROR'
>;

/** Takes the payment of a store-payment order, once (CASH-02). The second of two cashiers sees who took the payment. */
export async function payAtTill(
  db: Database,
  at: AtTill,
  { orderNumber, kind, received, receipt: typed }: TakenMoney,
  { actor, name, now }: Author,
): Promise<Result<PaidAtTill, PayRefusal>> {
  const tx = db.write;
  const locked = await lockOpenTill(tx, at, orderNumber);
  if (!locked.ok) return locked;
  const till = locked.value;
  const order = (await findTillOrders(tx, { orderNumber }, till.storeCode)).find(
    ({ shipmentNumber }) => shipmentNumber === null,
  );
  if (order === undefined) return refuse({ code: 'ORDER_NOT_FOUND' });
  if (!order.isUnpaid) return refuse(refusalOf(order));
  const change = changeOf(kind, { due: order.due, received });
  if (!change.ok) return refuse(wrong('amount', amountTexts[change.error.code](order.due, received)));
  if (kind === 'card' && typed === undefined) return refuse(wrong('receipt', 'Escribe el número del voucher.'));
  await assignTill(tx, { session: till.session.id, means: kind, received });
  const receipt = typed ?? (await nextReceipt(tx, till, orderNumber));
  const paid = await payOrder(db, { orderNumber, till: { receipt, clerk: name.slice(0, 100) }, actor }, now);
  if (!paid.ok) {
    if (paid.error.code === 'RECEIPT_USED')
      return refuse({ code: 'RECEIPT_USED', metadata: { orderNumber: paid.error.orderNumber } });
    return refuse(order.expiresAt !== null && order.expiresAt <= now ? { code: 'ORDER_EXPIRED' } : refusalOf(order));
  }
  const movementId = String(await findOrderMovement(tx, orderNumber));
  const orderStatus = paid.value.status;
  return ok({ movementId, orderNumber, amount: order.due, received, change: change.value, receipt, orderStatus });
}

/** Returns the till's next receipt number. Skips numbers that were typed by hand. */
async function nextReceipt(tx: Tx, till: OpenTill, orderNumber: string): Promise<string> {
  const receipt = receiptNumber(till.number, await countTillReceipt(tx, till.id));
  const owner = await findOrderOfReceipt(tx, orderNumber, receipt);
  return owner === undefined ? receipt : nextReceipt(tx, till, orderNumber);
}

const amountTexts = {
  TOO_LITTLE: (due: Centavos, received: Centavos) => `Faltan ${formatQ(subtract(due, received))} por cobrar.`,
  NOT_EXACT: (due: Centavos) => `El voucher debe ser de ${formatQ(due)}.`,
};

/** Returns why a store payment cannot be taken. */
function refusalOf({ status, receipt }: TillOrder): PayRefusal {
  if (status === 'canceled') return { code: 'ORDER_EXPIRED', message: 'Esta orden está cancelada.' };
  const by = receipt === null || receipt === '' ? '' : `: ${receipt}`;
  return { code: 'TRANSITION_NOT_ALLOWED', message: `Esta orden ya está pagada${by}.`, metadata: { allowed: [] } };
}

/**
 * Takes a payment back if no part of its order has left. Cash leaves this till. A voucher moves no cash. Only the till with the
 * voucher may take it back, before the till is counted.
 */
export async function unpayAtTill(
  db: Database,
  at: AtTill,
  orderNumber: string,
  { actor, now }: Author,
): Promise<Result<Till, PayRefusal>> {
  const tx = db.write;
  const locked = await lockOpenTill(tx, at, orderNumber);
  if (!locked.ok) return locked;
  const order = (await findTillOrders(tx, { orderNumber }, locked.value.storeCode)).find(
    ({ shipmentNumber }) => shipmentNumber === null,
  );
  if (order === undefined) return refuse({ code: 'ORDER_NOT_FOUND' });
  const voucher = await findVoucher(tx, orderNumber);
  if (voucher !== undefined && voucher.sessionId !== locked.value.session.id) {
    const message = voucher.isCounted
      ? 'El voucher ya se contó al cerrar su caja: cancela la orden y reembólsala.'
      : `El voucher está en ${voucher.till}: anúlalo ahí.`;
    return refuse({ code: 'TRANSITION_NOT_ALLOWED', message, metadata: { allowed: [] } });
  }
  const short = voucher === undefined ? refuseAfterShortage(locked.value) : undefined;
  if (short !== undefined) return refuse(short);
  await assignTill(tx, { session: locked.value.session.id, means: 'cash' });
  const unpaid = await unpayOrder(db, { orderNumber, actor }, now);
  if (!unpaid.ok || !unpaid.value.isChanged) {
    return refuse({
      code: 'TRANSITION_NOT_ALLOWED',
      message: 'Este cobro ya no se puede anular.',
      metadata: { allowed: [] },
    });
  }
  const emptied = await refuseOverdrawn(tx, locked.value);
  return emptied === undefined ? ok(locked.value) : refuse(emptied);
}

/** Returns a typed amount as movements store it: negative if the money leaves the till. */
export const signedAmount = (kind: 'in' | 'out' | 'deposit', amount: Centavos): Centavos =>
  centavos(kind === 'in' ? amount : -amount);
