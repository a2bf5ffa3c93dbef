import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { inRefundOrder, shortfallsOf, type UnitsOfShipment, worthInShipment } from '@ceiba/domain/refunds/refund';
import type { PlaceLeft, ReturnFate } from '@ceiba/domain/returns/return-outcome';
import type { ReturnState } from '@ceiba/domain/returns/return-state';
import type { ReturnReason } from '@ceiba/domain/returns/return-window';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { lockToRefundSql, shortfallLeft } from '../refunds/order-to-refund.store.ts';
import { refundAmountOf } from '../refunds/refund-figures.ts';
import { isRefundOf } from './returns.store.ts';

/** SQL: the state of a return (r). domain/src/returns/return-state.ts defines the next states. */
export const returnState = `case when r.canceled_at is not null then 'canceled' when r.rejected_at is not null then 'rejected'
  when r.decided = r.quantity then case when r.to_send_back > 0 and r.sent_back_at is null then 'toSendBack' else 'resolved' end
  when r.received_at is not null then 'received'
  when r.approved_at is not null then 'approved' else 'requested' end`;

/** SQL: the name of the buyer of an order (o). */
export const buyerName = `concat_ws(' ', o.contact ->> 'firstName', o.contact ->> 'lastName')`;

/** SQL: the place from which the goods of a return (r) were sent. */
export const placeOfReturn = `(select s.place from shipment_lines u join shipments s on s.order_id = u.order_id and s.n = u.n
  where u.order_id = r.order_id and u.position = r.position order by s.n limit 1)`;

/** SQL: for each place, the units of a return (r) of a line (l) that it has not received back yet. */
const placesLeft = `array(
  select json_build_object('storeCode', c.store_code, 'units', sum(c.quantity) - coalesce((
      select sum(u.quantity) from returns other
        join order_lines k on k.order_id = other.order_id and k.position = other.position and k.product_id = l.product_id
        join return_outcomes u on u.return_id = other.id and u.store_code = c.store_code
      where other.order_id = r.order_id), 0))
  from shipments s
    join stock_claims c on c.order_id = s.order_id and c.n = s.n and c.product_id = l.product_id and c.released_at is null
    left join shipment_lines h on h.order_id = s.order_id and h.n = s.n and h.position = r.position
  where s.order_id = r.order_id and s.state = 'delivered' group by c.store_code
  -- Shipments of the returned line come first: another line of the order may have the same product.
  order by min(s.n) filter (where h.n is not null) nulls last, sum(c.quantity) desc, c.store_code)`;

const nameOf = (actor: string): string =>
  `coalesce((select who.name from staff_members who where who.id::text = ${actor} ->> 'id'), ${actor} ->> 'id', '')`;

/** A return as the desk reads it. */
export interface DeskReturn {
  id: string;
  number: number;
  orderNumber: string;
  state: ReturnState;
  version: number;
  requestedAt: Date;
  approvedAt: Date | null;
  rejectedAt: Date | null;
  canceledAt: Date | null;
  receivedAt: Date | null;
  sentBackAt: Date | null;
  /** The way back, with the text of the mail to the buyer. */
  sentBackHow: string | null;
  isKept: boolean;
  sentBackBy: string;
  answer: string | null;
  answeredBy: string;
  askedBy: string | null;
  name: string;
  phone: string;
  email: string;
  title: string;
  sku: string;
  pictureUrl: string;
  quantity: number;
  decided: number;
  reason: ReturnReason;
  description: string;
  images: number;
  isGoods: boolean;
  isGiftCard: boolean;
  codes: string[];
  serials: string[];
  storeCode: string | null;
  payment: { type: string; brand: string | null; masked: string | null };
  /** The worth of each undecided unit that may be refunded, and the part that is set off (`shortfallsOf`). */
  worths: Centavos[];
  shortfalls: Centavos[];
  outcomes: {
    fate: ReturnFate;
    quantity: number;
    storeCode: string | null;
    reason: string | null;
    decidedAt: string;
    by: string;
  }[];
  refunded: Centavos;
  /** Data for the decision: its line, and the places from which its goods were sent. */
  /** `answeredBy`: id of the person who approved, rejected or canceled it. */
  toDecide: { orderId: string; position: number; answeredBy: string | null; places: PlaceLeft[] };
}

const select = statement(
  'returns.at-desk',
  `select r.id, r.number, o.number::text as "orderNumber", ${returnState} as state, r.version, r.requested_at as "requestedAt",
     r.approved_at as "approvedAt", r.rejected_at as "rejectedAt", r.canceled_at as "canceledAt", r.received_at as "receivedAt",
     r.sent_back_at as "sentBackAt", r.sent_back_how as "sentBackHow", r.is_kept as "isKept", ${nameOf('r.sent_back_by')} as "sentBackBy", r.answer,
     ${nameOf('r.answered_by')} as "answeredBy", case when r.asked_by is not null then ${nameOf('r.asked_by')} end as "askedBy",
     ${buyerName} as name, coalesce(o.contact ->> 'phone', '') as phone, o.email, l.title, l.sku, l.picture_url as "pictureUrl", r.quantity, r.decided,
     r.reason, r.description, (select count(*)::integer from return_pictures i where i.return_id = r.id) as images, p.kind = 'goods' as "isGoods",
     line_kind(l.kind) = 'gift_card' as "isGiftCard",
     array(select l.sku union select c.code from product_codes c where c.product_id = p.id order by 1) as codes,
     array(select c.serial from shipment_scans c where c.order_id = r.order_id and c.position = r.position and c.is_counted and c.serial is not null
       order by c.scanned_at, c.scan_id) as serials,
     ${placeOfReturn} as "storeCode", json_build_object('type', o.payment_type, 'brand', y.card_brand, 'masked', y.card_masked) as payment,
     l.net, l.quantity as bought,
     -- The delivered units per shipment, for refunds/make-refund.ts.
     (select coalesce(json_agg(json_build_object('shipmentNumber', s.n, 'state', s.state, 'shortfall', ${shortfallLeft},
        'firstUnit', h.first_unit, 'quantity', h.quantity, 'refunded', h.refunded)), '[]')
        from shipment_lines h join shipments s on s.order_id = h.order_id and s.n = h.n and s.state = 'delivered'
        where h.order_id = r.order_id and h.position = r.position) as held,
     (select coalesce(json_agg(json_build_object('fate', u.fate, 'quantity', u.quantity, 'storeCode', u.store_code, 'reason', u.reason,
        'decidedAt', u.decided_at, 'by', ${nameOf('u.actor')}) order by u.id), '[]') from return_outcomes u where u.return_id = r.id) as outcomes,
     (select coalesce(sum(${refundAmountOf('d')}), 0)::bigint from refunds d
        where d.order_id = r.order_id and ${isRefundOf}) as refunded,
     json_build_object('orderId', r.order_id, 'position', r.position, 'answeredBy', r.answered_by ->> 'id', 'places', ${placesLeft}) as "toDecide"
   from returns r join orders o on o.id = r.order_id join order_lines l on l.order_id = r.order_id and l.position = r.position
     join products p on p.id = l.product_id left join payments y on y.order_id = o.id
   where r.number = $1`,
  {
    isGiftCard: neverNull(),
    reason: column<ReturnReason>(),
    name: neverNull(),
    orderNumber: neverNull(),
    state: column<ReturnState>(),
    payment: neverNull<{ type: string; brand: string | null; masked: string | null }>(),
    outcomes:
      column<
        {
          fate: ReturnFate;
          quantity: number;
          storeCode: string | null;
          reason: string | null;
          decidedAt: string;
          by: string;
        }[]
      >(),
    toDecide: neverNull<{ orderId: string; position: number; answeredBy: string | null; places: PlaceLeft[] }>(),
    held: column<(UnitsOfShipment & { shipmentNumber: number; state: 'delivered'; shortfall: number })[]>(),
  },
);

/** Finds a return by its number. Undefined if it does not exist. */
export async function findDeskReturn(tx: Tx, number: number): Promise<DeskReturn | undefined> {
  const [row] = await select(tx, [number]);
  if (row === undefined) return undefined;
  const { net, bought, held: shipped, refunded, ...found } = row;
  const line = { net, quantity: bought };
  const units = inRefundOrder(shipped)
    .flatMap((each) =>
      Array.from({ length: each.quantity - each.refunded }, (_, index) => ({
        shipment: each.shipmentNumber,
        amount: worthInShipment(line, { ...each, refunded: each.refunded + index }, 1),
      })),
    )
    .slice(0, found.quantity - found.decided);
  const shortfalls = shortfallsOf(
    units,
    new Map(shipped.map((each) => [each.shipmentNumber, centavos(each.shortfall)])),
  );
  return { ...found, worths: units.map(({ amount }) => amount), shortfalls, refunded };
}

const lockOrderOf = statement(
  'returns.lock-order-of',
  lockToRefundSql('id = (select order_id from returns where number = $1)'),
);

/** Locks the order of a return, as every decision about it does, and then reads the return. */
export async function lockDeskReturn(tx: Tx, number: number): Promise<DeskReturn | undefined> {
  await lockOrderOf(tx, [number]);
  return findDeskReturn(tx, number);
}

const answerIt = statement(
  'returns.answer',
  `update returns set
     approved_at = case when $2 = 'approve' then $5 else approved_at end,
     rejected_at = case when $2 = 'reject' then $5 else rejected_at end,
     canceled_at = case when $2 = 'cancel' then $5 else canceled_at end,
     answer = case when $2 = 'cancel' then answer else $3 end, answered_by = $4::jsonb
   where id = $1`,
);

/** Approves, rejects or cancels a return. The caller has locked its order. */
export const answerReturn = async (
  tx: Tx,
  id: string,
  { step, answer, actor }: { step: 'approve' | 'reject' | 'cancel'; answer: string | null; actor: Actor },
  now: Date,
): Promise<void> => {
  await answerIt(tx, [id, step, answer, actor, now]);
};

const sendIt = statement(
  'returns.send-back',
  'update returns set sent_back_at = $4, sent_back_how = $2, sent_back_by = $3::jsonb, is_kept = $5 where id = $1',
);

/** Records how the rejected units of a return went back, or that they stay. The caller has locked its order. */
export const noteSentBack = async (
  tx: Tx,
  id: string,
  { how, isKept, actor }: { how: string; isKept: boolean; actor: Actor },
  now: Date,
): Promise<void> => {
  await sendIt(tx, [id, how, actor, now, isKept]);
};

const selectPicture = statement(
  'returns.picture',
  `select p.path, ${placeOfReturn} as place from returns r join return_pictures p on p.return_id = r.id where r.number = $1 and p.n = $2`,
);
export const findPicture = async (
  tx: Tx,
  returnNumber: number,
  pictureNumber: number,
): Promise<{ path: string; place: string | null } | undefined> =>
  (await selectPicture(tx, [returnNumber, pictureNumber]))[0];

const selectOfStores = statement(
  'returns.order-of-stores',
  'select number from order_rows where number = $1::bigint and stores && $2',
);
/** Returns whether one of these stores hands out at least a part of an order. */
export const isOrderOf = async (tx: Tx, orderNumber: string, stores: readonly string[]): Promise<boolean> =>
  (await selectOfStores(tx, [orderNumber, stores])).length > 0;
