import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime } from '../shapes.ts';
import { detailOf, scanId, version } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { manifestList, maxForgotten } from './lists/manifests.ts';

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

const manifestRow = {
  /** For example "M-2214". */
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
  /** Number of shipments that are paid at the door, and the amount to collect. */
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

const manifest = detailOf({
  ...totals,
  /** The newest rows first. */
  rows: z.array(scannedRow),
  /** Parcels packed at this place, for this courier or without a courier, that are on no open manifest. */
  forgotten: z.array(z.object({ shipmentId: z.string(), destination: z.string() })),
});

/** A manifest with only its scanned row. Otherwise each scan would return all rows. */
const scanned = detailOf({
  ...totals,
  /** The scanned row. Null if the scan was counted on another manifest. */
  row: scannedRow.nullable(),
  /** The number of parcels that `getManifest` lists as forgotten now. */
  forgotten: z.int(),
});

const idParams = z.strictObject({ id: z.string().regex(/^M-\d{1,15}$/) });
const of = <const V extends string>(verb: V) => `/v1/admin/manifests/{id}/${verb}` as const;
const shipmentId = z.string().trim().min(1).max(60);

export const openManifest = endpoint({
  ...sending,
  name: 'openManifest',
  path: '/v1/admin/manifests',
  summary: 'Returns the open manifest of a courier at a store. Opens a manifest if there is no open manifest (WORK-27)',
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
  summary: 'Returns a manifest with its shipments, and the packed ones that are on no manifest',
  params: idParams,
  answers: { 200: manifest },
  errors: ['NOT_FOUND'],
});

export const scanManifest = endpoint({
  ...sending,
  name: 'scanManifest',
  path: of('scan'),
  summary: 'Adds a packed shipment to a manifest, by its code or tracking number; the same scanId counts once',
  params: idParams,
  body: z.strictObject({ scanId, code: shipmentId }),
  answers: { 200: scanned },
  errors: ['NOT_FOUND', 'SCAN_UNKNOWN', 'SCAN_WRONG', 'IN_USE', 'TRANSITION_NOT_ALLOWED'],
});

export const removeFromManifest = endpoint({
  ...sending,
  name: 'removeFromManifest',
  path: of('remove'),
  summary: 'Removes a shipment from a manifest',
  params: idParams,
  body: z.strictObject({ shipmentId }),
  answers: { 200: manifest },
  errors: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
});

export const closeManifest = endpoint({
  ...sending,
  name: 'closeManifest',
  path: of('close'),
  summary: 'Sends off the shipments of a manifest, and freezes it',
  params: idParams,
  /** `left`: the number of forgotten parcels that the person saw. If more have been packed since then, the manifest stays open. */
  body: z.strictObject({ version, left: z.int().min(0).max(maxForgotten).optional() }),
  answers: { 200: manifest },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});
