import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { pointsLabel, pointsProgramTitle } from '@ceiba/domain/points/points';
import type { RefundDestination } from '@ceiba/domain/refunds/refund';
import { cardTextOf, type OrderConfirmation } from './order-mails.ts';

/** `done`: the bank has given it back; `asked`: it is asked to; `unsettled`: the bank that charged it cannot be asked now. */
export type GivingBack = 'done' | 'asked' | 'unsettled';

/** Points of a certificate that go back; `areGiven`: their program has them back. */
export interface PointsToTell {
  program: string;
  points: number;
  areGiven: boolean;
}

/** What a refund is told by. */
export interface RefundToTell extends Pick<OrderConfirmation, 'number' | 'payment'> {
  /** Money that goes back, or that is owed no more (`bill`). */
  amount: Centavos;
  destination: RefundDestination;
  /** Of money that goes to its card. */
  givingBack: GivingBack;
  /** What is back on the gift cards that paid it. */
  giftCardAmount: Centavos;
  /** What of the worth of its units was missing when they were paid at the door, and is set off. */
  shortfall: Centavos;
  /** What is still to be paid of an order that nobody has paid yet. */
  owed: Centavos;
  /** The store it is, or was, paid at; null = its name is not known, or there is none. */
  payAt: string | null;
  /** Null = none go back. */
  points: PointsToTell | null;
}

/** What is said of a charge is what has been done about it, and a time only from when the bank does. */
const cardTexts: Record<GivingBack, (what: string, phone: string) => string> = {
  done: (what) => `El banco ya devolvió ${what}. Puede tardar unos días en aparecer en tu estado de cuenta.`,
  asked: (what) =>
    `Pedimos al banco que devuelva ${what}. Cuando lo haga, puede tardar unos días en aparecer en tu estado de cuenta.`,
  unsettled: (what, phone) =>
    `El banco debe devolver ${what}, y todavía lo estamos gestionando con él. Si tienes dudas, llámanos al ${phone}.`,
};

/** How money comes back to the card that paid. */
export const cardRefundText = (
  { amount, givingBack, payment }: Pick<RefundToTell, 'amount' | 'givingBack' | 'payment'>,
  supportPhone: string,
): string => cardTexts[givingBack](`${formatQ(amount)} a tu ${cardTextOf(payment)}`, supportPhone);

/** How money comes back at a till: of what was paid at a store in that store, of all else in any. */
export function tillRefundText({
  amount,
  payment,
  payAt,
  number,
}: Pick<RefundToTell, 'amount' | 'payment' | 'payAt' | 'number'>): string {
  const place =
    payment.type === 'StorePayment' ? (payAt ?? 'la tienda donde lo pagaste') : 'cualquiera de nuestras tiendas';
  return `Te devolvemos ${formatQ(amount)} en la caja de ${place}. Preséntate con tu número de pedido, ${number}.`;
}

const transferText = ({ amount }: Pick<RefundToTell, 'amount'>, supportPhone: string): string =>
  `Te devolvemos ${formatQ(amount)} por transferencia. Si aún no nos diste tu cuenta, llámanos al ${supportPhone}.`;

function billText({ owed, payment, payAt }: RefundToTell): string {
  if (payment.type === 'Cash')
    return owed > 0 ? `Ahora pagas ${formatQ(owed)} al recibir tu pedido.` : 'No tienes que pagar nada al recibirlo.';
  return owed > 0 ? `Ahora pagas ${formatQ(owed)} en ${payAt ?? 'la tienda'}.` : 'Ya no tienes que pagar nada.';
}

function moneyTexts(refund: RefundToTell, supportPhone: string): string[] {
  if (refund.amount === 0) return [];
  if (refund.destination === 'bill') return [billText(refund)];
  if (refund.destination === 'giftCard')
    return [`Te enviamos en otro correo una tarjeta de regalo de ${formatQ(refund.amount)}.`];
  if (refund.destination === 'transfer') return [transferText(refund, supportPhone)];
  return [refund.destination === 'origin' ? cardRefundText(refund, supportPhone) : tillRefundText(refund)];
}

/** What is back on the gift cards that paid; nothing where nothing is. */
const onCardsTexts = (amount: Centavos): string[] =>
  amount > 0 ? [`${formatQ(amount)} ya están de vuelta en tu tarjeta de regalo.`] : [];

/** Promised while their program has not given them back. */
export function pointsTexts(told: PointsToTell | null): string[] {
  if (told === null) return [];
  const { points, program, areGiven } = told;
  const account = `tu cuenta de ${pointsProgramTitle(program)}`;
  return [
    areGiven
      ? `Ya tienes de vuelta ${pointsLabel(points)} en ${account}.`
      : `Te devolveremos ${pointsLabel(points)} a ${account}.`,
  ];
}

const shortfallTexts = (amount: Centavos): string[] =>
  amount > 0 ? [`Descontamos ${formatQ(amount)} que faltaron al pagar en la entrega.`] : [];

/** How each part of a refund comes back to its buyer, or is owed no more; none where there is nothing to give back. */
export const refundTexts = (refund: RefundToTell, supportPhone: string): string[] => [
  ...moneyTexts(refund, supportPhone),
  ...onCardsTexts(refund.giftCardAmount),
  ...pointsTexts(refund.points),
  ...shortfallTexts(refund.shortfall),
];
