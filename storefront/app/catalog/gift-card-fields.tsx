import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { giftMessageMaxLength } from '@ceiba/domain/gift-cards/recipient';
import { useEffect, useState } from 'react';
import { Field, TextArea, TextField } from '../ui/field.tsx';
import type { RecipientErrors } from './read-recipient.ts';

/** Who receives the gift card, and when (GIFT-01, DEC-83). */
export default function GiftCardFields({ errors, today: pageDay }: { errors: RecipientErrors; today: string }) {
  // The page may have been made before midnight.
  const [today, setToday] = useState(pageDay);
  useEffect(() => setToday(guatemalaDate(new Date())), []);
  return (
    <fieldset className="panel grid gap-4 sm:grid-cols-2">
      <legend className="sr-only">¿Para quién es?</legend>
      <p aria-hidden="true" className="heading-card sm:col-span-2">
        ¿Para quién es?
      </p>
      <TextField
        label="Correo de quien la recibe"
        name="recipientEmail"
        type="email"
        autoComplete="off"
        required
        error={errors.recipientEmail}
      />
      <TextField
        label="Nombre de quien la recibe"
        name="recipientName"
        autoComplete="off"
        required
        maxLength={100}
        error={errors.recipientName}
      />
      <Field label="Mensaje (opcional)" error={errors.message} className="sm:col-span-2">
        {(control) => <TextArea name="message" maxLength={giftMessageMaxLength} {...control} />}
      </Field>
      <TextField
        key={today}
        label="Fecha de envío"
        name="deliveryDate"
        type="date"
        required
        min={today}
        defaultValue={today}
        error={errors.deliveryDate}
      />
    </fieldset>
  );
}
