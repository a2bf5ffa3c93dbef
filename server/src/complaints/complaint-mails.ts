import { complaintAnswerBy, complaintNumberText } from '@ceiba/domain/complaints/complaint';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { type MailingShop, mailOf, textPart } from '../notifications/mail-layout.ts';
import type { WrittenMail } from '../notifications/write-mail.ts';
import type { Complaint } from './complaints.store.ts';

const filedText = ({ filedAt, orderNumber }: Complaint): string => {
  const order = orderNumber === null ? '' : `, sobre el pedido ${orderNumber}`;
  return `Escrita el ${formatDate(guatemalaDate(filedAt))}${order}.`;
};

/**
 * The complaint stands in the book (DEC-217). Nothing of what was typed is in it, nor in the answer, as anybody may type anybody's
 * address (record 0051): of an answer the shop's people quote what it takes.
 */
export function complaintFiledMail(
  complaint: Complaint,
  shop: MailingShop & { policy: Pick<ShopPolicy, 'extraHolidays'> },
): WrittenMail {
  const number = complaintNumberText(complaint.number);
  const answerBy = formatDate(complaintAnswerBy(complaint.filedAt, shop.policy));
  return mailOf(
    {
      recipient: complaint.email,
      subject: `Libro de quejas: recibimos tu queja ${number}`,
      title: `Recibimos tu queja ${number}`,
      news: 'Quedó escrita en nuestro libro de quejas.',
      parts: [
        textPart(`Queja ${number}`, [filedText(complaint)]),
        textPart('Qué sigue', [
          `Te contestamos por correo a más tardar el ${answerBy}. Guarda este número: con él puedes preguntar por tu queja al ${shop.policy.supportPhone}.`,
          'Si no escribiste esta queja, ignora este correo.',
        ]),
      ],
    },
    shop,
  );
}

/** What the shop answers. */
export function complaintAnsweredMail(complaint: Complaint, answer: string, shop: MailingShop): WrittenMail {
  const number = complaintNumberText(complaint.number);
  return mailOf(
    {
      recipient: complaint.email,
      subject: `Libro de quejas: respuesta a tu queja ${number}`,
      title: `Respondimos tu queja ${number}`,
      news: 'Leímos tu queja y esto te respondemos.',
      parts: [textPart('Nuestra respuesta', [answer]), textPart(`Queja ${number}`, [filedText(complaint)])],
    },
    shop,
  );
}
