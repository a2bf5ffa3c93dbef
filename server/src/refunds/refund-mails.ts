import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import {
  addressed,
  backToShop,
  linkPart,
  type MailingShop,
  mailOf,
  orderPart,
  textPart,
  toPayOf,
} from '../notifications/mail-layout.ts';
import { cardTextOf, type OrderConfirmation } from '../notifications/order-mails.ts';
import { type GivingBack, type RefundInMail, refundTexts, tillRefundText } from '../notifications/refund-texts.ts';
import type { WrittenMail } from '../notifications/write-mail.ts';
import type { MailedRefund } from './mailed-refund.store.ts';

/** Returns how far the bank is with a refund. `account`: the shop's present acquirer account. The shop calls no other account. */
export const givingBackOf = (acquirer: string | null, isDone: boolean, account: string): GivingBack => {
  if (isDone) return 'done';
  return acquirer === null || acquirer === account ? 'asked' : 'unsettled';
};

/** Converts a refund for its mails. `account`: the shop's present acquirer account. */
export const refundInMail = (refund: MailedRefund, account: string): RefundInMail => {
  const { number, payment, payAt, owed } = refund.order;
  const { amount, destination, giftCardAmount, shortfall, mailedPoints: points, acquirer, state } = refund;
  return {
    ...{ number, payment, payAt, owed, amount, destination, giftCardAmount, shortfall, points },
    givingBack: givingBackOf(acquirer, state === 'done', account),
  };
};

/** A canceled part of an order, and its refund. */
interface CanceledPart extends RefundInMail, Pick<OrderConfirmation, 'firstName' | 'email' | 'total'> {
  canceled: readonly { quantity: number; title: string }[];
}

/** Composes the mail to a buyer about a part of an order that was canceled before it was packed (WORK-15). */
export function unitsCanceledMail(part: CanceledPart, shop: MailingShop): WrittenMail {
  const title = `Cancelamos una parte de tu pedido ${part.number}`;
  const greeting = addressed(part.firstName, 'cancelamos una parte de tu pedido');
  const reason = `El resto de tu pedido sigue como estaba. Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`;
  const products = part.canceled.map(({ quantity, title: name }) => `${quantity} × ${name}`);
  const money = refundTexts(part, shop.policy.supportPhone);
  const paid = money.length === 0 ? ['No tienes que hacer nada.'] : money;
  const parts = [
    orderPart({ ...part, toPay: toPayOf(part) }),
    textPart('Lo que cancelamos', products),
    textPart('Tu pago', paid),
    backToShop(shop),
  ];
  return mailOf({ recipient: part.email, subject: title, title: greeting, news: reason, parts }, shop);
}

/** The mail about a refund that staff made while the order continues. */
interface RefundedPart extends RefundInMail {
  firstName: string | null;
  email: string;
  /** The refunded units. Empty for a refund of the delivery, or for goodwill. */
  units: readonly { quantity: number; title: string }[];
  /** The reason, as staff wrote it for the buyer. */
  reason: string | null;
}

export function orderRefundedMail(part: RefundedPart, shop: MailingShop): WrittenMail {
  const title = `Hicimos un reembolso de tu pedido ${part.number}`;
  const greeting = addressed(part.firstName, 'hicimos un reembolso de tu pedido');
  const products = part.units.map(({ quantity, title: name }) => `${quantity} × ${name}`);
  const support = `Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`;
  const parts = [
    textPart('Tu reembolso', [...refundTexts(part, shop.policy.supportPhone), support]),
    ...(products.length === 0 ? [] : [textPart('Es por', products)]),
    ...(part.reason === null ? [] : [textPart('Motivo', [part.reason])]),
    backToShop(shop),
  ];
  const news = 'El resto de tu pedido sigue igual.';
  return mailOf({ recipient: part.email, subject: title, title: greeting, news, parts }, shop);
}

/** A refund that the card's bank has refused, and that a till has to pay. */
interface RefusedRefund extends Pick<OrderConfirmation, 'number' | 'firstName' | 'email' | 'payment'> {
  amount: Centavos;
}

/** Composes the mail to a buyer whose bank has refused a refund. The mail explains where to get the money (record 0058). */
export function refundAtTillMail(refund: RefusedRefund, shop: MailingShop): WrittenMail {
  const { number, firstName, email, payment, amount } = refund;
  const title = `Pasa por la devolución de tu pedido ${number}`;
  const greeting = addressed(firstName, 'tu devolución te espera en caja');
  const news = `El banco no pudo devolver ${formatQ(amount)} a tu ${cardTextOf(payment)}.`;
  const texts = [
    tillRefundText({ ...refund, payAt: null }),
    `Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
  ];
  return mailOf(
    {
      recipient: email,
      subject: title,
      title: greeting,
      news,
      parts: [textPart('Tu pago', texts), backToShop(shop)],
    },
    shop,
  );
}

/** Composes the mail to people who may approve refunds. The mail contains neither the amount nor the order (WORK-19). */
export const refundToApproveMail = ({ email }: { email: string }, shop: MailingShop): WrittenMail =>
  mailOf(
    {
      recipient: email,
      subject: 'Hay reembolsos que esperan tu aprobación',
      news: 'Superan lo que una persona devuelve sola en un día.',
      parts: [
        linkPart(
          'Ver los reembolsos por aprobar',
          `${shop.publicUrl}/admin/ordenes/reembolsos?state=awaiting_approval`,
        ),
      ],
    },
    shop,
  );

interface Decided {
  email: string;
  orderNumber: string;
  amount: Centavos;
  /** The name of the person who decided. */
  by: string;
  /** The reason of the rejection. Null if the refund was approved. */
  rejection: string | null;
}

/** Composes the mail to a person whose refund another person has approved or rejected. */
export const refundDecidedMail = (
  { email, orderNumber, amount, by, rejection }: Decided,
  shop: MailingShop,
): WrittenMail =>
  mailOf(
    {
      recipient: email,
      subject: `Orden ${orderNumber}: ${rejection === null ? 'se aprobó' : 'se rechazó'} tu reembolso`,
      news: `${by} ${rejection === null ? 'aprobó' : 'rechazó'} el reembolso de ${formatQ(amount)}.`,
      parts: [
        ...(rejection === null ? [] : [textPart('Por qué', [rejection])]),
        linkPart('Ver la orden', `${shop.publicUrl}/admin/ordenes/${orderNumber}`),
      ],
    },
    shop,
  );
