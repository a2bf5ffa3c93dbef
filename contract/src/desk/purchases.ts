import { maxPurchaseLines, maxPurchaseUnits, purchaseStateLabels } from '@ceiba/domain/purchases/purchase';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, civilDate, dateTime, enveloped, sku } from '../shapes.ts';
import { detailOf, keysOf, reason, typedAmount, version } from './changes.ts';
import { exportEndpoint, fileAnswer, listEndpoint } from './list-calls.ts';
import { purchaseList } from './lists/purchases.ts';
import { purchaseFields } from './purchase-fields.ts';
import { proofMaxBytes } from './shipments.ts';

const slice = 'purchases';
const states = keysOf(purchaseStateLabels);
/** A sum of a purchase in quetzales. The limits of its lines allow more than the amounts of an order. */
const sumAmount = z
  .number()
  .min(0)
  .max(maxPurchaseLines * maxPurchaseUnits * purchaseFields.unitCost.max * 2);

const row = {
  /** C-12 */
  number: z.string(),
  state: states,
  supplier: z.string(),
  storeName: z.string(),
  expectedOn: civilDate.nullable(),
  createdAt: dateTime,
  orderedAt: dateTime.nullable(),
  units: z.int(),
  received: z.int(),
  /** Cost of its lines with freight and duty. Null without `costs.read`, or if a line has no cost. */
  total: sumAmount.nullable(),
};
export const listPurchases = listEndpoint('listPurchases', purchaseList, z.object(row));
export const exportPurchases = exportEndpoint('exportPurchases', purchaseList);

const units = z.int().min(0).max(maxPurchaseUnits);

const line = z.object({
  sku: z.string(),
  title: z.string(),
  picture: z.string().nullable(),
  /** Everything that a scan of the product may read. */
  codes: z.array(z.string()),
  /** The supplier's own number. */
  supplierCode: z.string().nullable(),
  quantity: z.int(),
  received: z.int(),
  rejected: z.int(),
  /** Null if no cost is known, or the person may not see costs (BUY-04). */
  unitCost: amount.nullable(),
});

const receipt = z.object({
  n: z.int(),
  at: dateTime,
  by: z.string(),
  note: z.string(),
  lines: z.array(
    z.object({
      sku: z.string(),
      title: z.string(),
      quantity: z.int(),
      rejected: z.int(),
      reason: z.string().nullable(),
      hasPicture: z.boolean(),
      /** Cost of these units with their freight and duty. */
      landedValue: sumAmount.nullable(),
    }),
  ),
});

const purchase = detailOf({
  ...row,
  supplierId: z.string(),
  supplierEmail: z.string().nullable(),
  storeCode: z.string(),
  isDirect: z.boolean(),
  note: z.string(),
  endedAt: dateTime.nullable(),
  closeReason: z.string().nullable(),
  /** Freight and duty. Null without `costs.read`. */
  extraCost: amount.nullable(),
  /** False hides all amounts. */
  showsCosts: z.boolean(),
  lines: z.array(line),
  /** The newest first. */
  receipts: z.array(receipt),
});
export type Purchase = z.infer<typeof purchase>['data'];

const params = z.strictObject({ number: z.string().regex(/^C-\d{1,9}$/) });
const of = <const V extends string>(verb: V) => `/v1/admin/purchases/{number}/${verb}` as const;
const reading = {
  slice,
  auth: 'staff',
  touches: 'places',
  method: 'GET',
  limit: 'staffRead',
  permission: 'purchases.read',
} as const;
const editing = {
  slice,
  auth: 'staff',
  touches: 'places',
  method: 'POST',
  limit: 'staffWrite',
  permission: 'purchases.edit',
} as const;
const errors = ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED', 'FORBIDDEN'] as const;

const supplierId = z.string().regex(/^\d{1,9}$/);
const storeCode = z.string().trim().min(1).max(32);
const note = z.string().trim().max(purchaseFields.note.max);
/** Null if no cost is known. If absent, the cost does not change. Only with `costs.read`. */
const unitCost = typedAmount(0, purchaseFields.unitCost.max).nullable().optional();

/** Refuses a product that has several lines. */
function refuseTwice(all: readonly { sku: string }[], context: z.RefinementCtx): void {
  for (const [at, each] of all.entries())
    if (all.findIndex((other) => other.sku === each.sku) < at)
      context.addIssue({ code: 'custom', message: 'Ese producto ya está.', path: [at, 'sku'] });
}
const extraCost = typedAmount(0).optional();

const lines = z
  .array(z.strictObject({ sku, quantity: z.int().min(1).max(maxPurchaseUnits), unitCost }))
  .max(maxPurchaseLines)
  .superRefine(refuseTwice);

export const getPurchase = endpoint({
  ...reading,
  name: 'getPurchase',
  path: '/v1/admin/purchases/{number}',
  summary: 'Returns a purchase with its lines and receipts',
  params,
  answers: { 200: purchase },
  errors: ['NOT_FOUND'],
});

export const createPurchase = endpoint({
  ...editing,
  name: 'createPurchase',
  path: '/v1/admin/purchases',
  summary: 'Creates a draft of a purchase (BUY-02)',
  idempotent: true,
  body: z.strictObject({
    supplierId,
    storeCode,
    expectedOn: civilDate.nullable().optional(),
    note: note.optional(),
    extraCost,
    lines,
  }),
  answers: { 201: purchase },
  errors: ['NOT_FOUND', 'STORE_NOT_FOUND', 'FORBIDDEN'],
});

export const changePurchase = endpoint({
  ...editing,
  name: 'changePurchase',
  method: 'PATCH',
  path: '/v1/admin/purchases/{number}',
  summary: 'Changes a draft. Once ordered, only its day, note, freight and duty change, until goods arrive',
  params,
  body: z.strictObject({
    version,
    supplierId: supplierId.optional(),
    storeCode: storeCode.optional(),
    expectedOn: civilDate.nullable().optional(),
    note: note.optional(),
    extraCost,
    lines: lines.optional(),
  }),
  answers: { 200: purchase },
  errors: [...errors, 'STORE_NOT_FOUND'],
});

const format = z.enum(['pdf', 'csv']);

export const orderPurchase = endpoint({
  ...editing,
  name: 'orderPurchase',
  path: of('order'),
  summary: 'Orders a draft. With `mail`, the supplier gets the order as a file (BUY-02)',
  params,
  body: z.strictObject({ version, mail: format.nullable().default(null) }),
  answers: { 200: purchase },
  errors,
});

export const sendPurchase = endpoint({
  ...editing,
  name: 'sendPurchase',
  path: of('send'),
  summary: 'Mails an ordered purchase to its supplier again',
  idempotent: true,
  params,
  body: z.strictObject({ mail: format }),
  answers: { 200: purchase },
  errors,
});

export const closePurchase = endpoint({
  ...editing,
  name: 'closePurchase',
  path: of('close'),
  summary: 'Closes a purchase whose goods will not arrive, with the reason',
  params,
  body: z.strictObject({ version, reason }),
  answers: { 200: purchase },
  errors,
});

const received = z
  .array(
    z
      .strictObject({
        sku,
        /** Units that come into stock. */
        quantity: units,
        rejected: units.default(0),
        reason: reason.optional(),
      })
      .superRefine(({ quantity, rejected, reason: why }, context) => {
        if (quantity + rejected === 0)
          context.addIssue({ code: 'custom', message: 'Escribe cuántas llegaron.', path: ['quantity'] });
        if (rejected > 0 && why === undefined)
          context.addIssue({ code: 'custom', message: 'Escribe por qué se rechaza.', path: ['reason'] });
      }),
  )
  .min(1)
  .max(maxPurchaseLines)
  .superRefine(refuseTwice);

export const receivePurchase = endpoint({
  ...editing,
  name: 'receivePurchase',
  permission: 'purchases.receive',
  path: of('receive'),
  summary: 'Records a delivery of a purchase. Its units are added to stock, in one transaction (BUY-03)',
  idempotent: 'required',
  params,
  body: z.strictObject({
    version,
    lines: received,
    note: z.string().trim().max(purchaseFields.receiptNote.max).default(''),
    /** The person has confirmed that more arrived than was ordered. Without it, such units are refused. */
    takesExtra: z.boolean().default(false),
  }),
  answers: { 200: purchase },
  errors,
});

export const receiveWithoutPurchase = endpoint({
  ...editing,
  name: 'receiveWithoutPurchase',
  permission: 'purchases.receive',
  path: '/v1/admin/purchases/receive',
  summary: 'Records goods that came without an order, as a received purchase (BUY-03)',
  idempotent: 'required',
  body: z.strictObject({
    supplierId,
    storeCode,
    note: z.string().trim().max(purchaseFields.receiptNote.max).default(''),
    extraCost,
    lines: lines.min(1),
  }),
  answers: { 201: purchase },
  errors: ['NOT_FOUND', 'STORE_NOT_FOUND', 'FORBIDDEN'],
});

const pictureParams = z.strictObject({
  ...params.shape,
  receipt: z.string().regex(/^\d{1,6}$/),
  sku,
});
const picturePath = '/v1/admin/purchases/{number}/receipts/{receipt}/pictures/{sku}';

export const saveDamagePicture = endpoint({
  ...editing,
  name: 'saveDamagePicture',
  permission: 'purchases.receive',
  path: picturePath,
  summary: 'Stores a photo of rejected units',
  params: pictureParams,
  form: { files: 'photos', most: 1, maxBytes: proofMaxBytes },
  body: z.strictObject({ photos: z.array(z.file().max(proofMaxBytes)).max(1).default([]) }),
  answers: { 200: purchase },
  errors: ['NOT_FOUND', 'RETURN_IMAGE_INVALID', 'UPLOAD_TOO_SLOW', 'UPSTREAM_UNAVAILABLE'],
});

export const getDamagePicture = endpoint({
  ...reading,
  name: 'getDamagePicture',
  path: picturePath,
  summary: 'Returns the photo of rejected units',
  params: pictureParams,
  file: 'image/webp',
  answers: { 200: fileAnswer },
  errors: ['NOT_FOUND'],
});

export const printPurchase = endpoint({
  ...reading,
  name: 'printPurchase',
  limit: 'staffFile',
  path: of('paper'),
  summary: 'Prints a purchase as a PDF. It has amounts only for people who see costs',
  params,
  file: 'application/pdf',
  answers: { 200: fileAnswer },
  errors: ['NOT_FOUND'],
});

export const getPurchaseCsv = endpoint({
  ...reading,
  name: 'getPurchaseCsv',
  limit: 'staffFile',
  path: of('csv'),
  summary: 'Exports the lines of a purchase as CSV. The file has amounts only for people who see costs',
  params,
  file: 'text/csv',
  answers: { 200: fileAnswer },
  errors: ['NOT_FOUND'],
});

export const findGoods = endpoint({
  ...reading,
  name: 'findGoods',
  touches: 'nothing',
  path: '/v1/admin/purchases/products',
  summary: 'Finds products to order or receive: by sku, barcode or number of a supplier, else by words',
  query: z.strictObject({ q: z.string().trim().min(1).max(100), supplierId: supplierId.optional() }),
  answers: {
    200: enveloped(
      z.array(
        z.object({
          sku: z.string(),
          title: z.string(),
          picture: z.string().nullable(),
          codes: z.array(z.string()),
          supplierCode: z.string().nullable(),
          /** The cost of its last purchase. Null if no cost is known, or the person may not see costs. */
          lastCost: amount.nullable(),
          /** True if the searched text is one of the product's codes. */
          isExact: z.boolean(),
        }),
      ),
    ),
  },
  errors: [],
});

export const getProductSupply = endpoint({
  ...reading,
  name: 'getProductSupply',
  permission: ['purchases.read', 'stock.read', 'costs.read'],
  path: '/v1/admin/products/{sku}/supply',
  summary: 'Returns the units of a product that are on the way, and its average cost (BUY-04, BUY-06)',
  params: z.strictObject({ sku }),
  answers: {
    200: enveloped(
      z.object({
        /** Units on the way to the places that this person sees. The units cannot be sold yet. */
        onOrder: z.int(),
        purchases: z.array(
          z.object({
            /** Null if the person may not read purchases. */
            number: z.string().nullable(),
            storeName: z.string(),
            expectedOn: civilDate.nullable(),
            units: z.int(),
          }),
        ),
        showsCosts: z.boolean(),
        /** Null if no cost is known, or the person may not see costs. */
        averageCost: amount.nullable(),
      }),
    ),
  },
  errors: ['NOT_FOUND'],
});
