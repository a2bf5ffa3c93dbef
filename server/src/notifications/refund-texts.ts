import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { pointsLabel, pointsProgramTitle } from '@ceiba/domain/points/points';
import type { RefundDestination } from '@ceiba/domain/refunds/refund';
import { cardTextOf, type OrderConfirmation } from './order-mails.ts';

/**
 * `done`: the bank has given the charge back. `asked`: the shop has asked the bank. `unsettled`: the bank that made the charge cannot be
 * asked now.
 */
export type GivingBack = 'done' | 'asked' | 'unsettled';

/** Points of a certificate that are given back. `areGiven`: the program has given them back. */
export interface PointsInMail {
  program: string;
  points: number;
  areGiven: boolean;
}

/** The facts of a refund for its texts. */
export interface RefundInMail extends Pick<OrderConfirmation, 'number' | 'payment'> {
  /** Money that is given back, or that is no longer owed (`bill`). */
  amount: Centavos;
  destination: RefundDestination;
  /** The state of money that is given back to a card. */
  givingBack: GivingBack;
  /** The amount given back to the gift cards that paid. */
  giftCardAmount: Centavos;
  /** The part of the units' value that was missing at the door. It is deducted. */
  shortfall: Centavos;
  /** The amount still to be paid. Only for an unpaid order. */
  owed: Centavos;
  /** The store where the order is or was paid. Null if there is no store, or its name is not known. */
  payAt: string | null;
  /** Null if no points are given back. */
  points: PointsInMail | null;
}

/** A text about a charge reports only what was done so far. It contains a duration only if the bank has acted. */
const cardTexts: Record<GivingBack, (what: string, phone: string) => string> = {
  done: (what) => `El banco ya devolvió ${what}. Puede tardar unos días en aparecer en tu estado de cuenta.`,
  asked: (what) =>
    `Pedimos al banco que devuelva ${what}. Cuando lo haga, puede tardar unos días en aparecer en tu estado de cuenta.`,
  unsettled: (what, phone) =>
    `El banco debe devolver ${what}, y todavía lo estamos gestionando con él. Si tienes dudas, llámanos al ${phone}.`,
};

/** Returns the sentence about money that is given back to the card that paid. */
export const cardRefundText = (
  { amount, givingBack, payment }: Pick<RefundInMail, 'amount' | 'givingBack' | 'payment'>,
  supportPhone: string,
): string => cardTexts[givingBack](`${formatQ(amount)} a tu ${cardTextOf(payment)}`, supportPhone);

/** Returns the sentence about money that a till gives back. A payment at a store is given back at that store, any other payment at any store. */
export function tillRefundText({
  amount,
  payment,
  payAt,
  number,
}: Pick<RefundInMail, 'amount' | 'payment' | 'payAt' | 'number'>): string {
  const place =
    payment.type === 'StorePayment' ? (payAt ?? 'la tienda donde lo pagaste') : 'cualquiera de nuestras tiendas';
  return `Te devolvemos ${formatQ(amount)} en la caja de ${place}. Preséntate con tu número de pedido, ${number}.`;
}

const transferText = ({ amount }: Pick<RefundInMail, 'amount'>, supportPhone: string): string =>
  `Te devolvemos ${formatQ(amount)} por transferencia. Si aún no nos diste tu cuenta, llámanos al ${supportPhone}.`;

function owedLessText({ owed, payment, payAt }: RefundInMail): string {
  if (payment.type === 'Cash')
    return owed > 0 ? `Ahora pagas ${formatQ(owed)} al recibir tu pedido.` : 'No tienes que pagar nada al recibirlo.';
  return owed > 0 ? `Ahora pagas ${formatQ(owed)} en ${payAt ?? 'la tienda'}.` : 'Ya no tienes que pagar nada.';
}

function moneyTexts(refund: RefundInMail, supportPhone: string): string[] {
  if (refund.amount === 0) return [];
  if (refund.destination === 'owed_less') return [owedLessText(refund)];
  if (refund.destination === 'giftCard')
    return [`Te enviamos en otro correo una tarjeta de regalo de ${formatQ(refund.amount)}.`];
  if (refund.destination === 'transfer') return [transferText(refund, supportPhone)];
  return [refund.destination === 'origin' ? cardRefundText(refund, supportPhone) : tillRefundText(refund)];
}

/** Returns the text about money given back to the gift cards that paid. Empty if there is no such money. */
const onCardsTexts = (amount: Centavos): string[] =>
  amount > 0 ? [`${formatQ(amount)} ya están de vuelta en tu tarjeta de regalo.`] : [];

/** Returns the text about points: they are back, or will be when the program has given them back. */
export function pointsTexts(returned: PointsInMail | null): string[] {
  if (returned === null) return [];
  const { points, program, areGiven } = returned;
  const account = `tu cuenta de ${pointsProgramTitle(program)}`;
  return [
    areGiven
      ? `Ya tienes de vuelta ${pointsLabel(points)} en ${account}.`
      : `Te devolveremos ${pointsLabel(points)} a ${account}.`,
  ];
}

const shortfallTexts = (amount: Centavos): string[] =>
  amount > 0 ? [`Descontamos ${formatQ(amount)} que faltaron al pagar en la entrega.`] : [];

/**
 * Returns a sentence for each part of a refund: the way in which it is given back, or that it is no longer owed. Empty if there
 * is nothing to give back.
 */
export const refundTexts = (refund: RefundInMail, supportPhone: string): string[] => [
  ...moneyTexts(refund, supportPhone),
  ...onCardsTexts(refund.giftCardAmount),
  ...pointsTexts(refund.points),
  ...shortfallTexts(refund.shortfall),
];
