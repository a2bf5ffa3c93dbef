import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';
import { detailOf, idParams, reason, version } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { transferList, transferStates } from './lists/transfers.ts';
import { maxUnits } from './stock-fields.ts';
import { maxTransferLines, type TransferFate, transferFates, transferFields } from './transfer-fields.ts';

const states = Object.keys(transferStates) as [keyof typeof transferStates, ...(keyof typeof transferStates)[]];
const fates = Object.keys(transferFates) as [TransferFate, ...TransferFate[]];

const row = {
  /** T-12 */
  number: z.string(),
  state: z.enum(states),
  fromName: z.string(),
  toName: z.string(),
  /** Units that were asked for, or sent without being asked for. */
  units: z.int(),
  inTransit: z.int(),
  createdAt: dateTime,
};
export const listTransfers = listEndpoint('listTransfers', transferList, z.object(row));
export const exportTransfers = exportEndpoint('exportTransfers', transferList);

const transfer = detailOf({
  ...row,
  fromStore: z.string(),
  toStore: z.string(),
  note: z.string(),
  createdBy: z.string(),
  sentAt: dateTime.nullable(),
  endedAt: dateTime.nullable(),
  closeReason: z.string().nullable(),
  /** The shipment for which it brings units (WORK-31). Null: none. */
  shipment: z.string().nullable(),
  lines: z.array(
    z.object({
      sku: z.string(),
      title: z.string(),
      /** Codes that a scanner may read on the product. */
      codes: z.array(z.string()),
      planned: z.int(),
      sent: z.int(),
      received: z.int(),
      returned: z.int(),
      lost: z.int(),
      inTransit: z.int(),
      /** Units that may be sent now: those to sell at the sender's place, and those that the shipment claims there. */
      available: z.int(),
    }),
  ),
  differences: z.array(
    z.object({
      sku: z.string(),
      title: z.string(),
      units: z.int(),
      fate: z.enum(fates),
      reason: z.string(),
      at: dateTime,
      by: z.string(),
    }),
  ),
});

const slice = 'transfers';
const changing = {
  slice,
  auth: 'staff',
  method: 'POST',
  permission: 'stock.move',
  touches: 'places',
  limit: 'staffWrite',
  idempotent: true,
} as const;
const params = z.strictObject({ number: z.string().regex(/^T-\d{1,9}$/) });
const of = <const V extends string>(verb: V) => `/v1/admin/transfers/{number}/${verb}` as const;

const sku = z.string().trim().min(1).max(64);
const quantity = z.int().min(1).max(maxUnits);

/** Lines of one body, each product once. */
const linesOf = <S extends z.ZodRawShape>(shape: S) =>
  z
    .array(z.strictObject({ sku, ...shape }))
    .max(maxTransferLines)
    .superRefine((lines, context) => {
      const skus = lines.map((line) => String(Reflect.get(line, 'sku')));
      if (new Set(skus).size < skus.length)
        context.addIssue({ code: 'custom', message: 'Cada producto va una sola vez.' });
    });

export const createTransfer = endpoint({
  ...changing,
  name: 'createTransfer',
  path: '/v1/admin/transfers',
  summary: 'Creates a transfer between two places, to be sent later (PROD-20)',
  body: z
    .strictObject({
      from: z.string().trim().min(1).max(32),
      to: z.string().trim().min(1).max(32),
      note: z.string().trim().max(transferFields.note.max).nullable().default(null),
      /** The requested goods. Without requested goods, the units that leave are scanned. */
      lines: linesOf({ quantity }),
    })
    .superRefine(({ from, to }, context) => {
      if (from === to) context.addIssue({ code: 'custom', message: 'Elige otro lugar.', path: ['to'] });
    }),
  answers: { 201: transfer },
  errors: ['STORE_NOT_FOUND', 'PRODUCT_NOT_FOUND'],
});

export const bringUnits = endpoint({
  ...changing,
  name: 'bringUnits',
  permission: 'shipments.pick',
  path: '/v1/admin/shipments/{id}/transfers',
  summary: 'Creates a transfer from each place that has units of a shipment, to the place that prepares it (WORK-31)',
  params: idParams,
  answers: { 201: enveloped(z.object({ transfers: z.array(z.string()) })) },
  errors: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
});

export const getTransfer = endpoint({
  slice,
  auth: 'staff',
  method: 'GET',
  permission: ['stock.read', 'stock.move'],
  touches: 'places',
  limit: 'staffRead',
  name: 'getTransfer',
  path: '/v1/admin/transfers/{number}',
  summary: 'Returns a transfer with its products, and the units that did not arrive',
  params,
  answers: { 200: transfer },
  errors: ['NOT_FOUND'],
});

export const sendTransfer = endpoint({
  ...changing,
  name: 'sendTransfer',
  path: of('send'),
  summary: 'Sends units of a transfer, which leave the stock of their place. Without lines, sends all remaining units',
  params,
  body: z.strictObject({ version, lines: linesOf({ quantity }).min(1).optional() }),
  answers: { 200: transfer },
  errors: ['NOT_FOUND', 'PRODUCT_NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED', 'STOCK_WOULD_BE_NEGATIVE'],
});

export const receiveTransfer = endpoint({
  ...changing,
  name: 'receiveTransfer',
  path: of('receive'),
  summary: 'Receives units of a transfer, never more than are in transit. Units that did not arrive need a reason',
  params,
  body: z.strictObject({
    version,
    lines: linesOf({
      quantity: z.int().min(0).max(maxUnits),
      lost: z.int().min(0).max(maxUnits).default(0),
      reason: reason.optional(),
    })
      .min(1)
      .superRefine((lines, context) => {
        for (const [at, line] of lines.entries()) {
          if (line.lost > 0 && line.reason === undefined)
            context.addIssue({ code: 'custom', message: 'Di por qué no llegaron.', path: [at, 'reason'] });
          if (line.quantity + line.lost === 0)
            context.addIssue({ code: 'custom', message: 'Escribe cuántas llegaron.', path: [at, 'quantity'] });
        }
      }),
  }),
  answers: { 200: transfer },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});

export const closeTransfer = endpoint({
  ...changing,
  name: 'closeTransfer',
  path: of('close'),
  summary: 'Ends a transfer. Units in transit have come back, or are lost, with a reason (PROD-20)',
  params,
  body: z.strictObject({ version, fate: z.enum(fates), reason }),
  answers: { 200: transfer },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});
