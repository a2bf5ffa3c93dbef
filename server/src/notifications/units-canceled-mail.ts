import { formatQ } from '@ceiba/domain/money/money';
import { html } from './mail-html.ts';
import { type MailingShop, mailPage } from './mail-layout.ts';
import { addressed, button, heading, lead, orderBox, paragraph, section, toPayOf, toPayTexts } from './mail-parts.ts';
import type { OrderConfirmation } from './order-confirmation.ts';
import { type RefundToTell, refundTexts } from './refund-texts.ts';
import type { WrittenMail } from './write-mail.ts';

/** A part of an order that is not sent, and what goes back for it. */
export interface CanceledPart extends RefundToTell, Pick<OrderConfirmation, 'firstName' | 'email' | 'total'> {
  canceled: readonly { quantity: number; title: string }[];
}

/** What a buyer is told when a part of an order is canceled before it was packed (WORK-15). */
export function unitsCanceledMail(part: CanceledPart, shop: MailingShop): WrittenMail {
  const title = `Cancelamos una parte de tu pedido ${part.number}`;
  const greeting = addressed(part.firstName, 'cancelamos una parte de tu pedido');
  const reason = `El resto de tu pedido sigue como estaba. Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`;
  const products = part.canceled.map(({ quantity, title: name }) => `${quantity} × ${name}`);
  const money = refundTexts(part, shop.policy.supportPhone);
  const paid = money.length === 0 ? ['No tienes que hacer nada.'] : money;
  const toPay = toPayOf(part);
  const body = html`
${heading(greeting)}
${lead(reason)}
${orderBox({ ...part, toPay })}
${section('Lo que cancelamos')}
${products.map(paragraph)}
${section('Tu pago')}
${paid.map(paragraph)}
${button('Volver a la tienda', `${shop.publicUrl}/`, 28)}`;
  const sections = [
    [greeting, reason],
    [`Orden ${part.number}`, `Total: ${formatQ(part.total)}`, ...toPayTexts(toPay)],
    ['Lo que cancelamos', ...products],
    ['Tu pago', ...paid],
    [`Ceiba · ${shop.publicUrl}/`, `Soporte ${shop.policy.supportPhone}`],
  ];
  return {
    recipient: part.email,
    subject: title,
    html: mailPage({ title, preview: reason, ...shop, body }),
    text: sections.map((lines) => lines.join('\n')).join('\n\n'),
  };
}
