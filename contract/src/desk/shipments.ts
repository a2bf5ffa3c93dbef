import { shipmentStates } from '@ceiba/domain/orders/shipment';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, civilDate, dateTime, enveloped } from '../shapes.ts';
import { detailOf, idParams, reason, scanId, typedAmount, version } from './changes.ts';
import { exportEndpoint, fileAnswer, listEndpoint } from './list-calls.ts';
import { missingLineList } from './lists/missing-lines.ts';
import { shipmentList } from './lists/shipments.ts';
import { moveFields } from './shipment-fields.ts';

export const shipmentState = z.enum(shipmentStates);
const slice = 'shipments';

/** Permissions that show a shipment. One is enough. People who pick, send or hand over see it, too. */
const reading = ['shipments.read', 'shipments.pick', 'shipments.send', 'shipments.deliver'] as const;
/** Permissions that move a shipment in some state. `orders.edit` closes shipments that need no picking and no courier (WORK-02). */
const moving = ['shipments.pick', 'shipments.send', 'shipments.deliver', 'orders.cancel', 'orders.edit'] as const;

const row = z.object({
  id: z.string(),
  orderNumber: z.string(),
  state: shipmentState,
  isLate: z.boolean(),
  /** True if its order is held, so that the shipment may not be picked (WORK-24). */
  isHeld: z.boolean(),
  /** True if its units have not come: of a presale (WORK-32), or with a transfer (WORK-31). It is not prepared meanwhile. */
  awaitsGoods: z.boolean(),
  isPickup: z.boolean(),
  promisedOn: civilDate.nullable(),
  /** Municipality and department, or the name of the store that hands the shipment out. */
  destination: z.string(),
  /** The place that prepares the shipment. Null if the shipment has no goods. */
  storeCode: z.string().nullable(),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  since: dateTime,
  units: z.int(),
  attempts: z.int(),
  cashToCollect: amount,
});

/** Lists shipments that have not ended, unless the query has states. */
export const listShipments = listEndpoint('listShipments', shipmentList, row);
export const exportShipments = exportEndpoint('exportShipments', shipmentList);

/** Other places from which its units come by transfer (WORK-31). */
export const comesFrom = z.array(z.object({ storeCode: z.string(), name: z.string(), quantity: z.int() }));

export const shipmentLine = z.object({
  line: z.int(),
  sku: z.string(),
  /** Other codes that a scan of the product may read (BUY-07). */
  codes: z.array(z.string()),
  title: z.string(),
  picture: z.string(),
  /** Units in this shipment, without canceled ones. */
  quantity: z.int(),
  picked: z.int(),
  /** Units that were not found at any place (WORK-08). */
  missing: z.int(),
  /** True for goods, which are scanned one by one. Services and gift cards are not scanned. */
  isGoods: z.boolean(),
  needsSerial: z.boolean(),
  serials: z.array(z.string()),
  comesFrom,
});

const shipmentDetail = detailOf({
  ...row.shape,
  sellerId: z.int(),
  /**
   * Time at which the shipment becomes late (WORK-04). Null if the shipment has no limit, or the job has not computed
   * the time yet.
   */
  dueAt: dateTime.nullable(),
  parcels: z.int(),
  receiver: z.string().nullable(),
  /** The amount that was really collected. Null if no amount was collected yet, or no amount was due. */
  cashCollected: amount.nullable(),
  reason: z.string().nullable(),
  pickId: z.string().nullable(),
  hasProof: z.boolean(),
  /** Time at which the goods came back (WORK-11). */
  receivedAt: dateTime.nullable(),
  /** The shipment in which the units left again. Null if the units did not leave again. */
  sentAgainAs: z.string().nullable(),
  /** Transfers that still bring units of the shipment (T-12), with the place that sends them. */
  transfers: z.array(z.object({ number: z.string(), from: z.string() })),
  /** The buyer. The person who hands the shipment over can use the name. */
  buyer: z.object({ name: z.string(), phone: z.string() }),
  /** The till that took the cash at the store, and the movement with its receipt. */
  receipt: z.object({ tillId: z.uuid(), movementId: z.string() }).nullable(),
  /** States to which this person may move the shipment now. */
  moves: z.array(shipmentState),
  lines: z.array(shipmentLine),
});
export type Shipment = z.infer<typeof shipmentDetail>['data'];

export const courierName = z.string().trim().min(1).max(moveFields.courier.max);
const trackingNumber = z.string().trim().min(1).max(moveFields.trackingNumber.max);
export const parcelCount = z.int().min(moveFields.parcels.min).max(moveFields.parcels.max);

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
  summary: 'Returns a shipment, by its sub-order number (DEC-206)',
  params: idParams,
  answers: { 200: shipmentDetail },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

/**
 * Each move needs its own permission, listed in `domain/src/orders/shipment.ts`. For a person without any of these permissions,
 * the response reveals nothing.
 */
export const moveShipment = endpoint({
  ...changing,
  name: 'moveShipment',
  path: '/v1/admin/shipments/{id}/move',
  permission: moving,
  summary: 'Moves a shipment to another state, by the table of WORK-01',
  params: idParams,
  body: z.strictObject({
    to: shipmentState,
    version,
    courier: courierName.optional(),
    trackingNumber: trackingNumber.optional(),
    parcels: parcelCount.optional(),
    receiver: z.string().trim().min(1).max(moveFields.receiver.max).optional(),
    amountReceived: typedAmount(0).optional(),
    /** Cash that the buyer handed over at the counter. The part above `amountReceived` was change. */
    handedOver: typedAmount(0).optional(),
    /** The till that takes the cash of a pickup (CASH-03). The default is the store's only open till. */
    tillId: z.uuid().optional(),
    /** The six digits of a pickup (WORK-13). */
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
  summary: 'Corrects courier, tracking number or parcels of a shipment that was sent (WORK-11)',
  params: idParams,
  body: z.strictObject({
    version,
    reason,
    courier: courierName.optional(),
    trackingNumber: trackingNumber.optional(),
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
  summary: 'Moves units to a new shipment, and returns it (WORK-10)',
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
    'Sends the returned goods of an undelivered shipment again, in a new shipment, and returns that shipment (WORK-11)',
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
  summary:
    'Lists shipments that wait at a store, by order number, phone or a part of the buyer’s name; at most 20 (WORK-13)',
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
  summary: 'Reports units that are not where they are claimed (WORK-08)',
  params: idParams,
  /** `storeCode`: the place that was searched. By default the place that prepares the shipment. Only units claimed there can be missing there. */
  body: z.strictObject({ version, ...lineUnits.shape, storeCode: z.string().trim().min(1).max(32).optional() }),
  answers: { 200: shipmentDetail },
  errors: changeErrors,
});

export const receiveShipment = endpoint({
  ...changing,
  name: 'receiveShipment',
  path: '/v1/admin/shipments/{id}/receive',
  permission: 'returns.receive',
  summary: 'Records that the goods of an undelivered shipment are back: on the shelf, or written off (WORK-11)',
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
  summary: 'Stores a photo of the handover of a shipment, or a signature (WORK-12)',
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
  summary: 'Returns the photo or signature of the handover of a shipment',
  params: idParams,
  file: 'image/webp',
  answers: { 200: fileAnswer },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
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
