import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { civilDate, emailAddress, enveloped, personName, phoneNumber, plainText, requiredText } from '../shapes.ts';
import { reason, version } from './changes.ts';
import { deskOrder, ofOrder, orderErrors, orderMail, orderParams } from './orders.ts';

const changeErrors = [...orderErrors, 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED', 'FORBIDDEN'] as const;

const street = z.array(requiredText(100)).min(1).max(2);

/** Order fields that may be corrected until the order is packed (WORK-22). Missing fields do not change. */
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
      city: requiredText(120).optional(),
      zone: plainText(40).optional(),
      /** Changing the department needs a manager (`settings.edit`). */
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
      city: requiredText(120).optional(),
    })
    .optional(),
  /** New promised days of shipments, in Guatemala; the earliest is today. */
  promises: z
    .array(z.strictObject({ shipmentId: z.string().max(20), promisedOn: civilDate }))
    .min(1)
    .max(50)
    .optional(),
  tags: z.array(requiredText(40)).max(20).optional(),
  assigneeId: z.uuid().nullable().optional(),
});
export type OrderCorrection = z.infer<typeof orderCorrection>;

export const correctOrder = endpoint({
  ...ofOrder,
  name: 'correctOrder',
  method: 'PATCH',
  path: '/v1/admin/orders/{number}',
  permission: 'orders.edit',
  limit: 'staffWrite',
  summary: 'Corrects an order that is not packed yet. The buyer gets a mail with the changes (WORK-22)',
  body: orderCorrection,
  answers: { 200: deskOrder },
  errors: changeErrors,
});

const verb = (name: string) => `/v1/admin/orders/{number}/${name}` as const;

export const cancelOrder = endpoint({
  ...ofOrder,
  name: 'cancelOrder',
  method: 'POST',
  path: verb('cancel'),
  permission: 'orders.cancel',
  limit: 'staffWrite',
  summary: 'Cancels an order, or some units of lines that are not packed (WORK-15)',
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
  ...ofOrder,
  name: 'replaceOrderLine',
  method: 'POST',
  path: verb('replace'),
  permission: 'orders.edit',
  limit: 'staffWrite',
  summary: 'Replaces the missing units of a line by another product. The charged amount does not change (WORK-08)',
  /** `sku`: the sku of the new product, or its scanned code. `shipmentId`: the shipment with the missing units, by default the first. */
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
  ...ofOrder,
  name: 'holdOrder',
  method: 'POST',
  path: verb('hold'),
  permission: 'orders.edit',
  limit: 'staffWrite',
  summary: 'Holds an order, so that nothing of the order is prepared (WORK-24)',
  body: z.strictObject({ version, reason }),
  answers: { 200: deskOrder },
  errors: changeErrors,
});

export const releaseOrder = endpoint({
  ...ofOrder,
  name: 'releaseOrder',
  method: 'POST',
  path: verb('release'),
  permission: 'orders.review',
  limit: 'staffWrite',
  summary: 'Releases a held order (WORK-24)',
  body: z.strictObject({ version, reason }),
  answers: { 200: deskOrder },
  errors: changeErrors,
});

export const addOrderNote = endpoint({
  ...ofOrder,
  name: 'addOrderNote',
  method: 'POST',
  path: verb('notes'),
  permission: 'orders.read',
  limit: 'staffWrite',
  summary: 'Adds a note that the buyer never sees. Mentioned colleagues are notified by mail (WORK-23)',
  body: z.strictObject({ text: requiredText(2_000), mentions: z.array(z.uuid()).max(10).default([]) }),
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
  summary: 'Lists the people of the desk, for assigning an order or mentioning somebody in a note (WORK-23)',
  answers: { 200: enveloped(z.array(z.object({ id: z.uuid(), name: z.string() }))) },
  errors: [],
});

export const removeOrderNote = endpoint({
  ...ofOrder,
  name: 'removeOrderNote',
  method: 'DELETE',
  path: '/v1/admin/orders/{number}/notes/{id}',
  permission: 'orders.read',
  limit: 'staffWrite',
  summary: 'Withdraws one of the caller’s notes',
  params: orderParams.extend({ id: z.uuid() }),
  answers: { 200: deskOrder },
  errors: [...orderErrors, 'NOT_FOUND'],
});

export const getOrderMail = endpoint({
  ...ofOrder,
  name: 'getOrderMail',
  method: 'GET',
  path: '/v1/admin/orders/{number}/mails/{id}',
  permission: 'orders.edit',
  limit: 'staffRead',
  summary: 'Returns a sent mail of an order, with the tokens of links and the pickup code masked (WORK-23)',
  params: orderParams.extend({ id: z.uuid() }),
  answers: { 200: enveloped(orderMail.extend({ html: z.string(), text: z.string() })) },
  errors: [...orderErrors, 'NOT_FOUND'],
});

export const resendOrderMail = endpoint({
  ...ofOrder,
  name: 'resendOrderMail',
  method: 'POST',
  path: verb('mails'),
  permission: 'orders.edit',
  limit: 'staffWrite',
  summary: 'Sends the last mail of a kind again, to its former or to the corrected address; five a day (WORK-23)',
  body: z.strictObject({ kind: z.string().trim().min(1).max(60), to: emailAddress('profile').optional() }),
  answers: { 201: deskOrder },
  errors: [...orderErrors, 'NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED'],
});
