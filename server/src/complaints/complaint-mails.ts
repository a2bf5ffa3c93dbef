import { complaintAnswerBy, complaintNumberText } from '@ceiba/domain/complaints/complaint';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import {
  type Html,
  heading,
  html,
  lead,
  type MailingShop,
  mailPage,
  paragraph,
  section,
} from '../notifications/mail-layout.ts';
import type { WrittenMail } from '../notifications/write-mail.ts';
import type { Complaint } from './complaints.store.ts';

/** A titled part of a mail: a line of the plain text, a paragraph of the other, each. */
interface Part {
  title: string;
  lines: readonly string[];
}

interface Words {
  subject: string;
  title: string;
  news: string;
  parts: readonly Part[];
}

/** Lines of an answer stay lines. */
const paragraphs = (lines: readonly string[]): Html[] => lines.flatMap((line) => line.split('\n')).map(paragraph);

const complaintMail = (recipient: string, { subject, title, news, parts }: Words, shop: MailingShop): WrittenMail => {
  const body = html`
${heading(title)}
${lead(news)}
${parts.map((part) => html`${section(part.title)}${paragraphs(part.lines)}`)}`;
  const foot = [`Ceiba · ${shop.publicUrl}/`, `Soporte ${shop.policy.supportPhone}`];
  const sections = [[title, news], ...parts.map((part) => [part.title, ...part.lines]), foot];
  return {
    recipient,
    subject,
    html: mailPage({ title, preview: news, ...shop, body }),
    text: sections.map((lines) => lines.join('\n')).join('\n\n'),
  };
};

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
  return complaintMail(
    complaint.email,
    {
      subject: `Libro de quejas: recibimos tu queja ${number}`,
      title: `Recibimos tu queja ${number}`,
      news: 'Quedó escrita en nuestro libro de quejas.',
      parts: [
        { title: `Queja ${number}`, lines: [filedText(complaint)] },
        {
          title: 'Qué sigue',
          lines: [
            `Te contestamos por correo a más tardar el ${answerBy}. Guarda este número: con él puedes preguntar por tu queja al ${shop.policy.supportPhone}.`,
            'Si no escribiste esta queja, ignora este correo.',
          ],
        },
      ],
    },
    shop,
  );
}

/** What the shop answers. */
export function complaintAnsweredMail(complaint: Complaint, answer: string, shop: MailingShop): WrittenMail {
  const number = complaintNumberText(complaint.number);
  return complaintMail(
    complaint.email,
    {
      subject: `Libro de quejas: respuesta a tu queja ${number}`,
      title: `Respondimos tu queja ${number}`,
      news: 'Leímos tu queja y esto te respondemos.',
      parts: [
        { title: 'Nuestra respuesta', lines: [answer] },
        { title: `Queja ${number}`, lines: [filedText(complaint)] },
      ],
    },
    shop,
  );
}
