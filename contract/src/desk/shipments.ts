import { shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { shipmentStates } from '@ceiba/domain/orders/shipment';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, civilDate, dateTime, enveloped } from '../shapes.ts';
import { detailOf, idParams, reason, scanId, typedAmount, version } from './changes.ts';
import { declareList } from './list.ts';
import { exportEndpoint, fileAnswer, listEndpoint } from './list-calls.ts';

export const shipmentState = z.enum(shipmentStates);
const slice = 'shipments';

/** One of these shows a shipment: people who pick, send or hand over see it, too. */
const reading = ['shipments.read', 'shipments.pick', 'shipments.send', 'shipments.deliver'] as const;
/** One of these moves a shipment in some state; `orders.edit` closes what nobody picks or brings (WORK-02). */
const moving = ['shipments.pick', 'shipments.send', 'shipments.deliver', 'orders.cancel', 'orders.edit'] as const;

export const shipmentList = declareList({
  name: 'shipments',
  title: 'Preparación',
  slice,
  permission: 'shipments.read',
  id: 'id',
  columns: {
    id: { label: 'Envío', kind: 'link' },
    state: { label: 'Estado', kind: 'state', values: shipmentStateLabels },
    // Its state says so, too.
    isLate: { label: 'Atrasado', kind: 'flag', isHidden: true },
    isHeld: { label: 'Detenida', kind: 'flag', isHidden: true },
    promisedOn: { label: 'Prometido', kind: 'date' },
    destination: { label: 'Entrega', kind: 'text' },
    // Chosen above the list.
    storeCode: { label: 'Lugar', kind: 'text', isHidden: true },
    courier: { label: 'Sale por', kind: 'text' },
    since: { label: 'Desde', kind: 'moment' },
    units: { label: 'Unidades', kind: 'number' },
    cashToCollect: { label: 'Cobra al entregar', kind: 'money' },
    trackingNumber: { label: 'Guía', kind: 'text', isHidden: true },
    attempts: { label: 'Intentos', kind: 'number', isHidden: true },
    orderNumber: { label: 'Orden', kind: 'text', isHidden: true },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: shipmentStateLabels },
    storeCode: { kind: 'text', label: 'Lugar', names: 'place' },
    courier: { kind: 'text', label: 'Sale por', names: 'carrier' },
    late: { kind: 'flag', label: 'Atrasado' },
    held: { kind: 'flag', label: 'Orden detenida' },
    cash: { kind: 'flag', label: 'En efectivo' },
    pickup: { kind: 'flag', label: 'Recoger en tienda' },
    promised: { kind: 'dates', label: 'Prometido' },
  },
  sorts: ['promisedOn', 'since'],
  search: 'Orden, envío o guía',
});

const row = z.object({
  id: z.string(),
  orderNumber: z.string(),
  state: shipmentState,
  isLate: z.boolean(),
  /** Its order is held (WORK-24): nobody takes it. */
  isHeld: z.boolean(),
  isPickup: z.boolean(),
  promisedOn: civilDate.nullable(),
  /** Municipality and department, or the name of the store that hands it out. */
  destination: z.string(),
  /** Where it is prepared; null: it has no goods. */
  storeCode: z.string().nullable(),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  since: dateTime,
  units: z.int(),
  attempts: z.int(),
  cashToCollect: amount,
});

/** Those that have not ended, unless states are asked for. */
export const listShipments = listEndpoint('listShipments', shipmentList, row);
export const exportShipments = exportEndpoint('exportShipments', shipmentList);

/** Other places its units come from, by a transfer (WORK-31). */
export const comesFrom = z.array(z.object({ storeCode: z.string(), name: z.string(), quantity: z.int() }));

export const shipmentLine = z.object({
  line: z.int(),
  sku: z.string(),
  /** Other codes that a scan of it may read (BUY-07). */
  codes: z.array(z.string()),
  title: z.string(),
  picture: z.string(),
  /** Units that go with this shipment, canceled ones not among them. */
  quantity: z.int(),
  picked: z.int(),
  /** Units that nobody finds anywhere (WORK-08). */
  missing: z.int(),
  /** Goods are scanned one by one; services and gift cards are not. */
  isGoods: z.boolean(),
  needsSerial: z.boolean(),
  serials: z.array(z.string()),
  comesFrom,
});

const shipmentDetail = detailOf({
  ...row.shape,
  sellerId: z.int(),
  /** When it is late (WORK-04); null: nothing waits for it, or a job has not said yet. */
  dueAt: dateTime.nullable(),
  parcels: z.int(),
  receiver: z.string().nullable(),
  /** The amount that was truly collected; null: nothing yet, or nothing had to be. */
  cashCollected: amount.nullable(),
  reason: z.string().nullable(),
  pickId: z.string().nullable(),
  hasProof: z.boolean(),
  /** Its goods are back (WORK-11). */
  receivedAt: dateTime.nullable(),
  /** The shipment that its units left again as; null: they did not. */
  sentAgainAs: z.string().nullable(),
  /** The buyer: the person who hands it over calls them by their name. */
  buyer: z.object({ name: z.string(), phone: z.string() }),
  /** The till that took its cash when it was handed over at its store, and the movement that its receipt is of. */
  receipt: z.object({ tillId: z.uuid(), movementId: z.string() }).nullable(),
  /** States this person may move it to now. */
  moves: z.array(shipmentState),
  lines: z.array(shipmentLine),
});

export const courierName = z.string().trim().min(1).max(60);
export const parcelCount = z.int().min(1).max(99);

export const read = { slice, auth: 'staff', touches: 'places', limit: 'staffRead' } as const;
export const changing = { slice, auth: 'staff', touches: 'places', method: 'POST', limit: 'staffWrite' } as const;
/** Refusals of any change of a shipment. */
const changeErrors = ['NOT_FOUND', 'FORBIDDEN', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'] as const;

export const getShipment = endpoint({
  ...read,
  name: 'getShipment',
  method: 'GET',
  path: '/v1/admin/shipments/{id}',
  permission: reading,
  summary: 'A shipment, by its sub-order number (DEC-206)',
  params: idParams,
  answers: { 200: shipmentDetail },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

/** Each move needs a permission of its own: `domain/src/orders/shipment.ts` says which. A person without any of them learns nothing here. */
export const moveShipment = endpoint({
  ...changing,
  name: 'moveShipment',
  path: '/v1/admin/shipments/{id}/move',
  permission: moving,
  summary: 'Moves a shipment along the table of WORK-01',
  params: idParams,
  body: z.strictObject({
    to: shipmentState,
    version,
    courier: courierName.optional(),
    trackingNumber: z.string().trim().min(1).max(60).optional(),
    parcels: parcelCount.optional(),
    receiver: z.string().trim().min(1).max(100).optional(),
    amountReceived: typedAmount(0).optional(),
    /** Cash that the buyer handed over at the counter: the part above `amountReceived` was their change. */
    handedOver: typedAmount(0).optional(),
    /** Where the cash of a pickup is taken (CASH-03); without it, the only open till of its store. */
    tillId: z.uuid().optional(),
    /** Six digits of a pickup (WORK-13). */
    code: z.string().trim().min(1).max(12).optional(),
    reason: reason.optional(),
  }),
  answers: { 200: shipmentDetail },
  errors: [...changeErrors, 'APPROVAL_REQUIRED', 'TILL_CLOSED'],
});

export const changeShipment = endpoint({
  ...changing,
  name: 'changeShipment',
  method: 'PATCH',
  path: '/v1/admin/shipments/{id}',
  permission: 'shipments.send',
  summary: 'Corrects courier, tracking number or parcels of what was sent (WORK-11)',
  params: idParams,
  body: z.strictObject({
    version,
    reason,
    courier: courierName.optional(),
    trackingNumber: z.string().trim().min(1).max(60).optional(),
    parcels: parcelCount.optional(),
  }),
  answers: { 200: shipmentDetail },
  errors: changeErrors,
});

const lineUnits = z.strictObject({ line: z.int().min(0), quantity: z.int().min(1).max(999) });

export const splitShipment = endpoint({
  ...changing,
  name: 'splitShipment',
  path: '/v1/admin/shipments/{id}/split',
  permission: 'shipments.pick',
  summary: 'Moves units to a new shipment; answers the new one (WORK-10)',
  params: idParams,
  body: z.strictObject({ version, lines: z.array(lineUnits).min(1).max(200) }),
  answers: { 201: shipmentDetail },
  errors: changeErrors,
});

export const sendAgain = endpoint({
  ...changing,
  name: 'sendAgain',
  path: '/v1/admin/shipments/{id}/again',
  permission: 'returns.receive',
  summary:
    'What came back of a shipment that was brought in vain leaves again as a new one, which is answered (WORK-11)',
  params: idParams,
  body: z.strictObject({ version, reason }),
  answers: { 201: shipmentDetail },
  errors: changeErrors,
});

export const scanShipment = endpoint({
  ...changing,
  name: 'scanShipment',
  path: '/v1/admin/shipments/{id}/scan',
  permission: 'shipments.pick',
  summary: 'Confirms one unit; the same scanId counts once (WORK-07)',
  params: idParams,
  body: z.strictObject({
    scanId,
    code: z.string().trim().min(1).max(60),
    serial: z.string().trim().min(1).max(60).optional(),
  }),
  answers: { 200: shipmentDetail },
  errors: ['NOT_FOUND', 'SCAN_UNKNOWN', 'SCAN_WRONG', 'TRANSITION_NOT_ALLOWED'],
});

export const findPickups = endpoint({
  ...read,
  name: 'findPickups',
  method: 'GET',
  path: '/v1/admin/pickups',
  permission: 'shipments.deliver',
  summary: 'What waits at a store, by order number, phone or a part of the name of who bought it; at most 20 (WORK-13)',
  query: z.strictObject({ q: z.string().trim().min(1).max(100) }),
  answers: {
    200: enveloped(
      z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          phone: z.string(),
          storeName: z.string(),
          units: z.int(),
          cashToCollect: amount,
          since: dateTime,
        }),
      ),
    ),
  },
  errors: [],
});

export const missUnits = endpoint({
  ...changing,
  name: 'missUnits',
  path: '/v1/admin/shipments/{id}/missing',
  permission: 'shipments.pick',
  summary: 'Units that are not where they are claimed (WORK-08)',
  params: idParams,
  /** `storeCode`: where somebody searched; without it, where the shipment is prepared. Only what is claimed there can be missing there. */
  body: z.strictObject({ version, ...lineUnits.shape, storeCode: z.string().trim().min(1).max(32).optional() }),
  answers: { 200: shipmentDetail },
  errors: changeErrors,
});

export const receiveShipment = endpoint({
  ...changing,
  name: 'receiveShipment',
  path: '/v1/admin/shipments/{id}/receive',
  permission: 'returns.receive',
  summary: 'The goods of an undelivered shipment are back: on the shelf, or written off (WORK-11)',
  params: idParams,
  body: z.strictObject({ version, fate: z.enum(['restock', 'scrap']) }),
  answers: { 200: shipmentDetail },
  errors: changeErrors,
});

export const proofMaxBytes = 5_000_000;

export const saveProof = endpoint({
  ...changing,
  name: 'saveProof',
  path: '/v1/admin/shipments/{id}/proof',
  permission: 'shipments.deliver',
  summary: 'A photo of its handing over, or a signature (WORK-12)',
  params: idParams,
  form: { files: 'photos', most: 1, maxBytes: proofMaxBytes },
  body: z.strictObject({ photos: z.array(z.file().max(proofMaxBytes)).max(1).default([]) }),
  answers: { 200: shipmentDetail },
  errors: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'RETURN_IMAGE_INVALID', 'UPLOAD_TOO_SLOW', 'UPSTREAM_UNAVAILABLE'],
});

export const getProof = endpoint({
  ...read,
  name: 'getProof',
  method: 'GET',
  path: '/v1/admin/shipments/{id}/proof',
  permission: reading,
  summary: 'The photo or signature of its handing over',
  params: idParams,
  file: 'image/webp',
  answers: { 200: fileAnswer },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

/** Lines that nobody finds anywhere (WORK-08): support agrees with their buyers what becomes of them. */
export const missingLineList = declareList({
  name: 'missing-lines',
  title: 'Renglones sin existencias',
  slice,
  permission: 'orders.edit',
  id: 'id',
  columns: {
    shipmentId: { label: 'Envío', kind: 'link' },
    title: { label: 'Producto', kind: 'text' },
    sku: { label: 'Código', kind: 'text' },
    missing: { label: 'Faltan', kind: 'number' },
    customer: { label: 'Cliente', kind: 'text', isPersonal: true },
    phone: { label: 'Teléfono', kind: 'text', isPersonal: true },
    promisedOn: { label: 'Prometido', kind: 'date' },
    storeCode: { label: 'Lugar', kind: 'text', isHidden: true },
    since: { label: 'Desde', kind: 'moment' },
  },
  filters: {
    storeCode: { kind: 'text', label: 'Lugar', names: 'place' },
    promised: { kind: 'dates', label: 'Prometido' },
  },
  sorts: ['since', 'promisedOn', '-missing'],
  search: 'Número de orden o código del producto',
});

const missingLine = z.object({
  /** `{shipment}.{line}`. */
  id: z.string(),
  shipmentId: z.string(),
  orderNumber: z.string(),
  line: z.int(),
  sku: z.string(),
  title: z.string(),
  missing: z.int(),
  customer: z.string(),
  phone: z.string(),
  promisedOn: civilDate.nullable(),
  storeCode: z.string().nullable(),
  since: dateTime,
});
export const listMissingLines = listEndpoint('listMissingLines', missingLineList, missingLine);
export const exportMissingLines = exportEndpoint('exportMissingLines', missingLineList);
