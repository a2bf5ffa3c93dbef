import { mailKinds } from '@ceiba/domain/policies/mail-texts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enveloped } from '../shapes.ts';
import { mailTexts as mailTextEntity } from './entities/mail-texts.ts';

const { subject, opening } = mailTextEntity.fields;

/**
 * Fills texts that are not saved yet (PROD-30). Saves and sends nothing. Orders are shown only to people with
 * `orders.read`.
 */
export const previewMailText = endpoint({
  slice: 'orders',
  auth: 'staff',
  permission: 'content.edit',
  touches: 'shop',
  name: 'previewMailText',
  method: 'GET',
  path: '/v1/admin/mail-previews',
  limit: 'staffRead',
  summary: 'Shows a mail with the given texts, for a real order or with sample values',
  query: z.strictObject({
    mail: z.enum(mailKinds),
    subject: z.string().trim().min(1).max(subject.max),
    opening: z.string().trim().min(1).max(opening.max),
    orderNumber: z.string().trim().max(20).optional(),
  }),
  answers: { 200: enveloped(z.object({ subject: z.string(), text: z.string(), html: z.string() })) },
  errors: ['ORDER_NOT_FOUND', 'FORBIDDEN'],
});
