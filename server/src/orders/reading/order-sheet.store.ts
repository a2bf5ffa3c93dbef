import type { Actor } from '@ceiba/domain/actors/actor';
import { guatemalaTime } from '@ceiba/domain/dates/civil-date';
import { type Centavos, centavos, formatQ } from '@ceiba/domain/money/money';
import { isOrderNumber, type OrderStatus, subOrderNumber } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import { holdReasonsText } from '@ceiba/domain/orders/timeline-texts';
import type { GiftCardPart } from '../../gift-cards/paying-gift-cards.store.ts';
import { builtStatement, type Tx } from '../../platform/db/database.ts';
import type { TaxLineRow } from '../../platform/db/tax-line-row.ts';
import { orderProjection, type RowOfProjection, rowsOf } from './order-projection.ts';

/** A placed order as operators see it. The names of people are left out. */
interface OrderSheet {
  status: OrderStatus;
  placedAt: Date;
  total: Centavos;
  /** The time and the reason of a hold: names of rules, or a typed reason (WORK-24). Null if the order is not held. */
  held: { at: Date; reasons: string[] } | null;
  /** Lines as bought. A line has the amount of all its units minus its share of discounts, and the IVA in that amount. */
  lines: SheetLine[];
  payments: { kind: string; status: string; amount: Centavos; acquirer: string | null; decidedAt: Date | null }[];
  /** The gift cards that paid for the order, each with the amount paid when the order was placed (DEC-199). */
  giftCards: GiftCardPart[];
  /** Amounts that are given back, or that the buyer no longer owes. `destination` and `state` have the values of `refunds`. */
  refunds: {
    cause: string;
    amount: Centavos;
    pointsAmount: Centavos;
    giftCardAmount: Centavos;
    destination: string;
    state: string;
    code: string | null;
  }[];
  /** Money received and given back, oldest first. */
  money: Movement[];
  /** Shipments of the order, by number. */
  shipments: {
    shipmentNumber: number;
    sellerId: number;
    state: ShipmentState;
    cashDue: Centavos;
    cashCollected: Centavos | null;
    attempts: number;
    reason: string | null;
  }[];
  /** The till's receipt for the payment. Null if none was stored. */
  till: { receipt: string; clerk: string | null; keptAt: Date } | null;
  /** Events of the order, oldest first. */
  events: { kind: string; at: Date }[];
}

interface SheetLine {
  position: number;
  quantity: number;
  canceled: number;
  refunded: number;
  title: string;
  gross: Centavos;
  discount: Centavos;
  net: Centavos;
  iva: Centavos;
  taxLines: TaxLineRow[];
}

/** A row of `money_movements`. */
interface Movement {
  kind: string;
  amount: Centavos;
  at: Date;
  reference: string | null;
  actor: Actor;
  reason: string | null;
}

const projection = orderProjection({
  order: ['status', 'placed_at', 'total', 'held_at', 'hold_reasons', 'card_parts'],
  lines: ['position', 'quantity', 'canceled', 'refunded', 'title', 'gross', 'discount', 'net', 'iva', 'tax_lines'],
  refunds: ['cause', 'amount', 'points_amount', 'gift_card_amount', 'destination', 'state', 'refusal_code'],
  payments: ['kind', 'status', 'amount', 'acquirer', 'decided_at'],
  movements: ['kind', 'amount', 'at', 'reference', 'actor', 'reason'],
  shipments: ['shipmentNumber', 'seller_id', 'state', 'cash_due', 'cash_collected', 'attempts', 'reason'],
});

type Row = RowOfProjection<typeof projection> & {
  till: { receipt: string; clerk: string | null; keptAt: string } | null;
  events: { kind: string; at: string }[];
};

const selectSheet = builtStatement<Row, [number: string]>(
  'orders.sheet',
  `select ${projection.sql},
     (select json_build_object('receipt', r.receipt, 'clerk', r.clerk, 'keptAt', r.kept_at)
        from till_receipts r where r.order_id = o.id) as till,
     ${rowsOf('order_events e where e.order_id = o.id', { kind: 'e.kind', at: 'e.created_at' }, 'e.id')} as events
   from orders o where o.number = $1`,
);

/** Reads the sheet of a placed order. Undefined if no placed order has this number. */
async function findOrderSheet(tx: Tx, orderNumber: string): Promise<OrderSheet | undefined> {
  const [row] = await selectSheet(tx, [orderNumber]);
  if (row === undefined) return undefined;
  const { status, placed_at: placedAt, total, till } = row;
  return {
    status,
    placedAt,
    total,
    held: row.held_at && { at: row.held_at, reasons: row.hold_reasons },
    lines: row.lines.map(({ tax_lines: taxLines, ...line }) => ({ ...line, taxLines })),
    giftCards: row.card_parts ?? [],
    refunds: row.refunds.map(({ points_amount, gift_card_amount, refusal_code: code, ...refund }) => ({
      ...refund,
      pointsAmount: points_amount,
      giftCardAmount: gift_card_amount,
      code,
    })),
    payments: row.payments.map(({ decided_at: decided, ...payment }) => ({
      ...payment,
      decidedAt: decided === null ? null : new Date(decided),
    })),
    money: row.movements.map((moved) => ({ ...moved, at: new Date(moved.at) })),
    shipments: row.shipments.map(({ seller_id, cash_due, cash_collected, ...shipment }) => ({
      ...shipment,
      sellerId: seller_id,
      cashDue: cash_due,
      cashCollected: cash_collected,
    })),
    till: till && { ...till, keptAt: new Date(till.keptAt) },
    events: row.events.map(({ kind, at }) => ({ kind, at: new Date(at) })),
  };
}

/** Formats a moment as date and time in Guatemala. */
const momentOf = (moment: Date): string => {
  const { date, hour, minute } = guatemalaTime(moment);
  return `${date} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

const heldLine = (orderNumber: string, { at, reasons }: NonNullable<OrderSheet['held']>): string =>
  `held      since ${momentOf(at)}: ${holdReasonsText(reasons)}; \`ceiba order release ${orderNumber}\` lets it go on`;

const paymentLine = ({ kind, status, amount, acquirer, decidedAt }: OrderSheet['payments'][number]): string =>
  `payment   ${kind} ${formatQ(amount)}, ${status}${decidedAt === null ? '' : ` ${momentOf(decidedAt)}`}${acquirer === null ? '' : `, of ${acquirer}`}`;

const giftCardLine = ({ lastFour, amount }: OrderSheet['giftCards'][number]): string =>
  `payment   gift card ${lastFour} ${formatQ(amount)}`;

/** Returns an order line as its invoice lists it: the goods with the state of their units, then the warranties. */
const lineLines = ({ position, quantity, taxLines, ...units }: SheetLine): string[] =>
  taxLines.map(({ title, gross, discount, points, iva }, at) => {
    const name = at === 0 ? `line ${String(position).padEnd(5)}` : ''.padEnd(10);
    const less = discount === 0 ? '' : ` less ${formatQ(centavos(discount))} = ${formatQ(centavos(gross - discount))}`;
    const byPoints = points === 0 ? '' : `, ${formatQ(centavos(points))} by points`;
    const back = units.refunded > units.canceled ? `, ${units.refunded} given back` : '';
    const canceled = units.canceled > 0 ? `, ${units.canceled} canceled` : '';
    const amounts = `${formatQ(centavos(gross))}${less}${byPoints}, IVA ${formatQ(centavos(iva))}`;
    return `${name}${quantity} × ${title}: ${amounts}${at === 0 ? `${canceled}${back}` : ''}`;
  });

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
  { shipmentNumber, sellerId, state, cashDue, cashCollected, attempts, reason }: OrderSheet['shipments'][number],
): string => {
  const collected = cashCollected === null ? '' : `, collected ${formatQ(cashCollected)}`;
  const cash = cashDue > 0 ? `, to collect ${formatQ(cashDue)}${collected}` : '';
  const tried = attempts > 0 ? `, brought in vain ${attempts} times` : '';
  const why = reason === null ? '' : `, ${reason}`;
  return `shipment  ${subOrderNumber(orderNumber, shipmentNumber)} of seller ${sellerId}, ${state}${cash}${tried}${why}`;
};

const tillLine = ({ receipt, clerk, keptAt }: NonNullable<OrderSheet['till']>): string =>
  `till      receipt ${receipt}${clerk === null ? '' : `, taken by ${clerk}`}, kept ${momentOf(keptAt)}`;

/** Returns the state of an order, also as lines of text (times of Guatemala). Undefined if the order does not exist. */
export async function showOrder(
  tx: Tx,
  orderNumber: string,
): Promise<{ sheet: OrderSheet; shown: string[] } | undefined> {
  const sheet = isOrderNumber(orderNumber) ? await findOrderSheet(tx, orderNumber) : undefined;
  if (sheet === undefined) return undefined;
  const { status, placedAt, total, held, lines, giftCards, payments, refunds, money, shipments, till, events } = sheet;
  const shown = [
    `Order ${orderNumber} is ${status}: ${formatQ(total)}, placed ${momentOf(placedAt)}`,
    ...(held === null ? [] : [heldLine(orderNumber, held)]),
    ...lines.flatMap(lineLines),
    ...giftCards.map(giftCardLine),
    ...payments.map(paymentLine),
    ...refunds.map(refundLine),
    ...money.map(moneyLine),
    ...shipments.map((shipment) => shipmentLine(orderNumber, shipment)),
    ...(till === null ? [] : [tillLine(till)]),
    ...events.map(({ kind, at }) => `${momentOf(at)}  ${kind}`),
  ];
  return { sheet, shown };
}
