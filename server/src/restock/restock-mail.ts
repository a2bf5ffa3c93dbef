import { html } from '../notifications/mail-html.ts';
import { type MailingShop, mailPage, unsubscribeText } from '../notifications/mail-layout.ts';
import { button, heading, lead, paragraph } from '../notifications/mail-parts.ts';
import type { WrittenMail } from '../notifications/write-mail.ts';
import type { DueNotice } from './restock.store.ts';

/** Why it came, and that it is the only one (DEC-143). */
const reasonText =
  'Recibes este correo porque pediste que te avisáramos. No te escribiremos más por este producto, a menos que lo pidas de nuevo.';

/** Tells that a product can be bought again (RST-02, DEC-12), and where to stop such mails. */
export function restockMail({ email, product }: DueNotice, shop: MailingShop, unsubscribeUrl: string): WrittenMail {
  const link = `${shop.publicUrl}/${product.slug}`;
  const title = 'Ya está disponible';
  const news = `${product.title} está disponible de nuevo. Las unidades son limitadas.`;
  const body = html`
${heading(title)}
${lead(news)}
${button('Ver el producto', link, 12)}
<div style="height:24px;"></div>
${paragraph(reasonText)}`;
  return {
    recipient: email,
    subject: `Ya está disponible: ${product.title}`,
    html: mailPage({ title, preview: news, ...shop, body, unsubscribeUrl }),
    text: [title, news, link, reasonText, `${unsubscribeText}: ${unsubscribeUrl}`, `Ceiba · ${shop.publicUrl}/`].join(
      '\n\n',
    ),
    unsubscribeUrl,
  };
}
