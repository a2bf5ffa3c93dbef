import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime } from '../shapes.ts';
import { detailOf, keysOf, reason, version } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { supplierNoteList, supplierNoteStates } from './lists/supplier-notes.ts';
import { maxUnits } from './stock-fields.ts';
import { maxNoteLines, settledAs, supplierNoteFields } from './supplier-note-fields.ts';

const states = keysOf(supplierNoteStates);
const outcomes = keysOf(settledAs);

const row = {
  /** P-5 */
  number: z.string(),
  state: states,
  supplier: z.string(),
  storeName: z.string(),
  units: z.int(),
  createdAt: dateTime,
};
export const listSupplierNotes = listEndpoint('listSupplierNotes', supplierNoteList, z.object(row));
export const exportSupplierNotes = exportEndpoint('exportSupplierNotes', supplierNoteList);

const supplierNote = detailOf({
  ...row,
  storeCode: z.string(),
  reason: z.string(),
  /** The supplier's credit note, or the paper of the replacement. */
  reference: z.string().nullable(),
  createdBy: z.string(),
  endedAt: dateTime.nullable(),
  endedBy: z.string().nullable(),
  lines: z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.int() })),
});

const slice = 'supplier-notes';
const shared = { slice, auth: 'staff', touches: 'places' } as const;
const changing = { ...shared, method: 'POST', permission: 'stock.move', limit: 'staffWrite' } as const;
const params = z.strictObject({ number: z.string().regex(/^P-\d{1,9}$/) });

export const createSupplierNote = endpoint({
  ...changing,
  idempotent: true,
  name: 'createSupplierNote',
  path: '/v1/admin/supplier-notes',
  summary: 'Sends defective units back to their supplier. The units leave the stock on a note (BUY-09)',
  body: z.strictObject({
    storeCode: z.string().trim().min(1).max(32),
    supplier: z.string().trim().min(1).max(supplierNoteFields.supplier.max),
    reason,
    lines: z
      .array(z.strictObject({ sku: z.string().trim().min(1).max(64), quantity: z.int().min(1).max(maxUnits) }))
      .min(1, 'Agrega al menos un producto.')
      .max(maxNoteLines),
  }),
  answers: { 201: supplierNote },
  errors: ['STORE_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'STOCK_WOULD_BE_NEGATIVE'],
});

export const getSupplierNote = endpoint({
  ...shared,
  method: 'GET',
  permission: ['stock.read', 'stock.move'],
  limit: 'staffRead',
  name: 'getSupplierNote',
  path: '/v1/admin/supplier-notes/{number}',
  summary: 'Returns a note of goods that went back to their supplier',
  params,
  answers: { 200: supplierNote },
  errors: ['NOT_FOUND'],
});

export const settleSupplierNote = endpoint({
  ...changing,
  idempotent: true,
  name: 'settleSupplierNote',
  path: '/v1/admin/supplier-notes/{number}/settle',
  summary:
    'Ends a note: the supplier gave credit, or replaced the goods. Replaced goods are added to the stock of their place (BUY-09)',
  params,
  body: z.strictObject({
    version,
    outcome: outcomes,
    reference: z.string().trim().min(1).max(supplierNoteFields.reference.max),
  }),
  answers: { 200: supplierNote },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});
