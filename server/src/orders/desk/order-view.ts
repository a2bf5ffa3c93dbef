import type { DeskOrder } from '@ceiba/contract/desk/orders';
import type { Actor } from '@ceiba/domain/actors/actor';
import { namedReceiver, readDirections } from '@ceiba/domain/addresses/trusted-person';
import { type Centavos, centavos, formatQ, subtract, sum, toQuetzales, zero } from '@ceiba/domain/money/money';
import { hideAmounts } from '@ceiba/domain/orders/hidden-amounts';
import { subOrderNumber } from '@ceiba/domain/orders/order';
import { placesOfLine, placesOfOrder } from '@ceiba/domain/orders/order-places';
import { reasonText } from '@ceiba/domain/orders/reason-texts';
import { hasEnded, type ShipmentState, statesBefore } from '@ceiba/domain/orders/shipment';
import { changeText, correctionText, eventText, movementTexts } from '@ceiba/domain/orders/timeline-texts';
import { inRefundOrder } from '@ceiba/domain/refunds/refund';
import { figureOf, figures } from '@ceiba/domain/reports/figures';
import { type Permission, seesAmounts } from '@ceiba/domain/staff/permissions';
import { hinted } from '../../platform/audit/record-change.ts';
import { covers } from '../../platform/http/places.ts';
import type { StaffCaller } from '../../platform/http/route.ts';
import { amountOfRefund } from '../../refunds/refund-figures.ts';
import { wireRefundDestinations } from '../../refunds/refund-words.ts';
import type { DeskOrderRow, OrderTalk } from './desk-order.store.ts';
import { taxLinesOf } from './desk-tax-lines.ts';

/** True while the data on an order's parcels can be corrected (WORK-22), because nothing is packed yet. */
export const isCorrectable = (states: readonly ShipmentState[]): boolean =>
  states.every((state) => ['waiting', 'ready', 'picking', 'canceled'].includes(state)) &&
  states.some((state) => !hasEnded(state));

/** True while an order can be held, because a part of the order was not sent yet. */
export const isHoldable = (states: readonly ShipmentState[]): boolean =>
  states.some((state) => statesBefore('canceled').includes(state));

const actionRules: readonly {
  action: string;
  permission: Permission;
  /**
   * The part of the order that must belong to this person. `part`: one shipment, line or mail is enough. The call itself checks that it
   * changes such a part.
   */
  of: 'whole' | 'part' | 'seen';
  isAllowed: (order: { states: readonly ShipmentState[]; isHeld: boolean; refundable: Centavos }) => boolean;
}[] = [
  { action: 'edit', permission: 'orders.edit', of: 'whole', isAllowed: ({ states }) => isCorrectable(states) },
  { action: 'promise', permission: 'orders.edit', of: 'part', isAllowed: ({ states }) => isCorrectable(states) },
  { action: 'tag', permission: 'orders.edit', of: 'whole', isAllowed: () => true },
  {
    action: 'cancel',
    permission: 'orders.cancel',
    of: 'part',
    isAllowed: ({ states }) => states.some((state) => statesBefore('canceled').includes(state)),
  },
  {
    action: 'hold',
    permission: 'orders.edit',
    of: 'whole',
    isAllowed: ({ states, isHeld }) => !isHeld && isHoldable(states),
  },
  { action: 'release', permission: 'orders.review', of: 'whole', isAllowed: ({ isHeld }) => isHeld },
  { action: 'note', permission: 'orders.read', of: 'seen', isAllowed: () => true },
  { action: 'resend', permission: 'orders.edit', of: 'part', isAllowed: () => true },
  {
    action: 'return',
    permission: 'returns.approve',
    of: 'part',
    isAllowed: ({ states }) => states.includes('delivered'),
  },
  { action: 'refund', permission: 'orders.refund', of: 'part', isAllowed: ({ refundable }) => refundable > 0 },
];

/** Sums up an order's money movements (WORK-16): the amounts received, given back and still refundable. */
function moneyOf({ movements, refunds, points, is_reversed: isReversed }: DeskOrderRow) {
  const of = (kinds: readonly string[]): Centavos =>
    sum(movements.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount));
  const parts = {
    card: of(['capture']),
    till: of(['till_payment']),
    atDoor: subtract(of(['cash_collected']), of(['cash_uncollected'])),
    points: of(['points_taken']),
    giftCards: of(['gift_card_taken']),
  };
  const refunded = figureOf(figures.returned, {
    toCard: of(['reversal', 'refund']),
    fromTill: of(['till_refund']),
    points: of(['points_given']),
    giftCards: of(['gift_card_given']),
    chargedBack: of(['chargeback']),
  });
  // Amounts given back without a refund: payments that a till reversed, and gift cards of a canceled order.
  const tillRefunds = sum(refunds.filter(isGivenOut).map(({ amount }) => amount));
  const cardRefunds = sum(refunds.map(({ gift_card_amount: amount }) => amount));
  const takenBack = [subtract(of(['till_refund']), tillRefunds), subtract(of(['gift_card_given']), cardRefunds)];
  const decided = sum([
    of(['reversal']),
    ...takenBack,
    ...refunds.map((refund) => refundOf(refund.destination === 'owed_less' ? { ...refund, amount: zero } : refund)),
  ]);
  // Points may be given back before their program has taken them. In that case the program takes fewer points.
  const given = figureOf(figures.paid, { ...parts, points });
  const refundable = !isReversed && decided < given ? subtract(given, decided) : zero;
  return { paid: figureOf(figures.paid, parts), refunded, refundable };
}

/** True if a till, a transfer or a gift card has paid the refund out. */
const isGivenOut = ({ destination, state }: DeskOrderRow['refunds'][number]): boolean =>
  state === 'done' && destination !== 'origin' && destination !== 'owed_less';

const refundOf = (refund: DeskOrderRow['refunds'][number]): Centavos =>
  amountOfRefund({ ...refund, pointsAmount: refund.points_amount, giftCardAmount: refund.gift_card_amount });

const moment = (text: string): string => new Date(text).toISOString();
const maybeMoment = (text: string | null): string | null => (text === null ? null : moment(text));

const actorText = ({ kind, id }: Actor, name: string | null): string => {
  if (kind === 'customer') return 'Cliente';
  if (kind === 'job') return 'Sistema';
  return name ?? id ?? '';
};

/** Returns a mail's kind: the first part of its key, or the third for a mail that was sent again. */
export const mailKindOf = (key: string): string => {
  const [kind = '', , resent] = key.split(':');
  return kind === 'resent' ? (resent ?? '') : kind;
};

type Placed = Pick<DeskOrderRow, 'stores'> & {
  shipments: readonly { shipmentNumber: number; state: ShipmentState; place: string | null }[];
};

/** Returns an order with the places of its shipments, which decide who may act on the order. */
export const placedOf = ({ stores, shipments }: DeskOrderRow) => ({
  stores,
  shipments,
});

/** Returns the shipment that a mail is about, according to its key. */
export const shipmentOfMail = <T extends { shipmentNumber: number }>(
  { shipments }: { shipments: readonly T[] },
  orderNumber: string,
  key: string,
): T | undefined => {
  const named = key.split(':');
  return shipments.find(({ shipmentNumber }) => named.includes(subOrderNumber(orderNumber, shipmentNumber)));
};

/** Returns the places of a mail: the place of its shipment, or all places of the order if the mail is about no shipment. */
export function placesOfMail(order: Placed, orderNumber: string, key: string): readonly (string | null)[] {
  const shipment = shipmentOfMail(order, orderNumber, key);
  return shipment === undefined ? placesOfOrder(order) : [shipment.place];
}

type ListedMail = OrderTalk['mails'][number];

const mailStateOf = ({ sent_at, withdrawn_at, last_error }: ListedMail) => {
  if (sent_at !== null) return 'sent';
  if (withdrawn_at !== null) return 'withdrawn';
  return last_error === null ? 'waiting' : 'failed';
};

/** Returns an e-mail as a staff member may see it. A person who sees no amounts does not answer buyers, and sees a shortened e-mail (§0.3). */
export const emailFor = (email: string, seesAll: boolean): string => (seesAll ? email : String(hinted(email)));

const subjectFor = ({ subject }: ListedMail, seesAll: boolean): string => (seesAll ? subject : hideAmounts(subject));

/** Converts a mail for the list. Amounts and addresses are hidden from people who see no amounts. */
export const toMail = (mail: ListedMail, isOwn: boolean, seesAll: boolean): DeskOrder['mails'][number] => ({
  id: mail.id,
  kind: mailKindOf(mail.key),
  subject: subjectFor(mail, seesAll),
  to: emailFor(mail.recipient, seesAll),
  at: moment(mail.created_at),
  sentAt: maybeMoment(mail.sent_at),
  state: mailStateOf(mail),
  isOpen: !mail.is_secret,
  isOwn,
});

function deliveryOf({
  shipping_method,
  shipping_address: address,
  store_name: store,
}: DeskOrderRow): DeskOrder['delivery'] {
  if (shipping_method === null || address === null) return null;
  const { firstname, lastname, telephone, street, city, region, zone, trustedPerson: person } = address;
  return {
    isPickup: shipping_method === 'storepickup',
    store: shipping_method === 'storepickup' ? store : null,
    ...{ firstname, lastname, telephone, street, city, region, zone },
    reference: readDirections(person?.message ?? '').extras,
    receiver: namedReceiver(person),
  };
}

function textOfEvent(number: string, { kind, detail }: OrderTalk['events'][number], seesAll: boolean): string {
  const { reason, shipment, amount, before, after } = detail;
  if (before !== undefined && after !== undefined) {
    const isSeen = (field: string): boolean =>
      seesAll || !(field.startsWith('billingAddress.') || field === 'contact.email');
    const seen = Object.entries(after).filter(([field]) => isSeen(field));
    return correctionText(before, Object.fromEntries(seen));
  }
  return eventText(number, {
    kind,
    detail: {
      ...(reason === undefined ? {} : { reason }),
      ...(shipment === undefined ? {} : { shipment }),
      ...(amount === undefined || !seesAll ? {} : { amount: centavos(amount) }),
    },
  });
}

function timelineOf(row: DeskOrderRow, talk: OrderTalk, seesAll: boolean): DeskOrder['timeline'] {
  const number = String(row.number);
  const entries: DeskOrder['timeline'] = [
    ...talk.events.map((event) => ({
      at: moment(event.created_at),
      kind: 'event' as const,
      text: textOfEvent(number, event, seesAll),
      by: '',
    })),
    ...talk.changes.flatMap(({ at, operation, entity_id, actor_name: by, reason }) => {
      const text = changeText(operation, entity_id, reason);
      return text === undefined ? [] : [{ at: moment(at), kind: 'change' as const, text, by }];
    }),
    ...talk.mails.map((mail) => ({
      at: moment(mail.created_at),
      kind: 'mail' as const,
      text: subjectFor(mail, seesAll),
      by: emailFor(mail.recipient, seesAll),
    })),
    ...talk.notes.map((note) => ({
      at: moment(note.created_at),
      kind: 'note' as const,
      text: note.text,
      by: [note.by, ...note.mentions.map((name) => `para ${name}`)].join(', '),
    })),
    ...(seesAll ? row.movements : []).map(({ kind, amount, at, actor, name, reason }) => ({
      at: moment(at),
      kind: 'money' as const,
      text: `${movementTexts[kind] ?? kind} de ${formatQ(amount)}${reason === null ? '' : `: ${reasonText(reason)}`}`,
      by: actorText(actor, name),
    })),
  ];
  // Texts of changes may contain amounts. Notes are shown to everybody who sees the order.
  const seen = entries.map((entry) =>
    seesAll || entry.kind === 'note' ? entry : { ...entry, text: hideAmounts(entry.text) },
  );
  return seen.sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

/** Converts an order for this staff member (WORK-05), with or without amounts (§0.3). */
export function toDeskOrder(
  row: DeskOrderRow,
  talk: OrderTalk,
  staff: Pick<StaffCaller, 'permissions' | 'id' | 'stores'>,
): DeskOrder {
  const number = String(row.number);
  const seesAll = seesAmounts([...staff.permissions]);
  const seen = (amount: number): number | null => (seesAll ? toQuetzales(centavos(amount)) : null);
  const { paid, refunded, refundable } = moneyOf(row);
  // Units that were sent again belong to their new shipment (record 0074).
  const states = row.shipments.filter(({ is_sent_again: isEmpty }) => !isEmpty).map(({ state }) => state);
  const isHeld = row.held_at !== null;
  const placed = placedOf(row);
  const isTheirs = (places: readonly (string | null)[]): boolean => covers(staff, { need: 'every', places });
  const isOwn = isTheirs(placesOfOrder(placed));
  const isSome = isOwn || placed.shipments.some(({ place }) => isTheirs([place]));
  const reach = { whole: isOwn, part: isSome, seen: true };
  const placesOf = (position: number) =>
    placesOfLine(
      placed.shipments.flatMap(({ place, units }) =>
        units.filter((each) => each.position === position).map(({ left }) => ({ place, units: left })),
      ),
    );
  const shipmentOf = (position: number) =>
    row.shipments.find(({ units }) => units.some((each) => each.position === position && each.left > 0));
  const deliveryRefunded = sum(row.refunds.map(({ shipping }) => shipping));
  const { firstname, lastname, nit, documentType, street, city, region } = row.billing_address;
  return {
    number,
    status: row.status,
    isHeld,
    holdReasons: row.hold_reasons,
    isUnconfirmed: row.confirmation_due !== null,
    confirmBefore: row.confirmation_due?.toISOString() ?? null,
    isLate: row.shipments.some(({ late_since }) => late_since !== null),
    placedAt: row.placed_at.toISOString(),
    email: emailFor(row.email, seesAll),
    contact: {
      firstName: row.contact.firstName ?? '',
      lastName: row.contact.lastName ?? '',
      phone: row.contact.phone ?? '',
    },
    customerId: row.customer_id,
    customerOrders: row.customer_orders,
    legalTexts: row.legal_texts.map(({ page, number, holdsFrom: from }) => ({ page, number, holdsFrom: moment(from) })),
    delivery: deliveryOf(row),
    billing: seesAll && nit !== undefined ? { firstname, lastname, nit, documentType, street, city, region } : null,
    payment: row.payment_type,
    card: seesAll && row.card_masked !== null ? row.card_masked.slice(-4) : null,
    installments: row.payment_plan,
    coupon: seesAll ? row.coupon_code : null,
    shipping: seen(row.shipping),
    shippingIva: seen(row.shipping_iva),
    iva: seen(row.iva),
    donation: seen(row.donation),
    discount: seen(row.discount),
    total: seen(row.total),
    paid: seen(paid),
    refunded: seen(refunded),
    due: seen(row.due),
    refundable: seen(refundable),
    shippingLeft: seen(subtract(row.shipping, deliveryRefunded)),
    lines: row.lines.map((line) => {
      const shipment = shipmentOf(line.position);
      return {
        line: line.position,
        sku: line.sku,
        title: line.title,
        picture: line.picture_url,
        quantity: line.quantity,
        sellerId: line.seller_id,
        shipmentId: shipment === undefined ? null : subOrderNumber(number, shipment.shipmentNumber),
        canceledQuantity: line.canceled,
        isGiftCard: line.kind === 'gift_card',
        refundedQuantity: line.refunded,
        parts: inRefundOrder(row.shipments).flatMap(({ shipmentNumber, units }) =>
          units
            .filter(({ position }) => position === line.position)
            .map(({ firstUnit, quantity, refunded }) => ({
              shipmentId: subOrderNumber(number, shipmentNumber),
              ...{ firstUnit, quantity, refunded },
            })),
        ),
        unitPrice: seen(line.unit_price),
        worth: seen(line.net),
        iva: seen(line.iva),
        refunded: seen(line.given_back),
        warranty: line.warranty?.label ?? null,
        isOwn: isOwn || isTheirs(placesOf(line.position)),
      };
    }),
    taxLines: row.lines.flatMap((line) => taxLinesOf(line, seen)),
    shipments: row.shipments.map((shipment) => ({
      id: subOrderNumber(number, shipment.shipmentNumber),
      sellerId: shipment.seller_id,
      seller: shipment.seller,
      storeCode: shipment.place,
      state: shipment.state,
      isLate: shipment.late_since !== null,
      promisedOn: shipment.promised_on,
      attempts: shipment.attempts,
      lines: shipment.units.flatMap(({ position, left: quantity }) => {
        const line = row.lines.find((each) => each.position === position);
        return line === undefined || quantity === 0
          ? []
          : [{ line: position, sku: line.sku, title: line.title, quantity }];
      }),
      courier: shipment.courier,
      trackingNumber: shipment.tracking_number,
      cashToCollect: toQuetzales(centavos(hasEnded(shipment.state) ? 0 : shipment.cash_due)),
      shortfall: seen(shipment.shortfall),
      reason: reasonText(shipment.reason),
      version: shipment.version,
      isOwn: isTheirs([shipment.place]),
    })),
    movements: (seesAll ? row.movements : []).map(({ kind, amount, at, actor, name, acquirer, reference, reason }) => ({
      kind,
      amount: toQuetzales(amount),
      at: moment(at),
      by: actorText(actor, name),
      ...{ acquirer, reference, reason: reasonText(reason) },
    })),
    refunds: (seesAll ? row.refunds : []).map((refund) => ({
      id: refund.id,
      amount: toQuetzales(refundOf(refund)),
      iva: refund.iva === null ? null : toQuetzales(refund.iva),
      to: wireRefundDestinations[refund.destination],
      state: refund.state,
      reason: reasonText(refund.reason),
      at: moment(refund.created_at),
    })),
    waitingRefunds: (seesAll ? row.waiting_refunds : []).map(({ id, amount, to, reason, created_at, by, lines }) => ({
      ...{ id, to, reason: reasonText(reason), at: moment(created_at), by: by ?? '' },
      amount: toQuetzales(centavos(amount)),
      lines: lines.map(({ n: shipmentNumber, position, quantity }) => ({
        line: position,
        shipmentId: subOrderNumber(number, shipmentNumber),
        quantity,
      })),
    })),
    documents: [],
    mails: talk.mails.map((mail) => toMail(mail, isTheirs(placesOfMail(placed, number, mail.key)), seesAll)),
    notes: talk.notes.map(({ id, text, created_at, staff_id, by, mentions }) => ({
      id,
      text,
      at: moment(created_at),
      by,
      isOwn: staff_id === staff.id,
      mentions,
    })),
    timeline: timelineOf(row, talk, seesAll),
    tags: row.tags,
    assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee ?? '' },
    isOwn,
    version: row.version,
    actions: actionRules
      .filter(
        ({ permission, of, isAllowed }) =>
          staff.permissions.has(permission) && reach[of] && isAllowed({ states, isHeld, refundable }),
      )
      .map(({ action }) => action),
  };
}
