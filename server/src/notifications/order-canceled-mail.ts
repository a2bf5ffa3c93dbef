import { giftCardName } from '@ceiba/domain/gift-cards/gift-card-payment';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { pointsLabel, pointsProgramTitle } from '@ceiba/domain/points/points';
import { html } from './mail-html.ts';
import { type MailingShop, mailPage } from './mail-layout.ts';
import { addressed, button, heading, lead, orderBox, paragraph, section } from './mail-parts.ts';
import { cardTextOf, type OrderConfirmation } from './order-confirmation.ts';
import type { WrittenMail } from './write-mail.ts';

/** `not_confirmed`: nobody followed the link of its mail in time; `not_paid`: nobody paid it at the store in time. */
type CancelReason = 'not_confirmed' | 'not_paid' | 'operator';

export interface CanceledOrder
  extends Pick<OrderConfirmation, 'number' | 'firstName' | 'email' | 'total' | 'giftCards' | 'lines' | 'payment'> {
  reason: CancelReason;
  /** What the bank had charged and is to give back; zero = nothing. */
  charged: Centavos;
  /** `done`: the bank has given it back; `asked`: it is asked to; `unsettled`: the bank that charged it cannot be asked now. */
  givingBack: 'done' | 'asked' | 'unsettled';
  /** What a till has taken and gives back; zero = nothing. */
  tillRefund: Centavos;
  /** The store it was paid at; null = its name is not known. */
  payAt: string | null;
  /** Of its certificate, which are free again; null = it had none. */
  points: { program: string; points: number } | null;
}

const reasonTexts: Record<CancelReason, (phone: string) => string> = {
  not_confirmed: () =>
    'No confirmaste tu pedido a tiempo, así que lo cancelamos. Si aún lo quieres, puedes hacerlo de nuevo cuando gustes.',
  not_paid: () =>
    'Tu pedido no se pagó en la tienda a tiempo, así que lo cancelamos. Si aún lo quieres, puedes pedirlo de nuevo cuando gustes.',
  operator: (phone) => `Tuvimos que cancelar tu pedido. Si tienes dudas, llámanos al ${phone}.`,
};

/** What is said of a charge is what has been done about it, and a time only from when the bank does. */
const chargeTexts: Record<CanceledOrder['givingBack'], (what: string, phone: string) => string> = {
  done: (what) => `El banco ya devolvió ${what}. Puede tardar unos días en aparecer en tu estado de cuenta.`,
  asked: (what) =>
    `Pedimos al banco que devuelva ${what}. Cuando lo haga, puede tardar unos días en aparecer en tu estado de cuenta.`,
  unsettled: (what, phone) =>
    `El banco debe devolver ${what}, y todavía lo estamos gestionando con él. Si tienes dudas, llámanos al ${phone}.`,
};

const moneyText = (
  { number, charged, givingBack, tillRefund, payAt, payment }: CanceledOrder,
  supportPhone: string,
): string => {
  if (tillRefund > 0) {
    const place = payAt ?? 'la tienda donde lo pagaste';
    return `Te devolvemos ${formatQ(tillRefund)} en la caja de ${place}. Preséntate con tu número de pedido, ${number}.`;
  }
  if (charged === 0) return 'No tienes que pagar nada.';
  return chargeTexts[givingBack](`${formatQ(charged)} a tu ${cardTextOf(payment)}`, supportPhone);
};

const pointsTexts = ({ points }: CanceledOrder): string[] =>
  points === null
    ? []
    : [`Te devolvemos ${pointsLabel(points.points)} a tu cuenta de ${pointsProgramTitle(points.program)}.`];

/** What cards that paid it have back (DEC-199). */
const paidCardTexts = ({ giftCards }: CanceledOrder): string[] =>
  giftCards.map(({ lastFour, amount }) => `${giftCardName(lastFour)}: tiene de vuelta ${formatQ(amount)}.`);

const lineText = ({ quantity, title }: CanceledOrder['lines'][number]): string => `${quantity} × ${title}`;

const giftCardTexts = ({ lines }: CanceledOrder): string[] =>
  lines.flatMap(({ giftCard, areGiftCardsSent }) => {
    if (giftCard === null) return [];
    const whom = giftCard.to === null ? '' : ` a ${giftCard.to.name}`;
    return areGiftCardsSent
      ? [`La tarjeta de regalo que enviamos${whom} ya no es válida.`]
      : [`Ya no enviaremos la tarjeta de regalo${whom}.`];
  });

/** What a buyer is told when an order ends before it was sent off. */
export function orderCanceledMail(order: CanceledOrder, shop: MailingShop): WrittenMail {
  const title = `Tu pedido ${order.number} fue cancelado`;
  const greeting = addressed(order.firstName, 'cancelamos tu pedido');
  const reason = reasonTexts[order.reason](shop.policy.supportPhone);
  const owed = moneyText(order, shop.policy.supportPhone);
  const money = [owed, ...paidCardTexts(order), ...pointsTexts(order), ...new Set(giftCardTexts(order))];
  const products = order.lines.map(lineText);
  const body = html`
${heading(greeting)}
${lead(reason)}
${orderBox(order)}
${section('Tu pago')}
${money.map(paragraph)}
${section('Lo que habías pedido')}
${products.map(paragraph)}
${button('Volver a la tienda', `${shop.publicUrl}/`, 28)}`;
  const sections = [
    [greeting, reason],
    [`Orden ${order.number}`, `Total: ${formatQ(order.total)}`],
    ['Tu pago', ...money],
    ['Lo que habías pedido', ...products],
    [`Ceiba · ${shop.publicUrl}/`, `Soporte ${shop.policy.supportPhone}`],
  ];
  return {
    recipient: order.email,
    subject: title,
    html: mailPage({ title, preview: reason, ...shop, body }),
    text: sections.map((lines) => lines.join('\n')).join('\n\n'),
  };
}
