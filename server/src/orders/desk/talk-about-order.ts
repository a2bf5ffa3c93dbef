import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { guatemalaDate, guatemalaMoment } from '@ceiba/domain/dates/civil-date';
import { mentionRefusal } from '@ceiba/domain/orders/mention-limit';
import { subOrderNumber } from '@ceiba/domain/orders/order';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { MailingShop } from '../../notifications/mail-layout.ts';
import { findMail } from '../../notifications/mails.store.ts';
import { maskMail } from '../../notifications/mask-mail.ts';
import { orderMentionMail } from '../../notifications/order-mention-mail.ts';
import { writeMail } from '../../notifications/write-mail.ts';
import { type Change, hinted } from '../../platform/audit/record-change.ts';
import type { Tx } from '../../platform/db/database.ts';
import { covers, mayTouch, otherStores } from '../../platform/http/places.ts';
import type { Refusal, StaffCaller } from '../../platform/http/route.ts';
import { lockSeen, type OrderEditor } from './change-order.ts';
import {
  addNote,
  countMentions,
  findDeskOrder,
  listColleagues,
  type OrderTalk,
  removeNote,
} from './desk-order.store.ts';
import { mailKindOf, placedOf, placesOfMail, shipmentOfMail } from './order-view.ts';
import { maySeeOrder } from './own-orders.ts';

type NotFound = { code: 'ORDER_NOT_FOUND' };
type NoColleague = { code: 'VALIDATION_ERROR'; metadata: { fields: Record<string, string> } };

/**
 * Writes a note that the buyer never sees, and mails the mentioned colleagues (WORK-23). The notes of one person send at most
 * `mentionMailsPerDay` mails a day. Beyond this limit, the note is refused, but the person can save it without a mention.
 */
export async function noteOrder(
  tx: Tx,
  { orderNumber, text, mentions }: { orderNumber: string; text: string; mentions: readonly string[] },
  editor: OrderEditor,
  shop: MailingShop & { policy: Pick<ShopPolicy, 'mentionMailsPerDay'> },
): Promise<Result<Change, NotFound | NoColleague | { code: 'RATE_LIMITED'; message: string }>> {
  const found = await lockSeen(tx, orderNumber, editor);
  if (!found.ok) return found;
  const { author, staff } = editor;
  const ids = [...new Set(mentions)];
  const mentioned = ids.length === 0 ? [] : await listColleagues(tx, ids);
  if (mentioned.length < ids.length)
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { mentions: 'No trabaja aquí.' } } });
  if (ids.length > 0) {
    const today = guatemalaMoment(guatemalaDate(author.now), 0);
    const sent = await countMentions(tx, staff.id, today);
    const refusal = mentionRefusal({ sent, asked: ids.length, most: shop.policy.mentionMailsPerDay });
    if (refusal !== null) return refuse({ code: 'RATE_LIMITED', message: refusal });
  }
  const id = randomUUIDv7();
  await addNote(tx, { id, orderId: found.value.id, text, staffId: staff.id, mentions: ids }, author.now);
  for (const colleague of mentioned) {
    const mail = orderMentionMail({ number: orderNumber, by: staff.name, email: colleague.email }, shop);
    await writeMail(tx, `staff-mention:${id}:${colleague.id}`, mail, author.now);
  }
  // The audit does not repeat the text: the note can be deleted, but the audit cannot.
  return ok({ entity: 'orders', entityId: orderNumber, after: { note: id } });
}

/** Removes a note. Only its author may do so. */
export async function takeBackNote(
  tx: Tx,
  { orderNumber, id }: { orderNumber: string; id: string },
  editor: OrderEditor,
): Promise<Result<Change, NotFound | { code: 'NOT_FOUND' }>> {
  const found = await lockSeen(tx, orderNumber, editor);
  if (!found.ok) return found;
  const { author, staff } = editor;
  if (!(await removeNote(tx, { id, orderId: found.value.id, staffId: staff.id }, author.now)))
    return refuse({ code: 'NOT_FOUND' });
  return ok({ entity: 'orders', entityId: orderNumber, before: { note: id } });
}

type ListedMail = OrderTalk['mails'][number];

/**
 * Returns a mail of an order as it was sent, with its secrets masked (`maskMail`). Undefined if the order has no such mail, or if the mail
 * contains something of value. A person may send a mail again without reading it.
 */
export async function openMail(
  tx: Tx,
  { orderNumber, id }: { orderNumber: string; id: string },
  staff: StaffCaller,
): Promise<{ listed: ListedMail; isOwn: boolean; html: string; text: string } | undefined> {
  const order = await findDeskOrder(tx, orderNumber);
  const listed =
    order && maySeeOrder(staff, { stores: order.stores, assigneeId: order.assignee_id })
      ? order.mails.find((each) => each.id === id && !each.is_secret)
      : undefined;
  const mail = listed && (await findMail(tx, id));
  if (order === undefined || listed === undefined || mail === undefined) return undefined;
  const isOwn = covers(staff, { need: 'every', places: placesOfMail(placedOf(order), orderNumber, listed.key) });
  return { listed, isOwn, html: maskMail(mail.html), text: maskMail(mail.text) };
}

type ResendRefusal =
  | { code: 'NOT_FOUND' }
  | Refusal<'FORBIDDEN'>
  | { code: 'RATE_LIMITED'; message: string }
  | { code: 'VALIDATION_ERROR'; metadata: { fields: Record<string, string> } };

/** Maximum number of mails of an order that may be sent again per day (in Guatemala). */
const maxResent = 5;

/**
 * Sends the last mail of a kind again (WORK-23), to its recipient or to the order's current address. The repeated mail is a new
 * row, so both mails stay recorded.
 */
export async function resendMail(
  tx: Tx,
  { orderNumber, kind, to }: { orderNumber: string; kind: string; to: string | undefined },
  editor: OrderEditor,
): Promise<Result<Change, NotFound | ResendRefusal>> {
  const found = await lockSeen(tx, orderNumber, editor);
  if (!found.ok) return found;
  const order = await findDeskOrder(tx, orderNumber);
  const ofKind = order?.mails.filter((mail) => mailKindOf(mail.key) === kind && !mail.is_secret) ?? [];
  const listed = ofKind.at(-1);
  const mail = listed && (await findMail(tx, listed.id));
  if (order === undefined || listed === undefined || mail === undefined) return refuse({ code: 'NOT_FOUND' });
  const { author, staff } = editor;
  if (!mayTouch(staff, 'every', placesOfMail(found.value, orderNumber, listed.key)))
    return refuse(otherStores('Este correo', 'orders.edit'));
  const recipient = to?.toLowerCase() ?? mail.recipient;
  const known = [order.email, ...ofKind.map((each) => each.recipient)];
  if (!known.some((address) => address.toLowerCase() === recipient.toLowerCase()))
    return refuse({
      code: 'VALIDATION_ERROR',
      metadata: { fields: { to: 'Solo al correo de la orden, o al que ya se envió.' } },
    });
  const today = guatemalaMoment(guatemalaDate(author.now), 0).getTime();
  const resent = order.mails.filter(
    ({ key, created_at }) => key.startsWith('resent:') && Date.parse(created_at) >= today,
  );
  if (resent.length >= maxResent)
    return refuse({ code: 'RATE_LIMITED', message: `Ya se reenviaron ${maxResent} correos de esta orden hoy.` });
  const { subject, html, text } = mail;
  // The last part of the key names the mail's shipment. The place of that shipment decides who may send the mail again.
  const shipment = shipmentOfMail(found.value, orderNumber, listed.key);
  const about = shipment === undefined ? '' : `:${subOrderNumber(orderNumber, shipment.shipmentNumber)}`;
  await writeMail(
    tx,
    `resent:${order.id}:${kind}:${randomUUID()}${about}`,
    { recipient, subject, html, text },
    author.now,
  );
  return ok({ entity: 'orders', entityId: orderNumber, after: { kind, to: hinted(recipient) } });
}
