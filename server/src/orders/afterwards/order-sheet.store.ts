import type { Actor } from '@ceiba/domain/actors/actor';
import { guatemalaTime } from '@ceiba/domain/dates/civil-date';
import { type Centavos, centavos, formatQ } from '@ceiba/domain/money/money';
import { isOrderNumber, type OrderStatus, subOrderNumber } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import { holdReasonsText } from '@ceiba/domain/orders/timeline-texts';
import { type GiftCardPart, giftCardPartsOf } from '../../gift-cards/paying-gift-cards.store.ts';
import { statement, type Tx } from '../../platform/db/database.ts';
import type { TaxLineRow } from '../../platform/db/tax-line-row.ts';

/** A placed order as operators see it; whom it names stays out. */
interface OrderSheet {
  status: OrderStatus;
  placedAt: Date;
  total: Centavos;
  /** Since when the order is held, and why: rules by their names, or what a person typed (WORK-24). Null: it is not held. */
  held: { at: Date; reasons: string[] } | null;
  /** As they were bought: what each came to with all its units, less its share of discounts, with the IVA that contains. */
  lines: SheetLine[];
  payments: { kind: string; status: string; amount: Centavos; acquirer: string | null; decidedAt: Date | null }[];
  /** Gift cards that paid it, with what each paid when it was placed (DEC-199). */
  giftCards: GiftCardPart[];
  /** What is given back, or owed no more; `destination` and `state` as in `refunds`. */
  refunds: {
    cause: string;
    amount: Centavos;
    pointsAmount: Centavos;
    giftCardAmount: Centavos;
    destination: string;
    state: string;
    code: string | null;
  }[];
  /** What came and went, the first first. */
  money: Movement[];
  /** What moves of it, by number. */
  shipments: {
    n: number;
    sellerId: number;
    state: ShipmentState;
    cashDue: Centavos;
    cashCollected: Centavos | null;
    attempts: number;
    reason: string | null;
  }[];
  /** What its till gave for the payment; null where none was kept. */
  till: { receipt: string; clerk: string | null; keptAt: Date } | null;
  /** What happened to it, the first first. */
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

/** Moments as JSON has them. */
interface Row {
  status: OrderStatus;
  placed_at: Date;
  total: number;
  held_at: Date | null;
  hold_reasons: string[];
  lines: SheetLine[];
  gift_cards: GiftCardPart[] | null;
  refunds: OrderSheet['refunds'];
  payments: { kind: string; status: string; amount: number; acquirer: string | null; decidedAt: string | null }[];
  money: (Omit<Movement, 'amount' | 'at'> & { amount: number; at: string })[];
  shipments: (Omit<OrderSheet['shipments'][number], 'cashDue' | 'cashCollected'> & {
    cashDue: number;
    cashCollected: number | null;
  })[];
  till: { receipt: string; clerk: string | null; keptAt: string } | null;
  events: { kind: string; at: string }[];
}

const selectSheet = statement<Row, [number: string]>(
  'orders.sheet',
  `select o.status, o.placed_at, o.total, o.held_at, o.hold_reasons,
     (select json_agg(json_build_object('position', l.position, 'quantity', l.quantity, 'canceled', l.canceled, 'refunded', l.refunded,
        'title', l.title, 'gross', l.gross, 'discount', l.discount, 'net', l.net, 'iva', line_iva(l), 'taxLines', tax_lines_json(l)) order by l.position)
        from order_lines l where l.order_id = o.id) as lines,
     ${giftCardPartsOf('o')} as gift_cards,
     (select coalesce(json_agg(json_build_object('cause', r.cause, 'amount', r.amount, 'pointsAmount', r.points_amount, 'giftCardAmount', r.gift_card_amount,
        'destination', r.destination, 'state', r.state, 'code', r.refusal_code) order by r.created_at, r.id), '[]')
        from refunds r where r.order_id = o.id) as refunds,
     (select coalesce(json_agg(json_build_object('kind', p.kind, 'status', p.status, 'amount', p.amount,
        'acquirer', p.acquirer, 'decidedAt', p.decided_at) order by p.created_at, p.id), '[]') from payments p where p.order_id = o.id) as payments,
     (select coalesce(json_agg(json_build_object('kind', m.kind, 'amount', m.amount, 'at', m.at, 'reference', m.reference,
        'actor', m.actor, 'reason', m.reason) order by m.id), '[]') from money_movements m where m.order_id = o.id) as money,
     (select coalesce(json_agg(json_build_object('n', s.n, 'sellerId', s.seller_id, 'state', s.state, 'cashDue', s.cash_due,
        'cashCollected', s.cash_collected, 'attempts', s.attempts, 'reason', s.reason) order by s.n), '[]')
        from shipments s where s.order_id = o.id) as shipments,
     (select json_build_object('receipt', r.receipt, 'clerk', r.clerk, 'keptAt', r.kept_at)
        from till_receipts r where r.order_id = o.id) as till,
     (select coalesce(json_agg(json_build_object('kind', e.kind, 'at', e.created_at) order by e.id), '[]')
        from order_events e where e.order_id = o.id) as events
   from orders o where o.number = $1`,
);

/** Undefined when no placed order has this number. */
async function findOrderSheet(tx: Tx, orderNumber: string): Promise<OrderSheet | undefined> {
  const [row] = await selectSheet(tx, [orderNumber]);
  if (row === undefined) return undefined;
  const { status, placed_at: placedAt, lines, payments, refunds, money, shipments, till, events } = row;
  return {
    status,
    placedAt,
    total: centavos(row.total),
    held: row.held_at && { at: row.held_at, reasons: row.hold_reasons },
    lines,
    giftCards: row.gift_cards ?? [],
    refunds,
    payments: payments.map(({ amount, decidedAt, ...payment }) => ({
      ...payment,
      amount: centavos(amount),
      decidedAt: decidedAt === null ? null : new Date(decidedAt),
    })),
    money: money.map((moved) => ({ ...moved, amount: centavos(moved.amount), at: new Date(moved.at) })),
    shipments: shipments.map(({ cashDue, cashCollected, ...shipment }) => ({
      ...shipment,
      cashDue: centavos(cashDue),
      cashCollected: cashCollected === null ? null : centavos(cashCollected),
    })),
    till: till && { ...till, keptAt: new Date(till.keptAt) },
    events: events.map(({ kind, at }) => ({ kind, at: new Date(at) })),
  };
}

/** Of Guatemala. */
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

/** An order line as its invoice lists it: the goods with what became of the units, then the warranties. */
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

/** How an order stands, and the same line by line (times of Guatemala); undefined when there is none. */
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
