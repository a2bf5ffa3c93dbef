import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { commaList, emptyAsAbsent } from '../shapes.ts';
import { idParams } from './changes.ts';
import { fileAnswer } from './list-calls.ts';

/** A letter-size sheet, or a strip of 80 mm (OFF-27). */
const sized = z.strictObject({ size: emptyAsAbsent(z.enum(['letter', 'strip']).optional()) });

const paper = {
  slice: 'papers',
  auth: 'staff',
  touches: 'places',
  method: 'GET',
  limit: 'staffFile',
  file: 'application/pdf',
  answers: { 200: fileAnswer },
} as const;

const shipmentIds = commaList.refine((ids) => ids.length >= 1 && ids.length <= 200, {
  error: 'Elige de 1 a 200 envíos.',
});

export const printLabels = endpoint({
  ...paper,
  name: 'printLabels',
  path: '/v1/admin/shipments/labels',
  permission: 'shipments.read',
  summary: 'Labels of shipments, one for each parcel, at most 200 (WORK-26)',
  query: z.strictObject({ ids: shipmentIds }),
  errors: ['NOT_FOUND'],
});

export const printPickLabels = endpoint({
  ...paper,
  name: 'printPickLabels',
  path: '/v1/admin/picks/{id}/labels',
  permission: 'shipments.read',
  summary: 'Labels of all shipments of a wave (WORK-26)',
  params: z.strictObject({ id: z.string().regex(/^\d{1,15}$/) }),
  errors: ['NOT_FOUND'],
});

export const printPickList = endpoint({
  ...paper,
  name: 'printPickList',
  path: '/v1/admin/picks/{id}/list',
  permission: 'shipments.pick',
  summary: 'Prints the picking list of a wave, in the order of its shelves (WORK-09)',
  params: z.strictObject({ id: z.string().regex(/^\d{1,15}$/) }),
  query: sized,
  errors: ['NOT_FOUND'],
});

export const printSlip = endpoint({
  ...paper,
  name: 'printSlip',
  path: '/v1/admin/shipments/{id}/slip',
  permission: 'shipments.read',
  summary: 'Prints the contents of a parcel, without prices, with the gift’s note (WORK-09)',
  params: idParams,
  query: sized,
  errors: ['NOT_FOUND'],
});

export const printReceipt = endpoint({
  ...paper,
  name: 'printReceipt',
  path: '/v1/admin/tills/{id}/movements/{movement}/receipt',
  permission: ['tills.use', 'tills.read'],
  summary: 'Prints the receipt of money that a till took or paid out (CASH-02)',
  params: z.strictObject({ id: z.uuid(), movement: z.string().regex(/^\d{1,15}$/) }),
  query: sized,
  errors: ['NOT_FOUND'],
});

export const printClosing = endpoint({
  ...paper,
  name: 'printClosing',
  path: '/v1/admin/tills/{id}/closings/{session}',
  permission: ['tills.use', 'tills.read'],
  summary: 'Prints the closing of a till, with all its movements',
  params: z.strictObject({ id: z.uuid(), session: z.uuid() }),
  query: sized,
  errors: ['NOT_FOUND'],
});

export const printManifest = endpoint({
  ...paper,
  name: 'printManifest',
  path: '/v1/admin/manifests/{id}/paper',
  permission: ['shipments.send', 'cash.read'],
  summary: 'Prints a manifest with its parcels, its cash and the places for signatures (WORK-27)',
  params: z.strictObject({ id: z.string().regex(/^M-\d{1,15}$/) }),
  errors: ['NOT_FOUND'],
});

export const printAdvisor = endpoint({
  ...paper,
  touches: 'shop',
  name: 'printAdvisor',
  path: '/v1/admin/advisors/{id}/page',
  permission: 'advisors.edit',
  summary: 'Prints the entry page of an advisor, with a link and its QR code (SALE-01)',
  params: z.strictObject({ id: z.string().regex(/^\d{1,9}$/) }),
  errors: ['NOT_FOUND'],
});
