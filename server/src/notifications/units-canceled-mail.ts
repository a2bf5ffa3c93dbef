import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { pointsLabel, pointsProgramTitle } from '@ceiba/domain/points/points';
import type { RefundDestination } from '@ceiba/domain/refunds/refund';
import { html } from './mail-html.ts';
import { type MailingShop, mailPage } from './mail-layout.ts';
import { addressed, button, heading, lead, onCardsTexts, orderBox, paragraph, section } from './mail-parts.ts';
import { cardTextOf, type OrderConfirmation } from './order-confirmation.ts';
import type { WrittenMail } from './write-mail.ts';

/** A part of an order that is not sent, and what goes back for it. */
export interface CanceledPart extends Pick<OrderConfirmation, 'number' | 'firstName' | 'email' | 'total' | 'payment'> {
  canceled: readonly { quantity: number; title: string }[];
  /** Money that goes back, or that is owed no more (`bill`). */
  amount: Centavos;
  destination: RefundDestination;
  /** What is back on the gift cards that paid it. */
  giftCardAmount: Centavos;
  /** What is still to be paid of an order that nobody has paid yet. */
  owed: Centavos;
  /** The store it is paid at; null = its name is not known. */
  payAt: string | null;
  /** Those that go back; null = none. */
  points: { program: string; points: number } | null;
}

/** What a refund is told by. */
type RefundToTell = Pick<
  CanceledPart,
  'amount' | 'giftCardAmount' | 'destination' | 'owed' | 'payAt' | 'points' | 'payment' | 'number'
>;

const billText = ({ owed, payment, payAt }: RefundToTell): string =>
  payment.type === 'Cash'
    ? `Ahora pagas ${formatQ(owed)} al recibir tu pedido.`
    : `Ahora pagas ${formatQ(owed)} en ${payAt ?? 'la tienda'}.`;

const moneyTexts = (part: RefundToTell): string[] => {
  const { amount, destination, payment, payAt, number } = part;
  if (amount === 0) return [];
  if (destination === 'bill') return [billText(part)];
  if (destination === 'origin')
    return [
      `Te devolvemos ${formatQ(amount)} a tu ${cardTextOf(payment)}. Según tu banco, puede tardar unos días en aparecer en tu estado de cuenta.`,
    ];
  // Paid at the door it was paid at no store.
  const place = payAt ?? (payment.type === 'Cash' ? 'cualquiera de nuestras tiendas' : 'la tienda donde lo pagaste');
  return [`Te devolvemos ${formatQ(amount)} en la caja de ${place}. Preséntate con tu número de pedido, ${number}.`];
};

const pointsTexts = ({ points }: RefundToTell): string[] =>
  points === null
    ? []
    : [`Te devolvemos ${pointsLabel(points.points)} a tu cuenta de ${pointsProgramTitle(points.program)}.`];

/** How each part of a refund comes back to its buyer, or is owed no more; none where there is nothing to give back. */
export const refundTexts = (refund: RefundToTell): string[] => [
  ...moneyTexts(refund),
  ...onCardsTexts(refund.giftCardAmount),
  ...pointsTexts(refund),
];

/** What a buyer is told when a part of an order is canceled before it was packed (WORK-15). */
export function unitsCanceledMail(part: CanceledPart, shop: MailingShop): WrittenMail {
  const title = `Cancelamos una parte de tu pedido ${part.number}`;
  const greeting = addressed(part.firstName, 'cancelamos una parte de tu pedido');
  const reason = `El resto de tu pedido sigue como estaba. Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`;
  const products = part.canceled.map(({ quantity, title: name }) => `${quantity} × ${name}`);
  const money = refundTexts(part);
  const paid = money.length === 0 ? ['No tienes que hacer nada.'] : money;
  const body = html`
${heading(greeting)}
${lead(reason)}
${orderBox(part)}
${section('Lo que cancelamos')}
${products.map(paragraph)}
${section('Tu pago')}
${paid.map(paragraph)}
${button('Volver a la tienda', `${shop.publicUrl}/`, 28)}`;
  const sections = [
    [greeting, reason],
    [`Orden ${part.number}`, `Total: ${formatQ(part.total)}`],
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
