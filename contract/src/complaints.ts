import { complaintMessages, complaintTextMessage } from '@ceiba/domain/complaints/complaint';
import { nameMaxLength } from '@ceiba/domain/customers/name-length';
import { personMessage } from '@ceiba/domain/customers/person-name';
import { repairLine } from '@ceiba/domain/customers/plain-text';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { orderNumber } from './order-shapes.ts';
import { civilDate, emailAddress, enveloped, judged, phoneNumber } from './shapes.ts';

export const fileComplaint = endpoint({
  name: 'fileComplaint',
  slice: 'complaints',
  method: 'POST',
  path: '/v1/complaints',
  summary: 'Records a complaint in the complaints book that the law requires. A mail contains its number (DEC-217)',
  auth: 'public',
  limit: 'write',
  captcha: 'always',
  idempotent: true,
  body: z.strictObject({
    name: judged(z.string().overwrite(repairLine).min(1, complaintMessages.name).max(nameMaxLength), personMessage),
    email: emailAddress('contact'),
    phone: phoneNumber,
    orderNumber: orderNumber.nullable().default(null),
    text: z
      .string()
      .trim()
      .superRefine((text, context) => {
        const message = complaintTextMessage(text);
        if (message !== null) context.addIssue({ code: 'custom', message });
      }),
  }),
  answers: {
    201: enveloped(
      z.object({
        /** "Q-12". */
        complaintNumber: z.string(),
        /** The last day for the shop's answer. */
        answerBy: civilDate,
      }),
    ),
  },
  errors: ['CAPTCHA_FAILED', 'IDEMPOTENCY_KEY_REUSED'],
});
