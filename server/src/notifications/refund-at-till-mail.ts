import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { html } from './mail-html.ts';
import { type MailingShop, mailPage } from './mail-layout.ts';
import { addressed, button, heading, lead, paragraph, section } from './mail-parts.ts';
import { cardTextOf, type OrderConfirmation } from './order-confirmation.ts';
import { tillRefundText } from './refund-texts.ts';
import type { WrittenMail } from './write-mail.ts';

/** Money that a card's bank would not give back, and that waits at a till. */
export interface RefusedRefund extends Pick<OrderConfirmation, 'number' | 'firstName' | 'email' | 'payment'> {
  amount: Centavos;
}

/** What a buyer is told when the bank of their card refuses a refund: where to get it instead (record 0085). */
export function refundAtTillMail(refund: RefusedRefund, shop: MailingShop): WrittenMail {
  const { number, firstName, email, payment, amount } = refund;
  const title = `Pasa por la devolución de tu pedido ${number}`;
  const greeting = addressed(firstName, 'tu devolución te espera en caja');
  const news = `El banco no pudo devolver ${formatQ(amount)} a tu ${cardTextOf(payment)}.`;
  const texts = [
    tillRefundText({ ...refund, payAt: null }),
    `Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
  ];
  const body = html`
${heading(greeting)}
${lead(news)}
${section('Tu pago')}
${texts.map(paragraph)}
${button('Volver a la tienda', `${shop.publicUrl}/`, 28)}`;
  const sections = [[greeting, news], ['Tu pago', ...texts], [`Ceiba · ${shop.publicUrl}/`]];
  return {
    recipient: email,
    subject: title,
    html: mailPage({ title, preview: news, ...shop, body }),
    text: sections.map((lines) => lines.join('\n')).join('\n\n'),
  };
}
