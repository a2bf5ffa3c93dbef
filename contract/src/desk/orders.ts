import { orderStatusLabels } from '@ceiba/domain/orders/order';
import { shipmentStates } from '@ceiba/domain/orders/shipment';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, civilDate, dateTime } from '../shapes.ts';
import { detailOf } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { orderList } from './lists/orders.ts';

/** The person in charge of the order. Null if no person is. */
const assignee = z.object({ id: z.uuid(), name: z.string() }).nullable();

export const orderRow = z.object({
  number: z.string(),
  placedAt: dateTime,
  customer: z.string(),
  phone: z.string(),
  email: z.string(),
  /** City and department, or the store of a pickup. Empty if nothing is shipped. */
  place: z.string(),
  status: z.enum(Object.keys(orderStatusLabels)),
  isHeld: z.boolean(),
  isUnconfirmed: z.boolean(),
  isLate: z.boolean(),
  /** States of its shipments, in their sequence. */
  shipments: z.array(z.enum(shipmentStates)),
  promisedOn: civilDate.nullable(),
  payment: z.string(),
  assignee,
  tags: z.array(z.string()),
  /** Null for staff who may not see amounts (§0.3). */
  total: amount.nullable(),
  /** The amount that is still to be collected at the door. */
  cashToCollect: amount,
});

export const listOrderRows = listEndpoint('listOrderRows', orderList, orderRow);
export const exportOrderRows = exportEndpoint('exportOrderRows', orderList);

export const orderParams = z.strictObject({ number: z.string().trim().min(1).max(20) });

/** Null for staff who may not see amounts (§0.3). */
const seenAmount = amount.nullable();

const orderLine = z.object({
  line: z.int(),
  sku: z.string(),
  title: z.string(),
  picture: z.string(),
  quantity: z.int(),
  sellerId: z.int(),
  /** The shipment of the line, by its sub-order number. Null before there is one. */
  shipmentId: z.string().nullable(),
  canceledQuantity: z.int(),
  refundedQuantity: z.int(),
  /** The line's units by shipment, in the order of their refunds (`worthInShipment`). */
  parts: z.array(z.object({ shipmentId: z.string(), firstUnit: z.int(), quantity: z.int(), refunded: z.int() })),
  unitPrice: seenAmount,
  /**
   * The price of all units with their warranties after discounts, the contained IVA, and the refunded part. The part
   * paid by points contains no IVA.
   */
  worth: seenAmount,
  iva: seenAmount,
  refunded: seenAmount,
  warranty: z.string().nullable(),
  isGiftCard: z.boolean(),
  /** True if this person may change the line, because all its units leave from this person's places. */
  isOwn: z.boolean(),
});

/**
 * A line of the invoice (DEC-233). A warranty is a separate line, as a service of seller 1. `charged` is `worth` minus
 * points, and equals `base` + `iva`.
 */
const taxLine = z.object({
  /** The order line of this invoice line. */
  line: z.int(),
  kind: z.enum(['product', 'service', 'giftCard']),
  isWarranty: z.boolean(),
  /** The seller that invoices the line. */
  sellerId: z.int(),
  sku: z.string(),
  title: z.string(),
  quantity: z.int(),
  unitPrice: seenAmount,
  worth: seenAmount,
  charged: seenAmount,
  base: seenAmount,
  iva: seenAmount,
  /** In percent. */
  taxRate: z.number(),
  refunded: seenAmount,
  /** Worth of the units that were not refunded. */
  refundable: seenAmount,
});

const orderShipment = z.object({
  id: z.string(),
  sellerId: z.int(),
  seller: z.string(),
  storeCode: z.string().nullable(),
  state: z.enum(shipmentStates),
  isLate: z.boolean(),
  promisedOn: civilDate.nullable(),
  attempts: z.int(),
  lines: z.array(z.object({ line: z.int(), sku: z.string(), title: z.string(), quantity: z.int() })),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** The amount to collect at the door. People who see no other amounts see it, too. */
  cashToCollect: amount,
  /** The missing cash of the delivery. Refunds of the shipment are reduced by it (`shortfallsOf`). */
  shortfall: seenAmount,
  reason: z.string().nullable(),
  version: z.int(),
  /** True if this person may change the shipment, because it is prepared at one of this person's places. */
  isOwn: z.boolean(),
});

export const orderMail = z.object({
  id: z.uuid(),
  kind: z.string(),
  subject: z.string(),
  to: z.string(),
  at: dateTime,
  sentAt: dateTime.nullable(),
  state: z.enum(['sent', 'waiting', 'failed', 'withdrawn']),
  /** True if the mail's text can be shown, and the mail sent again, because it contains nothing of monetary value. */
  isOpen: z.boolean(),
  /**
   * True if this person may send the mail again. The mail is about one of this person's shipments, or this person may
   * change the whole order.
   */
  isOwn: z.boolean(),
});

const orderNote = z.object({
  id: z.uuid(),
  text: z.string(),
  at: dateTime,
  by: z.string(),
  isOwn: z.boolean(),
  /** Names of the mentioned colleagues. */
  mentions: z.array(z.string()),
});

const place = {
  street: z.array(z.string()),
  city: z.string(),
  region: z.object({ regionId: z.int(), region: z.string() }),
};

export const deskOrder = detailOf({
  number: z.string(),
  status: z.enum(Object.keys(orderStatusLabels)),
  isHeld: z.boolean(),
  holdReasons: z.array(z.string()),
  isUnconfirmed: z.boolean(),
  confirmBefore: dateTime.nullable(),
  isLate: z.boolean(),
  placedAt: dateTime,
  email: z.string(),
  contact: z.object({ firstName: z.string(), lastName: z.string(), phone: z.string() }),
  /** The customer's account. Null for a guest. */
  customerId: z.uuid().nullable(),
  customerOrders: z.int(),
  /** The versions of legal texts that were in force when the order was placed (PROD-29). Empty if the shop had none. */
  legalTexts: z.array(z.object({ page: z.string(), number: z.int(), holdsFrom: dateTime })),
  delivery: z
    .object({
      isPickup: z.boolean(),
      store: z.string().nullable(),
      firstname: z.string(),
      lastname: z.string(),
      telephone: z.string(),
      ...place,
      zone: z.string(),
      reference: z.string(),
      receiver: z.string().nullable(),
    })
    .nullable(),
  billing: z
    .object({ firstname: z.string(), lastname: z.string(), nit: z.string(), documentType: z.string(), ...place })
    .nullable(),
  payment: z.string(),
  card: z.string().nullable(),
  installments: z.int(),
  coupon: z.string().nullable(),
  shipping: seenAmount,
  /** IVA of the delivery. The next field is the IVA of lines and delivery together. */
  shippingIva: seenAmount,
  iva: seenAmount,
  donation: seenAmount,
  discount: seenAmount,
  total: seenAmount,
  paid: seenAmount,
  refunded: seenAmount,
  /** The amount that the buyer still has to pay. */
  due: seenAmount,
  /** The amount of the order that can still be refunded. `shippingLeft`: the delivery's part. */
  refundable: seenAmount,
  shippingLeft: seenAmount,
  lines: z.array(orderLine),
  taxLines: z.array(taxLine),
  shipments: z.array(orderShipment),
  movements: z.array(
    z.object({
      kind: z.string(),
      amount,
      at: dateTime,
      by: z.string(),
      acquirer: z.string().nullable(),
      reference: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.uuid(),
      amount,
      /** The IVA that the refund removes from the invoice (record 0092). Null if the refund is older than this field. */
      iva: amount.nullable(),
      to: z.string(),
      state: z.string(),
      reason: z.string().nullable(),
      at: dateTime,
    }),
  ),
  /**
   * Refunds that wait for approval by another person (WORK-19), oldest first. They reserve nothing. Two may wait for the same
   * unit (record 0088).
   */
  waitingRefunds: z.array(
    z.object({
      id: z.uuid(),
      amount,
      to: z.string(),
      reason: z.string().nullable(),
      at: dateTime,
      by: z.string(),
      lines: z.array(z.object({ line: z.int(), shipmentId: z.string(), quantity: z.int() })),
    }),
  ),
  /** Tax documents. Not issued yet, so always empty. */
  documents: z.array(z.object({ id: z.uuid() })),
  mails: z.array(orderMail),
  notes: z.array(orderNote),
  /** The newest first. */
  timeline: z.array(
    z.object({
      at: dateTime,
      kind: z.enum(['event', 'change', 'mail', 'note', 'money']),
      text: z.string(),
      by: z.string(),
    }),
  ),
  tags: z.array(z.string()),
  assignee,
  /**
   * True if this person may change the whole order, because all shipments are prepared at this person's places (record
   * 0086).
   */
  isOwn: z.boolean(),
});
export type DeskOrder = z.infer<typeof deskOrder>['data'];

export const orderErrors = ['ORDER_NOT_FOUND'] as const;
export const ofOrder = { slice: 'orders', auth: 'staff', touches: 'places', params: orderParams } as const;

export const getDeskOrder = endpoint({
  ...ofOrder,
  name: 'getDeskOrder',
  method: 'GET',
  path: '/v1/admin/orders/{number}',
  permission: 'orders.read',
  limit: 'staffRead',
  summary: 'Returns an order with all known data about it (WORK-05)',
  answers: { 200: deskOrder },
  errors: orderErrors,
});
