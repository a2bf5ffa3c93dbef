import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { html } from './mail-html.ts';
import { type MailingShop, mailPage } from './mail-layout.ts';
import { button, heading, lead, paragraph } from './mail-parts.ts';
import type { WrittenMail } from './write-mail.ts';

/** A placement whose answer its buyer never got, and which came to nothing. */
export interface OrderNotPlaced {
  email: string;
  total: Centavos;
  /** The bank refused the payment; else nothing came of it, as nobody answered in time. */
  isRefused: boolean;
  /** The bank had charged it all the same, and has given it back or is asked to. */
  isCharged: boolean;
}

const reasonText = ({ total, isRefused, isCharged }: Omit<OrderNotPlaced, 'email'>): string => {
  if (isCharged)
    return `El banco respondió tarde por tu pedido de ${formatQ(total)} y lo cobró. Como el pedido ya no se registró, le pedimos que te lo devuelva.`;
  return isRefused
    ? `Tu banco no aprobó el pago de tu pedido de ${formatQ(total)}. No se hizo ningún cobro.`
    : `El banco no respondió a tiempo por tu pedido de ${formatQ(total)}. No se hizo ningún cobro.`;
};

/**
 * What a buyer is told whose order ended without an answer: the cart is as it was, and nothing was charged, or what was is to come back
 * (DEC-131).
 */
export function orderNotPlacedMail({ email, ...order }: OrderNotPlaced, shop: MailingShop): WrittenMail {
  const title = 'Tu pedido no se registró';
  const reason = reasonText(order);
  const next = 'Tu carrito sigue como lo dejaste: puedes intentarlo de nuevo o elegir otro método de pago.';
  const hold = order.isCharged
    ? 'Cuando el banco lo devuelva, puede tardar unos días en aparecer en tu estado de cuenta.'
    : 'Si tu banco muestra un cobro pendiente, se libera por sí solo en unos días.';
  const support = `Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`;
  const body = html`
${heading(title)}
${lead(reason)}
${[next, hold, support].map(paragraph)}
${button('Volver a mi carrito', `${shop.publicUrl}/cart`, 28)}`;
  const sections = [[title, reason], [next, hold, support], [`Volver a mi carrito: ${shop.publicUrl}/cart`]];
  return {
    recipient: email,
    subject: title,
    html: mailPage({ title, preview: reason, ...shop, body }),
    text: sections.map((lines) => lines.join('\n')).join('\n\n'),
  };
}
