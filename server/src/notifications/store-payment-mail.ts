import type { Centavos } from '@ceiba/domain/money/money';
import { storePaymentSteps } from '@ceiba/domain/orders/confirmation-texts';
import { storePaymentLabel } from '@ceiba/domain/payments/payment-options';
import { html } from './mail-html.ts';
import { type MailingShop, mailPage } from './mail-layout.ts';
import { addressed, button, heading, lead, orderBox, paragraph, section, toPayOf, toPayTexts } from './mail-parts.ts';
import { followText, type OrderConfirmation, type OrderLinks } from './order-confirmation.ts';
import type { WrittenMail } from './write-mail.ts';

export interface OrderToPay extends Pick<OrderConfirmation, 'number' | 'firstName' | 'email' | 'total' | 'lines'> {
  /** What of it is to be paid there: less than the total where gift cards pay a part. */
  owed: Centavos;
  /** Name of the advisor's store. */
  payAt: string | null;
  /** The order is canceled when it is not paid by then. */
  payBefore: Date;
}

/** How an order that an advisor placed is paid at the store (DEC-12); its confirmation comes when it was. */
export function storePaymentMail(
  order: OrderToPay,
  shop: MailingShop,
  { track }: Pick<OrderLinks, 'track'>,
): WrittenMail {
  const title = `Paga tu pedido ${order.number} en la tienda`;
  const intro = 'Apartamos tus productos. Preséntate en la tienda con este número de pedido.';
  const greeting = addressed(order.firstName, 'tu pedido espera tu pago');
  const steps = storePaymentSteps(order.payAt, order.payBefore);
  const toPay = toPayOf(order);
  const products = order.lines.map(({ quantity, title: name }) => `${quantity} × ${name}`);
  const body = html`
${heading(greeting)}
${lead(intro)}
${orderBox({ ...order, toPay })}
${section(storePaymentLabel)}
${steps.map(paragraph)}
${section('Lo que apartamos')}
${products.map(paragraph)}
${button(followText, track, 28)}`;
  const sections = [
    [greeting, intro],
    [`Orden ${order.number}`, ...toPayTexts(toPay)],
    [storePaymentLabel, ...steps],
    ['Lo que apartamos', ...products],
    [followText, track],
    [`Ceiba · ${shop.publicUrl}/`, `Soporte ${shop.policy.supportPhone}`],
  ];
  return {
    recipient: order.email,
    subject: title,
    html: mailPage({ title, preview: intro, ...shop, body }),
    text: sections.map((lines) => lines.join('\n')).join('\n\n'),
  };
}
