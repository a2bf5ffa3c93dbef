import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { linkPart, type MailingShop, mailOf, textPart } from './mail-layout.ts';
import type { WrittenMail } from './write-mail.ts';

/** Mail to people who may approve refunds. The amount and the order stay at the desk (WORK-19). */
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
  /** Name of the person who decided. */
  by: string;
  /** Why it is not made; null: it is approved. */
  rejection: string | null;
}

/** Mail to the person whose refund another person approved or rejected. */
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
