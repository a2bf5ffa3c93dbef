import type { CallInput } from '@ceiba/contract/client';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { checkRecipient, type RecipientField } from '@ceiba/domain/gift-cards/recipient';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { textOf } from './buy-form.ts';

export type RecipientErrors = Partial<Record<RecipientField, string>>;

type Recipient = NonNullable<CallInput<'addCartProduct'>['body']['itemAdditionalInfo']>;

const messages: Record<RecipientField, string> = {
  recipientEmail: 'Escribe un correo electrónico válido. Ejemplo: nombre@correo.com',
  recipientName: 'Escribe el nombre de quien la recibe',
  message: 'El mensaje puede tener hasta 250 caracteres',
  deliveryDate: 'Elige una fecha entre hoy y dentro de un año',
};

/** The recipient of a gift card from the fields of the page's form (GIFT-01, DEC-83). */
export const readRecipient = (
  form: FormData,
  now: Date,
): Result<Recipient, { code: 'invalid_recipient'; errors: RecipientErrors }> => {
  const checked = checkRecipient(
    {
      recipientEmail: textOf(form, 'recipientEmail'),
      recipientName: textOf(form, 'recipientName'),
      message: textOf(form, 'message'),
      deliveryDate: textOf(form, 'deliveryDate'),
    },
    guatemalaDate(now),
  );
  if (checked.ok) return ok(checked.value);
  const errors: RecipientErrors = {};
  for (const field of checked.error.fields) errors[field] = messages[field];
  return refuse({ code: 'invalid_recipient', errors });
};
