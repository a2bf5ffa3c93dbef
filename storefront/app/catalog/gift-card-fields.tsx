import type { CallInput } from '@ceiba/contract/client';
import { civilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { checkRecipient, lastDeliveryDate, type RecipientMessages } from '@ceiba/domain/gift-cards/recipient';
import { type Result, refuse } from '@ceiba/domain/result';
import { Field, TextArea, TextField } from '@ceiba/ui/field';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { shopNow } from '../platform/shop-time.ts';
import { textOf } from './buy-form.ts';

/** The recipient and date of the gift card (GIFT-01, DEC-83). */
export default function GiftCardFields({ errors, today: pageDay }: { errors: RecipientMessages; today: string }) {
  // The page may have been made before midnight.
  const [today, setToday] = useState(pageDay);
  const date = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const now = guatemalaDate(shopNow());
    setToday(now);
    // A choice made before hydration stays.
    if (date.current?.value === pageDay) date.current.value = now;
  }, [pageDay]);
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
        error={errors.recipientName}
      />
      <Field label="Mensaje (opcional)" error={errors.message} className="sm:col-span-2">
        {(control) => <TextArea name="message" {...control} />}
      </Field>
      <TextField
        ref={date}
        label="Fecha de envío"
        name="deliveryDate"
        type="date"
        required
        min={today}
        max={lastDeliveryDate(civilDate(today))}
        defaultValue={pageDay}
        error={errors.deliveryDate}
      />
      <p className="text-sm text-ink-soft sm:col-span-2">
        Quien la recibe la usa al pagar aquí o la presenta en caja, en una o en varias compras durante cinco años, sin
        comisiones.{' '}
        <Link to="/gift-card" className="link">
          Consulta tu saldo
        </Link>
      </p>
    </fieldset>
  );
}

type Recipient = NonNullable<CallInput<'addCartProduct'>['body']['itemAdditionalInfo']>;

/** Reads the recipient of a gift card from the page's form (GIFT-01, DEC-83). */
export const readRecipient = (
  form: FormData,
  now: Date,
): Result<Recipient, { code: 'invalid_recipient'; errors: RecipientMessages }> => {
  const checked = checkRecipient(
    {
      recipientEmail: textOf(form, 'recipientEmail'),
      recipientName: textOf(form, 'recipientName'),
      message: textOf(form, 'message'),
      deliveryDate: textOf(form, 'deliveryDate'),
    },
    guatemalaDate(now),
  );
  return checked.ok ? checked : refuse({ code: 'invalid_recipient', errors: checked.error.messages });
};
