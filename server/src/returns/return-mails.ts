import { returnReceivedText } from '@ceiba/domain/returns/return-window';
import { html } from '../notifications/mail-html.ts';
import { type MailingShop, mailPage } from '../notifications/mail-layout.ts';
import { button, heading, lead, paragraph, section } from '../notifications/mail-parts.ts';
import type { WrittenMail } from '../notifications/write-mail.ts';

/** What the mails about a return tell of it. */
export interface ToldReturn {
  /** "D-100001". */
  number: string;
  orderNumber: string;
  title: string;
  quantity: number;
  email: string;
}

interface Words {
  subject: string;
  title: string;
  news: string;
  next: string;
}

function returnMail(told: ToldReturn, { subject, title, news, next }: Words, shop: MailingShop): WrittenMail {
  const facts = [`${told.quantity} × ${told.title}`, `Devolución ${told.number} del pedido ${told.orderNumber}`];
  const link = `${shop.publicUrl}/dashboard/returns`;
  const body = html`
${heading(title)}
${lead(news)}
${section('Lo que devuelves')}
${facts.map(paragraph)}
${section('Qué sigue')}
${paragraph(next)}
${button('Ver mis devoluciones', link, 28)}`;
  const sections = [
    [title, news],
    ['Lo que devuelves', ...facts],
    ['Qué sigue', next],
    [link],
    [`Ceiba · ${shop.publicUrl}/`, `Soporte ${shop.policy.supportPhone}`],
  ];
  return {
    recipient: told.email,
    subject,
    html: mailPage({ title, preview: news, ...shop, body }),
    text: sections.map((lines) => lines.join('\n')).join('\n\n'),
  };
}

/** The request is there (DEC-12, DEC-142). */
export const returnRequestedMail = (told: ToldReturn, shop: MailingShop): WrittenMail =>
  returnMail(
    told,
    {
      subject: `Devolución ${told.number}: recibimos tu solicitud`,
      title: 'Recibimos tu solicitud',
      news: returnReceivedText(told.number),
      next: `Te contactaremos para acordar cómo nos lo haces llegar. Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
    },
    shop,
  );

/** The goods are there. */
export const returnArrivedMail = (told: ToldReturn, shop: MailingShop): WrittenMail =>
  returnMail(
    told,
    {
      subject: `Devolución ${told.number}: ya la tenemos`,
      title: 'Recibimos tu devolución',
      news: `Ya tenemos el producto de tu devolución ${told.number}.`,
      next: `Lo revisamos y te decimos cómo sigue. Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
    },
    shop,
  );
