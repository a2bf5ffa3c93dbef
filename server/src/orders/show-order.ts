import { guatemalaTime } from '@ceiba/domain/dates/civil-date';
import { formatQ } from '@ceiba/domain/money/money';
import { isOrderNumber, subOrderNumber } from '@ceiba/domain/orders/order';
import type { Tx } from '../platform/database.ts';
import { findOrderSheet, type Movement, type OrderSheet, type SheetLine } from './order-sheet.store.ts';

/** Of Guatemala. */
const momentOf = (moment: Date): string => {
  const { date, hour, minute } = guatemalaTime(moment);
  return `${date} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

const paymentLine = ({ kind, status, amount, acquirer, decidedAt }: OrderSheet['payments'][number]): string =>
  `payment   ${kind} ${formatQ(amount)}, ${status}${decidedAt === null ? '' : ` ${momentOf(decidedAt)}`}${acquirer === null ? '' : `, of ${acquirer}`}`;

const giftCardLine = ({ lastFour, amount }: OrderSheet['giftCards'][number]): string =>
  `payment   gift card ${lastFour} ${formatQ(amount)}`;

const lineLine = ({ position, quantity, title, gross, discount, net, iva, ...units }: SheetLine): string => {
  const less = discount === 0 ? '' : ` less ${formatQ(discount)} = ${formatQ(net)}`;
  const back = units.refunded > units.canceled ? `, ${units.refunded} given back` : '';
  const canceled = units.canceled > 0 ? `, ${units.canceled} canceled` : '';
  return `line ${String(position).padEnd(5)}${quantity} × ${title}: ${formatQ(gross)}${less}, IVA ${formatQ(iva)}${canceled}${back}`;
};

const refundLine = ({
  cause,
  amount,
  pointsAmount,
  giftCardAmount,
  destination,
  state,
  code,
}: OrderSheet['refunds'][number]): string => {
  const points = pointsAmount === 0 ? '' : ` and ${formatQ(pointsAmount)} as points`;
  const cards = giftCardAmount === 0 ? '' : ` and ${formatQ(giftCardAmount)} on gift cards`;
  return `refund    ${cause} ${formatQ(amount)}${points}${cards}, ${destination}: ${state}${code === null ? '' : `, its bank said ${code}`}`;
};

const moneyLine = ({ kind, amount, at, reference, actor, reason }: Movement): string => {
  const by = actor.id === null ? actor.kind : `${actor.kind} ${actor.id}`;
  const more = [reference, reason].flatMap((part) => (part === null ? [] : [`, ${part}`])).join('');
  return `money     ${kind} ${formatQ(amount)} ${momentOf(at)}, by ${by}${more}`;
};

const shipmentLine = (
  orderNumber: string,
  { n, sellerId, state, cashDue, cashCollected, attempts, reason }: OrderSheet['shipments'][number],
): string => {
  const collected = cashCollected === null ? '' : `, collected ${formatQ(cashCollected)}`;
  const cash = cashDue > 0 ? `, to collect ${formatQ(cashDue)}${collected}` : '';
  const tried = attempts > 0 ? `, brought in vain ${attempts} times` : '';
  const why = reason === null ? '' : `, ${reason}`;
  return `shipment  ${subOrderNumber(orderNumber, n)} of seller ${sellerId}, ${state}${cash}${tried}${why}`;
};

const tillLine = ({ receipt, clerk, keptAt }: NonNullable<OrderSheet['till']>): string =>
  `till      receipt ${receipt}${clerk === null ? '' : `, taken by ${clerk}`}, kept ${momentOf(keptAt)}`;

/** How an order stands, line by line (times of Guatemala); undefined when there is none. */
export async function showOrder(tx: Tx, orderNumber: string): Promise<string[] | undefined> {
  const sheet = isOrderNumber(orderNumber) ? await findOrderSheet(tx, orderNumber) : undefined;
  if (sheet === undefined) return undefined;
  const { status, placedAt, total, lines, giftCards, payments, refunds, money, shipments, till, events } = sheet;
  return [
    `Order ${orderNumber} is ${status}: ${formatQ(total)}, placed ${momentOf(placedAt)}`,
    ...lines.map(lineLine),
    ...giftCards.map(giftCardLine),
    ...payments.map(paymentLine),
    ...refunds.map(refundLine),
    ...money.map(moneyLine),
    ...shipments.map((shipment) => shipmentLine(orderNumber, shipment)),
    ...(till === null ? [] : [tillLine(till)]),
    ...events.map(({ kind, at }) => `${momentOf(at)}  ${kind}`),
  ];
}
