import { giftCardName } from '@ceiba/domain/gift-cards/gift-card-payment';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import {
  addressed,
  backToShop,
  html,
  linkPart,
  type MailingShop,
  mailOf,
  orderPart,
  paragraph,
  textPart,
} from './mail-layout.ts';
import type { OrderConfirmation } from './order-mails.ts';
import { cardRefundText, type GivingBack, type PointsInMail, pointsTexts, tillRefundText } from './refund-texts.ts';
import type { WrittenMail } from './write-mail.ts';

/** `not_confirmed`: the buyer did not follow the mail's link in time. `not_paid`: the order was not paid at the store in time. */
type CancelReason = 'not_confirmed' | 'not_paid' | 'operator';

interface CanceledOrder
  extends Pick<OrderConfirmation, 'number' | 'firstName' | 'email' | 'total' | 'lines' | 'payment'> {
  reason: CancelReason;
  /** The amount that the bank has charged and must give back. Zero if there is no amount. */
  charged: Centavos;
  givingBack: GivingBack;
  /** The amount that a till has taken and gives back. Zero if there is no amount. */
  tillRefund: Centavos;
  /** The store where the order was paid. Null if its name is not known. */
  payAt: string | null;
  /** The points of the order's certificate, which are free again. Null if there was no certificate. */
  points: PointsInMail | null;
  /** The amounts that are given back to the gift cards that paid for the order. A voided card cannot be used. */
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

/** Returns the texts about refunds to the gift cards that paid for the order (DEC-199). */
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

/** Writes the mail to a buyer whose order ended before it was sent. */
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
  const parts = [
    orderPart(order),
    textPart('Tu pago', money),
    textPart('Lo que habías pedido', order.lines.map(lineText)),
    backToShop(shop),
  ];
  return mailOf({ recipient: order.email, subject: title, title: greeting, news: reason, parts }, shop);
}

/** A failed placement whose buyer got no answer. */
export interface OrderNotPlaced {
  email: string;
  total: Centavos;
  /** True if the bank refused the payment. False if no bank answered in time. */
  isRefused: boolean;
  /** True if the bank had charged the order anyway. The charge was returned, or is being returned. */
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
 * Writes the mail to a buyer whose order failed without an answer (DEC-131). The cart is unchanged. Nothing was charged, or the charge is
 * returned.
 */
export function orderNotPlacedMail({ email, ...order }: OrderNotPlaced, shop: MailingShop): WrittenMail {
  const title = 'Tu pedido no se registró';
  const reason = reasonText(order);
  const next = 'Tu carrito sigue como lo dejaste: puedes intentarlo de nuevo o elegir otro método de pago.';
  const hold = order.isCharged
    ? 'Cuando el banco lo devuelva, puede tardar unos días en aparecer en tu estado de cuenta.'
    : 'Si tu banco muestra un cobro pendiente, se libera por sí solo en unos días.';
  const support = `Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`;
  const more = [next, hold, support];
  const parts = [
    { html: html`${more.map(paragraph)}`, lines: more },
    linkPart('Volver a mi carrito', `${shop.publicUrl}/cart`),
  ];
  return mailOf({ recipient: email, subject: title, news: reason, parts }, shop);
}
