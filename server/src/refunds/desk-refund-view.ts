import type { DeskRefund } from '@ceiba/contract/desk/refunds';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { reasonText } from '@ceiba/domain/orders/reason-texts';
import type { Tx } from '../platform/db/database.ts';
import { mayTouch } from '../platform/http/places.ts';
import type { StaffCaller } from '../platform/http/route.ts';
import { amountOfRefund } from './refund-figures.ts';
import { type DeskRefundRow, findDeskRefund } from './refunds.desk.store.ts';

export const quetzalesOf = (amount: number): number => toQuetzales(centavos(amount));

/** Verbs that this person may use: another person's refund that waits is approved or rejected by who may (WORK-19). */
const actionsOf = (
  { state, staff_id: askedBy }: DeskRefundRow,
  { id, permissions }: StaffCaller,
): DeskRefund['actions'] =>
  state === 'awaiting_approval' && askedBy !== id && permissions.has('refunds.approve') ? ['approve', 'reject'] : [];

const toRefund = (row: DeskRefundRow, staff: StaffCaller): DeskRefund => ({
  id: row.id,
  orderNumber: String(row.number),
  amount: toQuetzales(
    amountOfRefund({ ...row, pointsAmount: row.points_amount, giftCardAmount: row.gift_card_amount }),
  ),
  to: row.destination,
  state: row.state,
  reason: reasonText(row.reason),
  by: row.by,
  createdAt: row.created_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
  decidedBy: row.decided_by,
  courtesyReason: row.courtesy_reason,
  decidedAt: row.decided_at?.toISOString() ?? null,
  rejection: row.rejection,
  money: quetzalesOf(row.amount),
  points: quetzalesOf(row.points_amount),
  giftCards: quetzalesOf(row.gift_card_amount),
  shipping: quetzalesOf(row.shipping),
  donation: quetzalesOf(row.donation),
  goodwill: row.goodwill / 100,
  reference: row.reference,
  refusal: row.refusal_code,
  lines: row.lines.map((line) => ({ ...line, amount: quetzalesOf(line.amount) })),
  actions: actionsOf(row, staff),
});

/** A refund, or one that waits for its approval, as this person sees it; undefined: there is none, or it is of no store of theirs. */
export async function seenRefund(tx: Tx, id: string, staff: StaffCaller): Promise<DeskRefund | undefined> {
  const row = await findDeskRefund(tx, id);
  return row === undefined || !mayTouch(staff, 'some', row.stores) ? undefined : toRefund(row, staff);
}
