import { orderPaymentLabels, shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { orderStatusLabels } from '@ceiba/domain/orders/order';
import { shipmentStates } from '@ceiba/domain/orders/shipment';
import { countedFigures } from '@ceiba/domain/reports/figures';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  amount,
  civilDate,
  dateTime,
  emailAddress,
  enveloped,
  neededText,
  personName,
  phoneNumber,
  plainText,
} from '../shapes.ts';
import { detailOf, reason, version } from './changes.ts';
import { declareList, type Offered } from './list.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';

const paymentNeeds: Partial<Record<keyof typeof orderPaymentLabels, Offered>> = {
  CardInstallments: 'installments',
  MaxpointsPoints: 'points',
  VisanetPoints: 'points',
  BiPoints: 'points',
  BacPoints: 'points',
  PromericaPoints: 'points',
};

/** The desk's list of orders, read by `order_page` (record 0071). */
export const orderList = declareList({
  name: 'orders',
  title: 'Órdenes',
  slice: 'orders',
  permission: 'orders.read',
  id: 'number',
  columns: {
    number: { label: 'Orden', kind: 'link', isNumber: true },
    placedAt: { label: 'Fecha', kind: 'moment' },
    customer: { label: 'Cliente', kind: 'text', isPersonal: true },
    phone: { label: 'Teléfono', kind: 'text', isPersonal: true },
    email: { label: 'Correo', kind: 'text', isPersonal: true, isHidden: true },
    place: { label: 'Entrega', kind: 'text' },
    status: { label: 'Estado', kind: 'state', values: orderStatusLabels },
    shipments: { label: 'Envíos', kind: 'state', values: shipmentStateLabels },
    promisedOn: { label: 'Promesa', kind: 'date', isHidden: true },
    payment: { label: 'Pago', kind: 'text', values: orderPaymentLabels },
    assignee: { label: 'Encargado', kind: 'text', isHidden: true },
    tags: { label: 'Etiquetas', kind: 'text', isHidden: true },
    total: { label: 'Total', kind: 'money', isAmount: true },
    cashToCollect: { label: countedFigures.cashToCollect.label, kind: 'money', isHidden: true },
  },
  filters: {
    status: { kind: 'choice', label: 'Estado', values: orderStatusLabels },
    shipment: { kind: 'choice', label: 'Envíos', values: shipmentStateLabels },
    payment: { kind: 'choice', label: 'Pago', values: orderPaymentLabels, valueNeeds: paymentNeeds },
    store: { kind: 'text', label: 'Tienda', names: 'place' },
    seller: { kind: 'text', label: 'Vendedor', names: 'seller' },
    late: { kind: 'flag', label: 'Atrasada' },
    held: { kind: 'flag', label: 'Detenida' },
    unconfirmed: { kind: 'flag', label: 'Por confirmar' },
    tag: { kind: 'text', label: 'Etiqueta' },
    assignee: { kind: 'text', label: 'Encargado', names: 'assignee' },
    placed: { kind: 'dates', label: 'Fecha' },
    total: { kind: 'amounts', label: 'Total' },
  },
  sorts: ['-number', '-total'],
  search: 'Orden, nombre, teléfono, correo, NIT, sku o guía',
});

/** Who took care of it; null: nobody. */
const assignee = z.object({ id: z.uuid(), name: z.string() }).nullable();

export const orderRow = z.object({
  number: z.string(),
  placedAt: dateTime,
  customer: z.string(),
  phone: z.string(),
  email: z.string(),
  /** City and department, or the store that hands it out; empty: nothing of it is sent. */
  place: z.string(),
  status: z.enum(Object.keys(orderStatusLabels)),
  isHeld: z.boolean(),
  isUnconfirmed: z.boolean(),
  isLate: z.boolean(),
  /** States of its shipments, in their order. */
  shipments: z.array(z.enum(shipmentStates)),
  promisedOn: civilDate.nullable(),
  payment: z.string(),
  assignee,
  tags: z.array(z.string()),
  /** Null of who sees no amounts (§0.3). */
  total: amount.nullable(),
  /** The amount that is still to be collected at the door. */
  cashToCollect: amount,
});

export const listOrderRows = listEndpoint('listOrderRows', orderList, orderRow);
export const exportOrderRows = exportEndpoint('exportOrderRows', orderList);

export const orderParams = z.strictObject({ number: z.string().trim().min(1).max(20) });

/** Null of who sees no amounts (§0.3). */
const seenAmount = amount.nullable();

const orderLine = z.object({
  line: z.int(),
  sku: z.string(),
  title: z.string(),
  picture: z.string(),
  quantity: z.int(),
  sellerId: z.int(),
  /** The shipment it belongs to, by its sub-order number; null: none is made for it. */
  shipmentId: z.string().nullable(),
  canceledQuantity: z.int(),
  refundedQuantity: z.int(),
  /** Its units by the shipments they go with, in the turn in which they are given back (`worthInShipment`). */
  parts: z.array(z.object({ shipmentId: z.string(), firstUnit: z.int(), quantity: z.int(), refunded: z.int() })),
  unitPrice: seenAmount,
  /** Price of all units with their warranties after discounts, the IVA contained in it (points pay none), and the part that was given back. */
  worth: seenAmount,
  iva: seenAmount,
  refunded: seenAmount,
  warranty: z.string().nullable(),
  isGiftCard: z.boolean(),
  /** This person may change it: all units leave from places of theirs. */
  isOwn: z.boolean(),
});

/**
 * A line as its invoice lists it (DEC-233): a warranty is a service of seller 1 and a line of its own. `charged` is `worth` less its points,
 * and `base` + `iva`.
 */
const taxLine = z.object({
  /** The order line it belongs to. */
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
  /** Percent. */
  taxRate: z.number(),
  refunded: seenAmount,
  /** Worth of the units that were not given back. */
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
  /** The amount to collect at the door, also for people who see no other amounts. */
  cashToCollect: amount,
  /** The cash that was missing at the door; refunds of the shipment are lowered by it (`shortfallsOf`). */
  shortfall: seenAmount,
  reason: z.string().nullable(),
  version: z.int(),
  /** This person may change it: it leaves from a place of theirs. */
  isOwn: z.boolean(),
});

const orderMail = z.object({
  id: z.uuid(),
  kind: z.string(),
  subject: z.string(),
  to: z.string(),
  at: dateTime,
  sentAt: dateTime.nullable(),
  state: z.enum(['sent', 'waiting', 'failed', 'withdrawn']),
  /** Its text can be seen, and it can be sent again: it holds nothing that is worth money to its reader. */
  isOpen: z.boolean(),
  /** This person may send it again: it is about a shipment of theirs, or they may change the whole order. */
  isOwn: z.boolean(),
});

const orderNote = z.object({
  id: z.uuid(),
  text: z.string(),
  at: dateTime,
  by: z.string(),
  isOwn: z.boolean(),
  /** Names of the colleagues it is meant for. */
  mentions: z.array(z.string()),
});

const place = {
  street: z.array(z.string()),
  city: z.string(),
  region: z.object({ regionId: z.int(), region: z.string() }),
};

const deskOrder = detailOf({
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
  /** Their account; null: a guest's. */
  customerId: z.uuid().nullable(),
  customerOrders: z.int(),
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
  /** The IVA of its delivery, and of its lines and its delivery together. */
  shippingIva: seenAmount,
  iva: seenAmount,
  donation: seenAmount,
  discount: seenAmount,
  total: seenAmount,
  paid: seenAmount,
  refunded: seenAmount,
  /** The amount that the buyer still has to pay. */
  due: seenAmount,
  /** The amount that may still be refunded of the order; `shippingLeft`: of its delivery. */
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
      /** The IVA that it takes off the invoice (record 0092); null: made before refunds stored it. */
      iva: amount.nullable(),
      to: z.string(),
      state: z.string(),
      reason: z.string().nullable(),
      at: dateTime,
    }),
  ),
  /** Refunds that wait for another person (WORK-19), oldest first. They reserve nothing: two may wait for one unit (record 0088). */
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
  /** Tax documents: none are issued yet. */
  documents: z.array(z.object({ id: z.uuid() })),
  mails: z.array(orderMail),
  notes: z.array(orderNote),
  /** Newest first. */
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
  /** This person may change what belongs to the whole order: all of it leaves from places of theirs (record 0086). */
  isOwn: z.boolean(),
});
export type DeskOrder = z.infer<typeof deskOrder>['data'];

const orderErrors = ['ORDER_NOT_FOUND'] as const;
const changeErrors = [...orderErrors, 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED', 'FORBIDDEN'] as const;
const of = { slice: 'orders', auth: 'staff', touches: 'places', params: orderParams } as const;

export const getDeskOrder = endpoint({
  ...of,
  name: 'getDeskOrder',
  method: 'GET',
  path: '/v1/admin/orders/{number}',
  permission: 'orders.read',
  limit: 'staffRead',
  summary: 'An order with all that is known of it (WORK-05)',
  answers: { 200: deskOrder },
  errors: orderErrors,
});

const street = z.array(neededText(100)).min(1).max(2);

/** Fields of an order that may be corrected until it is packed (WORK-22); fields that are left out stay. */
export const orderCorrection = z.strictObject({
  version,
  contact: z
    .strictObject({
      email: emailAddress('profile').optional(),
      firstName: personName.optional(),
      lastName: personName.optional(),
      phone: phoneNumber.optional(),
    })
    .optional(),
  shippingAddress: z
    .strictObject({
      firstname: personName.optional(),
      lastname: personName.optional(),
      telephone: phoneNumber.optional(),
      street: street.optional(),
      city: neededText(120).optional(),
      zone: plainText(40).optional(),
      /** Another department needs a manager (`settings.edit`). */
      region: z.int().optional(),
      reference: plainText(200).optional(),
      receiver: plainText(200).nullable().optional(),
    })
    .optional(),
  billingAddress: z
    .strictObject({
      firstname: plainText(200).optional(),
      lastname: plainText(150).optional(),
      nit: z.string().trim().min(1).max(30).optional(),
      documentType: z.enum(['CF', 'NIT', 'DPI', 'Pasaporte']).optional(),
      street: street.optional(),
      city: neededText(120).optional(),
    })
    .optional(),
  /** Another day that a shipment is promised for, of Guatemala; none that has passed. */
  promises: z
    .array(z.strictObject({ shipmentId: z.string().max(20), promisedOn: civilDate }))
    .min(1)
    .max(50)
    .optional(),
  tags: z.array(neededText(40)).max(20).optional(),
  assigneeId: z.uuid().nullable().optional(),
});
export type OrderCorrection = z.infer<typeof orderCorrection>;

export const correctOrder = endpoint({
  ...of,
  name: 'correctOrder',
  method: 'PATCH',
  path: '/v1/admin/orders/{number}',
  permission: 'orders.edit',
  limit: 'staffWrite',
  summary: 'Corrects an order until it is packed; its buyer is mailed what changed (WORK-22)',
  body: orderCorrection,
  answers: { 200: deskOrder },
  errors: changeErrors,
});

const verb = (name: string) => `/v1/admin/orders/{number}/${name}` as const;

export const cancelOrder = endpoint({
  ...of,
  name: 'cancelOrder',
  method: 'POST',
  path: verb('cancel'),
  permission: 'orders.cancel',
  limit: 'staffWrite',
  summary: 'Cancels an order, or so many more units of lines that are not packed (WORK-15)',
  body: z.strictObject({
    version,
    reason,
    lines: z
      .array(z.strictObject({ line: z.int().min(1), quantity: z.int().min(1).max(999) }))
      .min(1)
      .max(200)
      .optional(),
  }),
  answers: { 200: deskOrder },
  errors: [...changeErrors, 'REFUND_EXCEEDS_CAPTURED'],
});

export const replaceOrderLine = endpoint({
  ...of,
  name: 'replaceOrderLine',
  method: 'POST',
  path: verb('replace'),
  permission: 'orders.edit',
  limit: 'staffWrite',
  summary: 'Another product takes the place of the units of a line that nobody finds; what was charged stays (WORK-08)',
  /** `sku`: of the new product, or what a scan of it reads. `shipmentId`: lacks the units; without it the first that does. */
  body: z.strictObject({
    version,
    reason,
    line: z.int().min(1),
    sku: z.string().trim().min(1).max(60),
    shipmentId: z
      .string()
      .regex(/^\d{1,12}-\d{1,4}$/)
      .optional(),
  }),
  answers: { 200: deskOrder },
  errors: [...changeErrors, 'PRODUCT_NOT_FOUND'],
});

export const holdOrder = endpoint({
  ...of,
  name: 'holdOrder',
  method: 'POST',
  path: verb('hold'),
  permission: 'orders.edit',
  limit: 'staffWrite',
  summary: 'Holds an order: nothing of it is prepared (WORK-24)',
  body: z.strictObject({ version, reason }),
  answers: { 200: deskOrder },
  errors: changeErrors,
});

export const releaseOrder = endpoint({
  ...of,
  name: 'releaseOrder',
  method: 'POST',
  path: verb('release'),
  permission: 'orders.review',
  limit: 'staffWrite',
  summary: 'Lets a held order go on (WORK-24)',
  body: z.strictObject({ version, reason }),
  answers: { 200: deskOrder },
  errors: changeErrors,
});

export const addOrderNote = endpoint({
  ...of,
  name: 'addOrderNote',
  method: 'POST',
  path: verb('notes'),
  permission: 'orders.read',
  limit: 'staffWrite',
  summary: 'A note that its buyer never sees; colleagues who are mentioned are mailed that it is there (WORK-23)',
  body: z.strictObject({ text: neededText(2_000), mentions: z.array(z.uuid()).max(10).default([]) }),
  answers: { 201: deskOrder },
  errors: orderErrors,
});

export const listColleagues = endpoint({
  name: 'listColleagues',
  slice: 'orders',
  auth: 'staff',
  touches: 'nothing',
  method: 'GET',
  path: '/v1/admin/colleagues',
  permission: 'orders.read',
  limit: 'staffRead',
  summary: 'Who works at the desk, for assigning an order and mentioning somebody in a note (WORK-23)',
  answers: { 200: enveloped(z.array(z.object({ id: z.uuid(), name: z.string() }))) },
  errors: [],
});

export const removeOrderNote = endpoint({
  ...of,
  name: 'removeOrderNote',
  method: 'DELETE',
  path: '/v1/admin/orders/{number}/notes/{id}',
  permission: 'orders.read',
  limit: 'staffWrite',
  summary: 'Takes back a note of one’s own',
  params: orderParams.extend({ id: z.uuid() }),
  answers: { 200: deskOrder },
  errors: [...orderErrors, 'NOT_FOUND'],
});

export const getOrderMail = endpoint({
  ...of,
  name: 'getOrderMail',
  method: 'GET',
  path: '/v1/admin/orders/{number}/mails/{id}',
  permission: 'orders.edit',
  limit: 'staffRead',
  summary: 'A mail of an order as it was sent, the tokens of its links and the code of its pickup masked (WORK-23)',
  params: orderParams.extend({ id: z.uuid() }),
  answers: { 200: enveloped(orderMail.extend({ html: z.string(), text: z.string() })) },
  errors: [...orderErrors, 'NOT_FOUND'],
});

export const resendOrderMail = endpoint({
  ...of,
  name: 'resendOrderMail',
  method: 'POST',
  path: verb('mails'),
  permission: 'orders.edit',
  limit: 'staffWrite',
  summary: 'Sends the last mail of a kind again, to whom it went or to the corrected address; five a day (WORK-23)',
  body: z.strictObject({ kind: z.string().trim().min(1).max(60), to: emailAddress('profile').optional() }),
  answers: { 201: deskOrder },
  errors: [...orderErrors, 'NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED'],
});
