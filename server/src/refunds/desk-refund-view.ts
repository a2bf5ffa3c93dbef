import type { DeskRefund } from '@ceiba/contract/desk/refunds';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { reasonText } from '@ceiba/domain/orders/reason-texts';
import type { Tx } from '../platform/db/database.ts';
import { mayTouch } from '../platform/http/places.ts';
import type { StaffCaller } from '../platform/http/route.ts';
import { amountOfRefund } from './refund-figures.ts';
import { wireRefundDestinations } from './refund-words.ts';
import { type DeskRefundRow, findDeskRefund } from './refunds.desk.store.ts';

export const quetzalesOf = (amount: number): number => toQuetzales(centavos(amount));

/** Returns the actions that this person may take. Approving and rejecting need the permission, and another person's request (WORK-19). */
const actionsOf = (
  { state, staffId: askedBy }: DeskRefundRow,
  { id, permissions }: StaffCaller,
): DeskRefund['actions'] =>
  state === 'awaiting_approval' && askedBy !== id && permissions.has('refunds.approve') ? ['approve', 'reject'] : [];

const toRefund = (row: DeskRefundRow, staff: StaffCaller): DeskRefund => ({
  id: row.id,
  orderNumber: String(row.number),
  amount: toQuetzales(amountOfRefund({ ...row, pointsAmount: row.pointsAmount, giftCardAmount: row.giftCardAmount })),
  to: wireRefundDestinations[row.destination],
  state: row.state,
  reason: reasonText(row.reason),
  by: row.by,
  createdAt: row.createdAt.toISOString(),
  doneAt: row.doneAt?.toISOString() ?? null,
  decidedBy: row.decidedBy,
  courtesyReason: row.courtesyReason,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  rejection: row.rejection,
  money: quetzalesOf(row.amount),
  points: quetzalesOf(row.pointsAmount),
  giftCards: quetzalesOf(row.giftCardAmount),
  shipping: quetzalesOf(row.shipping),
  donation: quetzalesOf(row.donation),
  goodwill: row.goodwill / 100,
  reference: row.reference,
  refusal: row.refusalCode,
  lines: row.lines.map((line) => ({ ...line, amount: quetzalesOf(line.amount) })),
  actions: actionsOf(row, staff),
});

/** Reads a refund, or a request that waits for approval. Undefined if it does not exist, or is not of this person's stores. */
export async function seenRefund(tx: Tx, id: string, staff: StaffCaller): Promise<DeskRefund | undefined> {
  const row = await findDeskRefund(tx, id);
  return row === undefined || !mayTouch(staff, 'some', row.stores) ? undefined : toRefund(row, staff);
}
