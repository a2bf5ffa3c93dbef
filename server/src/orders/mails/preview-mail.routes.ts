import { previewMailText } from '@ceiba/contract/desk/mail-previews';
import type { Answer, Parsed } from '@ceiba/contract/endpoint';
import { isOrderNumber, storePaymentLifeMs } from '@ceiba/domain/orders/order';
import { type MailKind, mailTextFaults } from '@ceiba/domain/policies/mail-texts';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { MailingShop } from '../../notifications/mail-layout.ts';
import { orderConfirmationMail, storePaymentMail } from '../../notifications/order-mails.ts';
import { sampleMail } from '../../notifications/sample-mail.ts';
import type { WrittenMail } from '../../notifications/write-mail.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Refusal, type Route, route, type StaffCaller } from '../../platform/http/route.ts';
import { findDeskOrder } from '../desk/desk-order.store.ts';
import { maySeeOrder } from '../desk/own-orders.ts';
import { findOrderConfirmation, type PlacedOrder } from './order-mail-outbox.store.ts';

type Asked = Parsed<typeof previewMailText>['query'];

/** Kinds whose previews may show a real order. */
const orderMails = { orderConfirmation: true, storePayment: true } as const;

const isOrderMail = (mail: MailKind): mail is keyof typeof orderMails => Object.hasOwn(orderMails, mail);

/** Writes a mail of a real order, with links that open nothing. */
function realMail(mail: keyof typeof orderMails, order: PlacedOrder, shop: MailingShop): WrittenMail {
  const track = `${shop.publicUrl}/track-order`;
  const links = { track, confirm: `${shop.publicUrl}/confirm-order` };
  const payBefore = new Date(order.placedAt.getTime() + storePaymentLifeMs);
  return mail === 'storePayment'
    ? storePaymentMail({ ...order, payBefore }, shop, links)
    : orderConfirmationMail(order, shop, links);
}

/** Returns an order. Undefined if this person may not see the order. */
async function findSeenOrder(db: Database, number: string, staff: StaffCaller): Promise<PlacedOrder | undefined> {
  const found = isOrderNumber(number) ? await findDeskOrder(db.write, number) : undefined;
  if (found === undefined || !maySeeOrder(staff, { stores: found.stores, assigneeId: found.assignee_id }))
    return undefined;
  return findOrderConfirmation(db.write, found.id);
}

async function preview(
  db: Database,
  { mail, orderNumber = '', ...texts }: Asked,
  { staff, shop }: { staff: StaffCaller; shop: MailingShop },
): Promise<Result<Answer<typeof previewMailText>, Refusal<'VALIDATION_ERROR' | 'FORBIDDEN' | 'ORDER_NOT_FOUND'>>> {
  const faults = mailTextFaults(mail, texts);
  if (Object.keys(faults).length > 0) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: faults } });
  const tried: MailingShop = { ...shop, policy: { ...shop.policy, mailTexts: { [mail]: texts } } };
  if (orderNumber === '' || !isOrderMail(mail)) return answerOf(sampleMail(mail, staff.email, tried));
  if (!staff.permissions.has('orders.read'))
    return refuse({ code: 'FORBIDDEN', metadata: { permission: 'orders.read' } });
  const order = await findSeenOrder(db, orderNumber, staff);
  return order === undefined ? refuse({ code: 'ORDER_NOT_FOUND' }) : answerOf(realMail(mail, order, tried));
}

const answerOf = ({ subject, text, html }: WrittenMail) => ok({ status: 200 as const, data: { subject, text, html } });

/** Returns the calls that preview mails with unsaved texts (PROD-30). */
export const mailPreviewRoutes = ({ db, publicUrl }: { db: Database; publicUrl: string }): Route[] => [
  route(previewMailText, ({ query }, { staff, policy }) => preview(db, query, { staff, shop: { publicUrl, policy } })),
];
