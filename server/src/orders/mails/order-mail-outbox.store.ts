import { invoiceName } from '@ceiba/domain/billing/billing-address';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import type { Handover, OrderConfirmation } from '../../notifications/order-mails.ts';
import type { PointsInMail } from '../../notifications/refund-texts.ts';
import { builtStatement, type Tx } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/statement.ts';
import { advisorStore, isBuyerProven } from '../../refunds/mailed-refund.store.ts';
import { amountDueSql } from '../../refunds/refunds.store.ts';
import { orderProjection, type RowOfProjection } from '../reading/order-projection.ts';

const projection = orderProjection({
  order: [
    ...([
      'id',
      'number',
      'status',
      'email',
      'contact',
      'shipping_method',
      'shipping_address',
      'billing_address',
    ] as const),
    ...(['payment_type', 'payment_plan', 'subtotal', 'warranties', 'donation', 'shipping', 'iva', 'total'] as const),
    ...(['card_parts', 'discounts', 'delivery_promise', 'confirmation_due', 'placed_at'] as const),
  ],
  lines: [
    ...(['sku', 'title', 'brand', 'quantity', 'unit_price', 'picture_url', 'warranty', 'gift_card'] as const),
    ...(['gift_cards_sent_at', 'free_gifts'] as const),
  ],
});

type Projected = RowOfProjection<typeof projection>;
type LineJson = Projected['lines'][number];

type ConfirmationRow = Projected & {
  charged: number;
  is_reversed: boolean;
  acquirer: string | null;
  till_refund: number;
  owed: number;
  points: PointsInMail | null;
  cards_back: { lastFour: string; amount: number; isVoid: boolean }[] | null;
  card_brand: string | null;
  card_masked: string | null;
  pay_at: string | null;
  store: { name: string; street: string; city: string } | null;
  /** True if the order belongs to a customer who has confirmed the e-mail. */
  is_proven: boolean;
  /** The municipality of the address, if the shop knows a municipality of that name in the department. */
  known_city: string | null;
};

const lockForShare = statement('orders.lock-for-mails', 'select from orders where id = $1 for share');

/** Locks an order until the transaction ends, so that nobody can change its state. */
export const lockOrder = async (tx: Tx, orderId: string): Promise<void> => {
  await lockForShare(tx, [orderId]);
};

const selectConfirmation = builtStatement<ConfirmationRow, [orders: readonly string[]]>(
  'orders.confirmation',
  `select ${projection.sql},
     case when p.kind in ('Card', 'CardInstallments') and p.status in ('approved', 'reversing', 'reversed') then p.amount - g.before else 0 end as charged,
     p.status = 'reversed' and not exists (
       select from refunds r where r.order_id = o.id and r.destination = 'origin' and r.state <> 'done') as is_reversed, p.acquirer,
     g.till_refund, ${amountDueSql} as owed,
     ${advisorStore} as pay_at,
     p.card_brand, p.card_masked,
     (select json_build_object('program', c.program, 'points', c.points - g.points, 'areGiven', c.status in ('given_back', 'written_off'))
        from points_certificates c where c.order_id = o.id and c.points > g.points) as points,
     case when o.status = 'canceled' and o.gift_cards > 0 then (
       select json_agg(json_build_object('lastFour', b.last_four, 'amount', b.amount, 'isVoid', b.is_void) order by b.first) from (
         select k.last_four, sum(m.amount) as amount, min(m.id) as first,
           k.voided_at is not null or k.blocked_at is not null as is_void
         from gift_card_movements m join gift_cards k on k.id = m.card_id
         where m.order_id = o.id and m.kind = 'given' group by k.id) b) end as cards_back,
     case when s.store_code is not null then json_build_object('name', s.name, 'street', s.street, 'city', s.city) end as store,
     ${isBuyerProven} as is_proven,
     (select m.name from municipios m where m.name = o.shipping_address ->> 'city'
        and m.region_id = (o.shipping_address -> 'region' ->> 'regionId')::int limit 1) as known_city
   from orders o
     join payments p on p.order_id = o.id
     -- Money refunded or due: before the order was canceled as a whole, and by that cancellation ('order').
     cross join lateral (select coalesce(sum(r.amount) filter (where not is_owed_less(r.destination) and r.cause_key <> 'order'), 0)::bigint as before,
        coalesce(sum(r.amount) filter (where r.destination = 'till' and r.cause_key = 'order'), 0)::bigint as till_refund,
        coalesce(sum(r.points), 0)::integer as points from refunds r where r.order_id = o.id) g
     left join stores s on o.shipping_method = 'storepickup' and s.store_code = o.shipping_address ->> 'storeCode'
   where o.id = any ($1) and o.number is not null`,
);

/**
 * `charged`: the amount that the bank charged minus earlier refunds, even if the charge was reversed later. Zero if nothing was
 * charged. `points`: the certificate's points that no partial refund gave back. Null without a certificate.
 */
export type PlacedOrder = OrderConfirmation & {
  orderId: string;
  status: OrderStatus;
  charged: Centavos;
  /** True if the bank has given back the charge. */
  isReversed: boolean;
  /** The account that was asked to charge (`PaymentGateway.account`). Null if no acquirer was asked. */
  acquirer: string | null;
  /** The amount that a till had taken for an order that was canceled afterwards. Zero if no till had taken money. */
  tillRefund: Centavos;
  /** The amount that the buyer still has to pay. */
  owed: Centavos;
  placedAt: Date;
  /** The store of the advisor who placed the order. Null if no advisor placed it. */
  payAt: string | null;
  /** The amounts that went back to gift cards when the order was canceled. `isVoid`: the card can no longer pay. */
  cardsBack: { lastFour: string; amount: Centavos; isVoid: boolean }[];
} & Pick<ConfirmationRow, 'points'>;

/** Returns placed orders with the data that their mails show, unsorted. Orders that are not placed are missing. */
export const findOrderConfirmations = async (tx: Tx, orderIds: readonly string[]): Promise<PlacedOrder[]> =>
  (await selectConfirmation(tx, [orderIds])).map(toPlacedOrder);

/** Returns a placed order with the data for its mails. Undefined while the order is not placed. */
export const findOrderConfirmation = async (tx: Tx, orderId: string): Promise<PlacedOrder | undefined> =>
  (await findOrderConfirmations(tx, [orderId]))[0];

/** Returns an order for its mail. Leaves out the buyer's typed texts if the e-mail is not confirmed (record 0051). */
export function toPlacedOrder(row: ConfirmationRow): PlacedOrder {
  const { id: orderId, status, points, placed_at: placedAt, pay_at: payAt, is_reversed: isReversed, acquirer } = row;
  const [charged, tillRefund, owed] = [centavos(row.charged), centavos(row.till_refund), centavos(row.owed)];
  const cardsBack = (row.cards_back ?? []).map(({ amount, ...card }) => ({ ...card, amount: centavos(amount) }));
  const paid = { charged, isReversed, acquirer, tillRefund, owed, points, cardsBack };
  return { ...toConfirmation(row), orderId, status, ...paid, placedAt, payAt };
}

const toConfirmation = (row: ConfirmationRow): OrderConfirmation => ({
  number: String(row.number),
  firstName: row.is_proven ? (row.contact.firstName ?? '') : null,
  email: row.email,
  lines: row.lines.map((line) => toLine(line, row.is_proven)),
  subtotal: row.subtotal,
  warranties: row.warranties,
  donation: row.donation,
  discounts: row.discounts.map(({ label, amount }) => ({ label, amount })),
  shipping: row.shipping,
  tax: row.iva,
  total: row.total,
  giftCards: row.card_parts ?? [],
  handover: toHandover(row),
  billing: {
    documentType: row.billing_address.documentType,
    typed: row.is_proven ? { name: invoiceName(row.billing_address), nit: row.billing_address.nit } : null,
  },
  payment: { type: row.payment_type, plan: row.payment_plan, brand: row.card_brand, masked: row.card_masked },
  confirmationDue: row.confirmation_due,
});

const toLine = (
  { unit_price, picture_url, warranty, gift_card, gift_cards_sent_at, free_gifts, ...line }: LineJson,
  isProven: boolean,
) => ({
  ...line,
  unitPrice: unit_price,
  pictureUrl: picture_url,
  warranty: warranty && { label: warranty.label, amount: warranty.amount },
  giftCard: gift_card && {
    deliveryDate: gift_card.giftcardDeliveryDate,
    to: isProven ? { name: gift_card.giftcardName, email: gift_card.giftcardEmail } : null,
  },
  areGiftCardsSent: gift_cards_sent_at !== null && gift_cards_sent_at !== '-infinity',
  freeGifts: free_gifts,
});

function toHandover({ shipping_method: method, shipping_address: address, store, ...row }: ConfirmationRow): Handover {
  if (method === null || address === null) return { kind: 'digital' };
  const promise = row.delivery_promise?.groups ?? [];
  const receiver = row.is_proven ? `${address.firstname} ${address.lastname}` : null;
  if (method === 'storepickup') {
    const place = store === null ? '' : `${store.street}, ${store.city}`;
    return { kind: 'pickup', receiver, store: store?.name ?? '', address: place, promise };
  }
  const { street, zone, city, region } = address;
  const place = row.is_proven ? [...street, zone, city] : [row.known_city ?? ''];
  const parts = [...place, region.region].filter((part) => part !== '');
  return { kind: 'delivery', receiver, address: parts.join(', '), promise };
}

// Skips orders that another transaction has locked, so that transactions never wait for each other. The next run takes the skipped orders.
// All locks are taken before the first row is deleted, because a payment might wait for that row.
const takeFromOutbox = statement(
  'orders.take-order-mails',
  `with due as materialized (
     select u.order_id from order_mail_outbox u join orders o on o.id = u.order_id
     order by u.order_id limit $1 for update of u skip locked for share of o skip locked)
   delete from order_mail_outbox u using due where u.order_id = due.order_id returning u.order_id`,
);

/** Claims the oldest orders that have no mail yet, until the transaction ends. The same transaction must write their mails. */
export const takeOrderMails = async (tx: Tx, most: number): Promise<string[]> =>
  (await takeFromOutbox(tx, [most])).map(({ orderId }) => orderId);
