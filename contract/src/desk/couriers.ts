import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime } from '../shapes.ts';
import { detailOf, scanId, version } from './changes.ts';
import { declareList } from './list.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';

const slice = 'couriers';
const reading = { slice, auth: 'staff', permission: ['shipments.send', 'cash.read'], limit: 'staffRead' } as const;
const sending = {
  slice,
  auth: 'staff',
  method: 'POST',
  permission: 'shipments.send',
  touches: 'places',
  limit: 'staffWrite',
} as const;

const courierCode = z.string().regex(/^[a-z0-9-]{1,40}$/);

const states = { open: 'Abierto', closed: 'Cerrado' } as const;

export const manifestList = declareList({
  name: 'manifests',
  title: 'Manifiestos',
  slice,
  permission: ['shipments.send', 'cash.read'],
  id: 'id',
  columns: {
    id: { label: 'Manifiesto', kind: 'link' },
    state: { label: 'Estado', kind: 'state', values: states },
    courierName: { label: 'Mensajería', kind: 'text' },
    storeName: { label: 'Lugar', kind: 'text' },
    openedAt: { label: 'Abierto desde', kind: 'moment' },
    closedAt: { label: 'Cerrado', kind: 'moment' },
    shipments: { label: 'Envíos', kind: 'number' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: states },
    storeCode: { kind: 'text', label: 'Lugar', names: 'place' },
    courier: { kind: 'text', label: 'Mensajería', names: 'courier' },
    opened: { kind: 'dates', label: 'Abierto' },
  },
  sorts: ['-openedAt'],
});

const manifestRow = {
  /** M-2214 */
  id: z.string(),
  state: z.enum(['open', 'closed']),
  courier: z.string(),
  courierName: z.string(),
  storeCode: z.string(),
  storeName: z.string(),
  openedAt: dateTime,
  closedAt: dateTime.nullable(),
  shipments: z.int(),
};
export const listManifests = listEndpoint('listManifests', manifestList, z.object(manifestRow));
export const exportManifests = exportEndpoint('exportManifests', manifestList);

const totals = {
  ...manifestRow,
  parcels: z.int(),
  /** Shipments that are paid at the door, and what is to be collected. */
  withCash: z.int(),
  cash: amount,
};

const scannedRow = z.object({
  shipmentId: z.string(),
  destination: z.string(),
  trackingNumber: z.string().nullable(),
  parcels: z.int(),
  cash: amount,
  scannedAt: dateTime,
});

/** At most so many forgotten parcels are named, and counted. */
export const mostForgotten = 200;

const manifest = detailOf({
  ...totals,
  /** The newest first. */
  rows: z.array(scannedRow),
  /** Packed at this place, for this courier or for any, and on no open manifest. */
  forgotten: z.array(z.object({ shipmentId: z.string(), destination: z.string() })),
});

/** Without its other rows, which would be all of them with each scan. */
const scanned = detailOf({
  ...totals,
  /** What was scanned; null: it was on another manifest that this scan was counted. */
  row: scannedRow.nullable(),
  /** How many `getManifest` names as forgotten now. */
  forgotten: z.int(),
});

const idParams = z.strictObject({ id: z.string().regex(/^M-\d{1,15}$/) });
const of = <const V extends string>(verb: V) => `/v1/admin/manifests/{id}/${verb}` as const;
const shipmentId = z.string().trim().min(1).max(60);

export const openManifest = endpoint({
  ...sending,
  name: 'openManifest',
  path: '/v1/admin/manifests',
  summary: 'The open manifest of a courier at a store: a new one where there is none (WORK-27)',
  body: z.strictObject({ courier: courierCode, storeCode: z.string().trim().min(1).max(32) }),
  answers: { 201: manifest },
  errors: ['STORE_NOT_FOUND', 'NOT_FOUND'],
});

export const getManifest = endpoint({
  ...reading,
  name: 'getManifest',
  touches: 'places',
  method: 'GET',
  path: '/v1/admin/manifests/{id}',
  summary: 'A manifest with its shipments, and those that are packed and on none',
  params: idParams,
  answers: { 200: manifest },
  errors: ['NOT_FOUND'],
});

export const scanManifest = endpoint({
  ...sending,
  name: 'scanManifest',
  path: of('scan'),
  summary: 'Puts a packed shipment on it, by its code or tracking number; the same scanId counts once',
  params: idParams,
  body: z.strictObject({ scanId, code: shipmentId }),
  answers: { 200: scanned },
  errors: ['NOT_FOUND', 'SCAN_UNKNOWN', 'SCAN_WRONG', 'IN_USE', 'TRANSITION_NOT_ALLOWED'],
});

export const removeFromManifest = endpoint({
  ...sending,
  name: 'removeFromManifest',
  path: of('remove'),
  summary: 'Takes a shipment off it',
  params: idParams,
  body: z.strictObject({ shipmentId }),
  answers: { 200: manifest },
  errors: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
});

export const closeManifest = endpoint({
  ...sending,
  name: 'closeManifest',
  path: of('close'),
  summary: 'Sends its shipments off and freezes it',
  params: idParams,
  /** `left`: how many forgotten parcels the person has seen; where more are packed by now, it stays open. */
  body: z.strictObject({ version, left: z.int().min(0).max(mostForgotten).optional() }),
  answers: { 200: manifest },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});
