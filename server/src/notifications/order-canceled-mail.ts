import { giftCardName } from '@ceiba/domain/gift-cards/gift-card-payment';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { html } from './mail-html.ts';
import { type MailingShop, mailPage } from './mail-layout.ts';
import { addressed, button, heading, lead, orderBox, paragraph, section } from './mail-parts.ts';
import type { OrderConfirmation } from './order-confirmation.ts';
import { cardRefundText, type GivingBack, type PointsToTell, pointsTexts, tillRefundText } from './refund-texts.ts';
import type { WrittenMail } from './write-mail.ts';

/** `not_confirmed`: nobody followed the link of its mail in time; `not_paid`: nobody paid it at the store in time. */
type CancelReason = 'not_confirmed' | 'not_paid' | 'operator';

export interface CanceledOrder
  extends Pick<OrderConfirmation, 'number' | 'firstName' | 'email' | 'total' | 'lines' | 'payment'> {
  reason: CancelReason;
  /** What the bank had charged and is to give back; zero = nothing. */
  charged: Centavos;
  givingBack: GivingBack;
  /** What a till has taken and gives back; zero = nothing. */
  tillRefund: Centavos;
  /** The store it was paid at; null = its name is not known. */
  payAt: string | null;
  /** Of its certificate, which are free again; null = it had none. */
  points: PointsToTell | null;
  /** What gift cards that paid it have back; of one that was voided nothing can be spent. */
  cardsBack: readonly { lastFour: string; amount: Centavos; isVoid: boolean }[];
}

const reasonTexts: Record<CancelReason, (phone: string) => string> = {
  not_confirmed: () =>
    'No confirmaste tu pedido a tiempo, así que lo cancelamos. Si aún lo quieres, puedes hacerlo de nuevo cuando gustes.',
  not_paid: () =>
    'Tu pedido no se pagó en la tienda a tiempo, así que lo cancelamos. Si aún lo quieres, puedes pedirlo de nuevo cuando gustes.',
  operator: (phone) => `Tuvimos que cancelar tu pedido. Si tienes dudas, llámanos al ${phone}.`,
};

const moneyText = (order: CanceledOrder, supportPhone: string): string => {
  const { charged, tillRefund } = order;
  if (tillRefund > 0) return tillRefundText({ ...order, amount: tillRefund });
  return charged === 0 ? 'No tienes que pagar nada.' : cardRefundText({ ...order, amount: charged }, supportPhone);
};

/** What cards that paid it have back (DEC-199). */
const paidCardTexts = ({ cardsBack }: CanceledOrder, supportPhone: string): string[] =>
  cardsBack.map(({ lastFour, amount, isVoid }) =>
    isVoid
      ? `${giftCardName(lastFour)}: pagó ${formatQ(amount)}, pero fue anulada y no se puede usar. Si tienes dudas, llámanos al ${supportPhone}.`
      : `${giftCardName(lastFour)}: tiene de vuelta ${formatQ(amount)}.`,
  );

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
  const { supportPhone } = shop.policy;
  const money = [
    moneyText(order, supportPhone),
    ...paidCardTexts(order, supportPhone),
    ...pointsTexts(order.points),
    ...new Set(giftCardTexts(order)),
  ];
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
