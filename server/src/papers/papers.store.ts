import { add, type Centavos, centavos, larger, smaller, subtract, sum, zero } from '@ceiba/domain/money/money';
import { readShipmentId } from '@ceiba/domain/orders/shipment';
import { ivaOfUnits } from '@ceiba/domain/refunds/credit';
import { worthOfUnits } from '@ceiba/domain/refunds/refund';
import type { ReceiptLine } from '@ceiba/domain/tills/receipt-rows';
import type { TillMovementKind } from '@ceiba/domain/tills/till';
import { courierName } from '../couriers/manifests.store.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import { type TaxLineRow, taxedLineOf } from '../platform/db/tax-line-row.ts';

/** A place as papers show it. */
interface Place {
  name: string;
  address: string;
}

/** A shipment as its label and its slip show it. */
export interface PrintedShipment {
  id: string;
  orderNumber: string;
  /** The place that prepares the shipment. Staff who are limited to other stores do not see it. */
  storeCode: string | null;
  place: Place;
  courier: string | null;
  trackingNumber: string | null;
  parcels: number;
  cash: Centavos;
  /** The store that hands out the shipment. Null if it is delivered. */
  pickupAt: string | null;
  placedAt: Date;
  buyer: { firstName?: string; lastName?: string; phone?: string };
  address: {
    street: string[];
    city: string;
    zone: string;
    region: { region: string };
    telephone: string;
    firstname: string;
    lastname: string;
    trustedPerson: { firstName: string; lastName: string; message: string } | null;
  } | null;
  lines: {
    sku: string;
    title: string;
    quantity: number;
    serials: string[];
    gifts: { title: string; quantity: number }[];
    /** The recipient and the message of a gift card. */
    giftCard: { giftcardName: string; giftcardMessage: string } | null;
  }[];
}

const placeOf = (alias: string): string =>
  `jsonb_build_object('name', coalesce(${alias}.name, ''), 'address', concat_ws(', ', ${alias}.street, nullif(${alias}.zone, ''), ${alias}.city))`;

const selectShipments = statement(
  'papers.shipments',
  `select o.number || '-' || s.n as id, o.number::text as "orderNumber", s.place as "storeCode", ${placeOf('p')} as place, s.courier,
     s.tracking_number as "trackingNumber", s.parcels, case when s.ended_at is null then s.cash_due else 0 end as cash,
     t.name as "pickupAt", o.placed_at as "placedAt", o.contact as buyer, o.shipping_address as address,
     (select coalesce(json_agg(json_build_object('sku', l.sku, 'title', l.title, 'quantity', u.quantity - u.canceled, 'gifts', l.free_gifts,
        'giftCard', l.gift_card, 'serials', (
          select coalesce(json_agg(c.serial order by c.scanned_at, c.scan_id), '[]') from shipment_scans c
          where c.order_id = u.order_id and c.n = u.n and c.position = u.position and c.is_counted and c.serial is not null))
        order by l.position), '[]')
      from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
      where u.order_id = s.order_id and u.n = s.n and u.quantity > u.canceled) as lines
   from unnest($1::bigint[], $2::integer[]) with ordinality as asked (number, n, position)
     join orders o on o.number = asked.number join shipments s on s.order_id = o.id and s.n = asked.n
     left join stores p on p.store_code = s.place left join stores t on t.store_code = s.store_code
   order by asked.position`,
  {
    id: neverNull(),
    place: column<Place>(),
    lines: column<PrintedShipment['lines']>(),
    orderNumber: neverNull(),
    placedAt: neverNull(),
    buyer: column<PrintedShipment['buyer']>(),
    address: column<PrintedShipment['address']>(),
  },
);

/** Returns shipments by their sub-order numbers, in the given order. Unknown shipments are missing. */
export async function listPrinted(tx: Tx, ids: readonly string[]): Promise<PrintedShipment[]> {
  const named = ids.map(readShipmentId).filter((one) => one !== undefined);
  const rows = await selectShipments(tx, [
    named.map(({ orderNumber }) => orderNumber),
    named.map(({ shipmentNumber }) => shipmentNumber),
  ]);
  return rows.map((row) => ({ ...row, cash: row.cash }));
}

/** Money that a till received or paid out, as its receipt shows it. */
export interface PrintedMovement {
  kind: TillMovementKind;
  means: 'cash' | 'card';
  amount: Centavos;
  received: Centavos | null;
  reference: string | null;
  reason: string | null;
  at: Date;
  by: string;
  till: string;
  storeCode: string;
  store: Place;
  orderNumber: string | null;
  iva: Centavos;
  lines: ReceiptLine[];
  /** Amounts of the order that are not in its lines, and its total. */
  shipping: Centavos;
  donation: Centavos;
  due: Centavos;
  hasPoints: boolean;
  hasGiftCards: boolean;
}

const nameOf = (actor: string): string =>
  `coalesce((select who.name from staff_members who where who.id::text = ${actor} ->> 'id'), ${actor} ->> 'id', '')`;

/** Paid units of a line, with the line's invoice lines. Units are counted from 0, among all units that were bought. */
interface PaidLine {
  sku: string;
  title: string;
  quantity: number;
  firstUnit: number;
  net: number;
  bought: number;
  taxLines: TaxLineRow[];
  warranty: { label: string; amount: number } | null;
}

const paidLine = `'sku', l.sku, 'title', l.title, 'net', l.net, 'bought', l.quantity, 'taxLines', tax_lines_json(l), 'warranty', l.warranty`;

/** Returns the SQL of the part of an order's delivery or donation that is no longer owed. */
const dropped = (part: 'shipping' | 'donation'): string =>
  `coalesce((select sum(r.${part}) from refunds r where r.order_id = o.id and is_owed_less(r.destination)), 0)`;

const selectMovement = statement(
  'papers.movement',
  `select m.kind, m.means, m.amount, m.received, m.reference, m.reason, m.at, ${nameOf('m.actor')} as by, t.name as till,
     t.store_code as "storeCode", ${placeOf('p')} as store, o.number::text as "orderNumber",
     case m.kind
       -- The units of the shipment that the movement's reference names.
       when 'collected' then (select coalesce(json_agg(json_build_object(${paidLine}, 'quantity', u.quantity - u.canceled,
           'firstUnit', u.first_unit + u.canceled) order by l.position), '[]')
         from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
         where u.order_id = m.order_id and u.n = split_part(m.reference, '-', 2)::integer and u.quantity > u.canceled)
       -- The units of the order without those canceled before the payment.
       else (select coalesce(json_agg(json_build_object(${paidLine}, 'quantity', l.quantity - b.units, 'firstUnit', b.units) order by l.position), '[]')
         from order_lines l, lateral (
           select coalesce(sum(f.quantity), 0)::integer as units from refund_lines f join refunds r on r.id = f.refund_id
           where f.order_id = l.order_id and f.position = l.position and is_owed_less(r.destination)) b
         where l.order_id = m.order_id and l.quantity > b.units) end as lines,
     o.shipping - ${dropped('shipping')} as shipping, shipping_iva(o) as "shippingIva",
     case when m.kind <> 'collected' or h.brings_donation then o.donation - ${dropped('donation')} else 0 end as donation,
     case when m.kind = 'collected' then h.cash_due else m.amount end as due,
     h.n = (select min(f.n) from shipments f where f.order_id = h.order_id and f.sent_again_as is null) as "isFirst",
     coalesce(o.gift_cards > 0, false) as "hasGiftCards", coalesce(o.certificate_code is not null, false) as "hasPoints"
   from till_movements m join till_sessions s on s.id = m.session_id join tills t on t.id = s.till_id
     join stores p on p.store_code = t.store_code left join orders o on o.id = m.order_id
     left join shipments h on m.kind = 'collected' and h.order_id = m.order_id and h.n = split_part(m.reference, '-', 2)::integer
   where t.id = $1 and m.id = $2::bigint`,
  { store: column<Place>(), lines: column<PaidLine[]>() },
);

export async function findPrintedMovement(
  tx: Tx,
  tillId: string,
  movement: string,
): Promise<PrintedMovement | undefined> {
  const [row] = await selectMovement(tx, [tillId, movement]);
  if (row === undefined) return undefined;
  const lines = row.lines.map(({ net, bought, firstUnit, quantity, taxLines, warranty, ...line }) => {
    const taxed = taxedLineOf(taxLines, { quantity: bought, warrantyPrice: warranty?.amount ?? null });
    const worth = worthOfUnits({ net: centavos(net), quantity: bought, refunded: firstUnit }, quantity);
    const guarded = warranty && { label: warranty.label, amount: centavos(warranty.amount) };
    return { ...line, quantity, worth, warranty: guarded, iva: ivaOfUnits(taxed, { firstUnit, quantity }) };
  });
  const { isFirst, shippingIva, ...found } = row;
  const [donation, due] = [centavos(row.donation ?? 0), centavos(row.due ?? Math.abs(row.amount))];
  const shipping = centavos(row.shipping ?? 0);
  // The fee for delivery is collected with the first shipment. Another shipment includes the fee only if its amount exceeds its goods.
  const beyondGoods = subtract(due, add(sum(lines.map(({ worth }) => worth)), donation));
  const ownDelivery = isFirst === false ? larger(zero, smaller(shipping, beyondGoods)) : shipping;
  return {
    ...found,
    donation,
    due,
    shipping: ownDelivery,
    amount: row.amount,
    received: row.received === null ? null : row.received,
    lines,
    iva: sum([...lines.map(({ iva }) => iva), centavos(ownDelivery === 0 ? 0 : (shippingIva ?? 0))]),
  };
}

/** A till's session, as its closing shows it. */
export interface PrintedClosing {
  till: string;
  storeCode: string;
  store: Place;
  openedAt: Date;
  openedBy: string;
  closedAt: Date;
  closedBy: string;
  float: number;
  counted: number;
  difference: number;
  countedCards: number;
  cardsDifference: number;
  reason: string | null;
  /** The IDs of everybody who counted the till. */
  counters: string[];
  /** The difference between the float and the cash that the last count left. Null if that cash is unknown. */
  floatDifference: number | null;
  /** All counts except the last count. */
  counts: { at: string; by: string; counted: number; countedCards: number; reason: string | null }[];
  movements: {
    kind: TillMovementKind;
    means: string;
    amount: number;
    orderNumber: string | null;
    reference: string | null;
    reason: string | null;
    at: string;
    by: string;
  }[];
}

const selectClosing = statement(
  'papers.closing',
  `select t.name as till, t.store_code as "storeCode", ${placeOf('p')} as store, s.opened_at as "openedAt", ${nameOf('s.opened_by')} as "openedBy",
     s.closed_at as "closedAt", ${nameOf('s.closed_by')} as "closedBy", s.float, s.counted, s.difference, s.counted_cards as "countedCards",
     s.cards_difference as "cardsDifference", s.reason, s.float - s.float_expected as "floatDifference",
     array(select c.actor ->> 'id' from till_counts c where c.session_id = s.id and c.kind = 'closing' union select s.closed_by ->> 'id') as counters,
     (select coalesce(json_agg(json_build_object('at', c.at, 'by', ${nameOf('c.actor')}, 'counted', c.counted, 'countedCards', c.counted_cards,
        'reason', c.reason) order by c.id), '[]') from till_counts c where c.session_id = s.id and c.kind = 'closing'
        and c.id < (select max(l.id) from till_counts l where l.session_id = s.id and l.kind = 'closing')) as counts,
     (select coalesce(json_agg(json_build_object('kind', m.kind, 'means', m.means, 'amount', m.amount, 'orderNumber', o.number::text,
        'reference', m.reference, 'reason', m.reason, 'at', m.at, 'by', ${nameOf('m.actor')}) order by m.id), '[]')
      from till_movements m left join orders o on o.id = m.order_id where m.session_id = s.id) as movements
   from till_sessions s join tills t on t.id = s.till_id join stores p on p.store_code = t.store_code
   where t.id = $1 and s.id = $2 and s.closed_at is not null`,
  {
    store: column<Place>(),
    closedAt: neverNull(),
    counted: neverNull(),
    difference: neverNull(),
    countedCards: neverNull(),
    cardsDifference: neverNull(),
    counts: column<{ at: string; by: string; counted: number; countedCards: number; reason: string | null }[]>(),
    movements:
      column<
        {
          kind: TillMovementKind;
          means: string;
          amount: number;
          orderNumber: string | null;
          reference: string | null;
          reason: string | null;
          at: string;
          by: string;
        }[]
      >(),
  },
);
export const findPrintedClosing = async (
  tx: Tx,
  tillId: string,
  session: string,
): Promise<PrintedClosing | undefined> => (await selectClosing(tx, [tillId, session]))[0];

/** A manifest that courier and store sign. */
export type PrintedManifest = RowOf<typeof selectManifest>;

const selectManifest = statement(
  'papers.manifest',
  `select m.id, ${courierName} as courier, m.store_code as "storeCode", ${placeOf('p')} as store, m.opened_at as "openedAt", m.closed_at as "closedAt",
     (select coalesce(json_agg(json_build_object('shipmentId', o.number || '-' || r.n, 'destination', concat_ws(', ',
          nullif(o.shipping_address ->> 'city', ''), nullif(o.shipping_address -> 'region' ->> 'region', o.shipping_address ->> 'city')),
        'trackingNumber', s.tracking_number, 'parcels', coalesce(r.parcels, s.parcels), 'cash', coalesce(r.cash, s.cash_due))
        order by o.number, r.n), '[]')
      from manifest_parcels r join shipments s on s.order_id = r.order_id and s.n = r.n join orders o on o.id = r.order_id
      where r.manifest_id = m.id) as rows
   from manifests m join couriers c on c.code = m.courier join stores p on p.store_code = m.store_code where m.id = $1::bigint`,
  {
    store: column<Place>(),
    rows: column<
      {
        shipmentId: string;
        destination: string;
        trackingNumber: string | null;
        parcels: number;
        cash: number;
      }[]
    >(),
  },
);
export const findPrintedManifest = async (tx: Tx, id: string): Promise<PrintedManifest | undefined> =>
  (await selectManifest(tx, [id]))[0];
