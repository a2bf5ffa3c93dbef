import { randomUUIDv7 } from 'node:crypto';
import { guatemalaDate, guatemalaMoment } from '@ceiba/domain/dates/civil-date';
import { type Centavos, formatQ, sum, toQuetzales } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { needsApproval } from '@ceiba/domain/refunds/refund-approval';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import type { MailingShop } from '../../notifications/mail-layout.ts';
import { writeMail, writeMails } from '../../notifications/write-mail.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mayTouch } from '../../platform/http/places.ts';
import { giftCardFault, giveAsGiftCard } from '../../refunds/give-as-gift-card.ts';
import { writeRefund } from '../../refunds/make-refund.ts';
import { lockOrderToRefund, type OrderToRefund } from '../../refunds/order-to-refund.store.ts';
import {
  type ApprovalRefusal,
  type DeskRefund,
  type DeskRefundInput,
  type DeskRefundResult,
  decideAtDesk,
  type OrderRefundInput,
  type OrderRefundRefusal,
  refusalElsewhere,
} from '../../refunds/refund-at-desk.ts';
import { refundDecidedMail, refundToApproveMail } from '../../refunds/refund-mails.ts';
import {
  decideRequest,
  findRequest,
  insertRequest,
  lockRefundedAlone,
  lockRequest,
  type RefundRequest,
  storedUnits,
} from '../../refunds/refund-requests.store.ts';
import { wireRefundDestinations } from '../../refunds/refund-words.ts';
import { findBuyer, type Refund, type RefundBuyer } from '../../refunds/refunds.store.ts';
import { listActiveStaff } from '../../staff/members.store.ts';
import { cancelRefundedUnits } from '../canceling/cancel-order.ts';
import type { OrderEditor } from './change-order.ts';
import { maySeeOrder } from './own-orders.ts';

/** Returns the total that is given back: money, points and gift cards. */
const worthOf = ({ amount, pointsAmount, giftCardAmount }: Refund): Centavos =>
  sum([amount, pointsAmount, giftCardAmount]);

const approving: Permission = 'refunds.approve';

/**
 * Refunds units of lines, delivery or goodwill of an order (WORK-17), under the order's lock. Of several people who saw the same version,
 * only one can refund. A refund above the person's daily limit waits for another person's approval. Until then the order does not change
 * (WORK-19).
 */
export async function refundOrder(
  tx: Tx,
  { orderNumber, version, ...asked }: OrderRefundInput,
  { author, staff }: OrderEditor,
  shop: MailingShop & { policy: Pick<ShopPolicy, 'refundApprovalAbove'> },
): Promise<Result<DeskRefundResult, OrderRefundRefusal>> {
  const order = isOrderNumber(orderNumber) ? await lockOrderToRefund(tx, orderNumber) : undefined;
  if (order === undefined || !maySeeOrder(staff, { stores: order.stores, assigneeId: order.assigneeId }))
    return refuse({ code: 'ORDER_NOT_FOUND' });
  const elsewhere = refusalElsewhere(order, asked, (places) => mayTouch(staff, 'every', places));
  if (elsewhere !== null) return refuse(elsewhere);
  if (order.version !== version) return refuse({ code: 'VERSION_CONFLICT', version: order.version });
  const { actor, now } = author;
  const id = randomUUIDv7();
  const found = decideAtDesk(order, asked, { id, causeKey: `desk ${id}`, actor });
  if (!found.ok) return found;
  // The order is locked by now, so that nobody can change its e-mail before the refund is stored.
  const fault = asked.to === 'giftCard' ? giftCardFault(await findBuyer(tx, orderNumber), staff) : null;
  if (fault !== null) return refuse({ code: 'NO_GIFT_CARD', fault });
  const { decided, canceled } = found.value;
  const { refund } = decided;
  const amount = worthOf(refund);
  const today = guatemalaMoment(guatemalaDate(now), 0);
  const givenToday = refund.destination === 'owed_less' ? undefined : await lockRefundedAlone(tx, staff.id, today);
  const isAsked = givenToday !== undefined && needsApproval({ givenToday, amount }, shop.policy);
  if (isAsked) {
    const { orderId, stores } = order;
    await insertRequest(tx, { id, orderId, asked, canceled, preview: decided.written, amount, actor }, now);
    await mailApprovers(tx, { stores, askedBy: staff.id }, shop, now);
  } else await make(tx, { order, orderNumber, found: found.value, asked }, { author, shop });
  const after = {
    version: order.version + 1,
    ...{
      refund: id,
      amount: toQuetzales(amount),
      to: wireRefundDestinations[refund.destination],
      lines: storedUnits(asked.lines),
    },
    ...(isAsked && { state: 'awaiting_approval' }),
    ...(asked.courtesyReason !== undefined && { courtesyReason: asked.courtesyReason }),
    ...(canceled.length > 0 && { canceled: storedUnits(canceled) }),
  };
  return ok({ id, change: { entity: 'orders', entityId: orderNumber, after, reason: asked.reason } });
}

/** Writes a decided refund, and cancels the units that will not be sent. Issues the gift card if the refund is paid by gift card. */
async function make(
  tx: Tx,
  made: { order: OrderToRefund; orderNumber: string; found: DeskRefund; asked: DeskRefundInput },
  { author: { actor, now }, shop }: { author: Pick<OrderEditor['author'], 'actor' | 'now'>; shop: MailingShop },
): Promise<void> {
  const { order, orderNumber, found, asked } = made;
  const { orderId } = order;
  const refund = await writeRefund(tx, found.decided);
  if (refund.destination === 'giftCard' && refund.amount > 0)
    await giveAsGiftCard(tx, refund, { ...(await findBuyer(tx, orderNumber)), orderNumber, actor, now }, shop);
  if (found.canceled.length > 0)
    await cancelRefundedUnits(tx, { orderId, orderNumber, actor, reason: asked.reason }, found.canceled, now);
}

const hourMs = 3_600_000;

/** Mails the people who may approve refunds of these stores. Each person gets at most one such mail an hour. */
async function mailApprovers(
  tx: Tx,
  { stores: ofOrder, askedBy }: { stores: readonly string[]; askedBy: string },
  shop: MailingShop,
  now: Date,
): Promise<void> {
  const approvers = (await listActiveStaff(tx)).filter(
    ({ id, permissions, stores }) =>
      id !== askedBy &&
      permissions.includes(approving) &&
      (stores === null || ofOrder.some((store) => stores.includes(store))),
  );
  const hour = Math.floor(now.getTime() / hourMs);
  const mails = approvers.map(({ id, email }) => ({
    ...refundToApproveMail({ email }, shop),
    dedupeKey: `refund-to-approve:${id}:${hour}`,
  }));
  await writeMails(tx, mails, now);
}

/** Locks the order of a request, then the request. Refuses if the request no longer waits, or if this person made it. */
async function lockRequestToDecide(
  tx: Tx,
  id: string,
  { staff }: OrderEditor,
): Promise<Result<{ order: OrderToRefund; request: RefundRequest }, ApprovalRefusal>> {
  const known = await findRequest(tx, id);
  const order = known && (await lockOrderToRefund(tx, known.orderNumber));
  const request = order && (await lockRequest(tx, id));
  const isSeen = order !== undefined && maySeeOrder(staff, { stores: order.stores, assigneeId: order.assigneeId });
  if (request === undefined || !isSeen) return refuse({ code: 'NOT_FOUND' });
  const elsewhere = refusalElsewhere(order, request.asked, (places) => mayTouch(staff, 'every', places));
  if (elsewhere !== null) return refuse(elsewhere);
  if (request.actor.id === staff.id) return refuse({ code: 'APPROVAL_REQUIRED' });
  if (request.state !== 'awaiting_approval')
    return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Este reembolso ya se decidió.', allowed: [] });
  return ok({ order, request });
}

/**
 * Approves another person's refund request (WORK-19), exactly as requested. Refuses if the amount has changed with the order, or if the
 * units were sent. Such a request can only be rejected.
 */
export async function approveRefund(
  tx: Tx,
  id: string,
  editor: OrderEditor,
  shop: MailingShop,
): Promise<Result<DeskRefundResult, ApprovalRefusal>> {
  const locked = await lockRequestToDecide(tx, id, editor);
  if (!locked.ok) return locked;
  const { order, request } = locked.value;
  const { orderNumber, asked, amount, actor } = request;
  const { author, staff } = editor;
  const { now } = author;
  const found = decideAtDesk(order, asked, { id, causeKey: `desk ${id}`, actor });
  const changed = found.ok
    ? changeSince(request, found.value)
    : 'La orden cambió: ya no se puede devolver lo que se pidió.';
  const fault = asked.to === 'giftCard' ? cardFaultSince(request, await findBuyer(tx, orderNumber), staff) : null;
  const message = changed ?? fault;
  if (!found.ok || message !== null)
    return refuse({
      code: 'TRANSITION_NOT_ALLOWED',
      message: `${message} Recházalo, y que se pida de nuevo.`,
      allowed: ['reject'],
    });
  await decideRequest(tx, { id, by: staff.id, rejection: null }, now);
  // The refund counts for the requester. The request and the audit name the approver.
  await make(tx, { order, orderNumber, found: found.value, asked }, { author: { actor, now }, shop });
  await mailRequester(tx, { request, by: staff.name, rejection: null }, shop, now);
  const after = { version: order.version + 1, refund: id, amount: toQuetzales(amount), state: 'approved' };
  return ok({ id, change: { entity: 'orders', entityId: orderNumber, after, reason: asked.reason } });
}

/**
 * Returns why a request's gift card cannot be sent. Null if it can be sent. The order's e-mail may have changed while the request
 * waited. Then the card would go to an address that nobody approved.
 */
const cardFaultSince = (
  { createdAt }: RefundRequest,
  buyer: RefundBuyer,
  approver: Pick<OrderEditor['staff'], 'permissions'>,
): string | null =>
  buyer.correctedAt !== null && buyer.correctedAt >= createdAt
    ? 'El correo de la orden se corrigió después de que se pidió.'
    : giftCardFault(buyer, approver);

/** Returns why a refund can no longer be made as requested. Null if it can be made. */
function changeSince({ amount, canceled }: RefundRequest, found: DeskRefund): string | null {
  const now = worthOf(found.decided.refund);
  if (now !== amount) return `La orden cambió: ahora serían ${formatQ(now)}.`;
  const partsOf = (parts: DeskRefund['canceled']): string =>
    parts.map(({ shipmentNumber, position, quantity }) => [shipmentNumber, position, quantity].join()).join(' ');
  return partsOf(found.canceled) === partsOf(canceled) ? null : 'El envío avanzó desde que se pidió.';
}

/** Rejects another person's refund request. The order does not change. */
export async function rejectRefund(
  tx: Tx,
  { id, reason }: { id: string; reason: string },
  editor: OrderEditor,
  shop: MailingShop,
): Promise<Result<DeskRefundResult, ApprovalRefusal>> {
  const locked = await lockRequestToDecide(tx, id, editor);
  if (!locked.ok) return locked;
  const { request } = locked.value;
  const { author, staff } = editor;
  await decideRequest(tx, { id, by: staff.id, rejection: reason }, author.now);
  await mailRequester(tx, { request, by: staff.name, rejection: reason }, shop, author.now);
  const after = { refund: id, amount: toQuetzales(request.amount), state: 'rejected' };
  return ok({ id, change: { entity: 'orders', entityId: request.orderNumber, after, reason } });
}

/** Mails the requester, unless they have left the shop. */
async function mailRequester(
  tx: Tx,
  { request, by, rejection }: { request: RefundRequest; by: string; rejection: string | null },
  shop: MailingShop,
  now: Date,
): Promise<void> {
  const asker = (await listActiveStaff(tx)).find(({ id }) => id === request.actor.id);
  if (asker === undefined) return;
  const { orderNumber, amount } = request;
  const mail = refundDecidedMail({ email: asker.email, orderNumber, amount, by, rejection }, shop);
  await writeMail(tx, `refund-decided:${request.id}`, mail, now);
}
