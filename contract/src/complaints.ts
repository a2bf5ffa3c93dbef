import { complaintMessages, complaintNameMaxLength, complaintTextMessage } from '@ceiba/domain/complaints/complaint';
import { checkEmail, emailMessages } from '@ceiba/domain/customers/email';
import { personMessage } from '@ceiba/domain/customers/person-name';
import { isPhoneForm, phoneMessages } from '@ceiba/domain/customers/phone';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { orderNumber } from './order-shapes.ts';
import { civilDate, enveloped, judged } from './shapes.ts';

export const fileComplaint = endpoint({
  name: 'fileComplaint',
  slice: 'complaints',
  method: 'POST',
  path: '/v1/complaints',
  summary: 'Writes a complaint into the book that the law asks for; a mail tells its number (DEC-217)',
  auth: 'public',
  limit: 'write',
  captcha: 'always',
  idempotent: true,
  body: z.strictObject({
    name: judged(z.string().trim().min(1, complaintMessages.name).max(complaintNameMaxLength), personMessage),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .refine((email) => checkEmail(email).ok, { message: emailMessages.contact.invalid }),
    /** Eight digits, with or without a dash. */
    phone: z
      .string()
      .trim()
      .refine(isPhoneForm, { message: phoneMessages.profile.invalid })
      .transform((phone) => phone.replace('-', '')),
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
        /** The last day on which it is answered. */
        answerBy: civilDate,
      }),
    ),
  },
  errors: ['CAPTCHA_FAILED', 'IDEMPOTENCY_KEY_REUSED'],
});
