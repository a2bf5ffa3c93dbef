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
 * The mail that confirms that the complaint is recorded (DEC-217). Neither this mail nor the mail with the answer
 * contains the complaint's text, because anybody may type a stranger's address (record 0051). Staff may quote the
 * complaint in their answer.
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
