import { isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import {
  complaintMessages,
  complaintTextMaxLength,
  complaintTextMessage,
  complaintTextMinLength,
} from '@ceiba/domain/complaints/complaint';
import { contactEmail } from '@ceiba/domain/customers/email';
import { profilePhone } from '@ceiba/domain/customers/profile-words';
import { complaintsPage } from '@ceiba/domain/help/help-pages';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { Button } from '@ceiba/ui/button';
import { TextAreaField, TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { emailField, nameField, phoneField } from '../forms/person-fields.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { newUuid } from '../platform/new-uuid.ts';
import { type ComplaintValues, type FiledComplaint, fileComplaint } from './file-complaint.ts';

/** Key in session storage (record 0033): the complaint typed in this tab, until it is filed. */
const storageKey = 'ceiba.complaint';

interface ComplaintDraft extends ComplaintValues {
  /** The idempotency key with which this text was sent. '' if the text was not sent. */
  key: string;
}

const isDraft = isShape<ComplaintDraft>({
  name: isText,
  email: isText,
  phone: isText,
  orderNumber: isText,
  text: isText,
  key: isText,
});

/** Null if nothing is stored. */
function readDraft(): ComplaintDraft | null {
  const stored = parseJson(readStored('session', storageKey));
  return isDraft(stored) ? stored : null;
}

/** Stores the draft; null removes it after filing. */
const keepDraft = (draft: ComplaintDraft | null): void =>
  writeStored('session', storageKey, draft && JSON.stringify(draft));

const empty: ComplaintValues = { name: '', email: '', phone: '', orderNumber: '', text: '' };
const fieldNames = ['name', 'email', 'phone', 'orderNumber', 'text'] as const;

const fields = {
  name: nameField('Nombre completo', complaintMessages.name, 'name'),
  phone: {
    ...phoneField(profilePhone),
    inputMode: 'tel',
    placeholder: '5555-5555',
  },
  orderNumber: {
    label: 'Número de pedido (opcional)',
    inputMode: 'numeric',
    autoComplete: 'off',
    placeholder: '100000001',
    maxLength: 20,
    hint: 'Si tu queja es sobre una compra.',
    validate: (typed: string) =>
      typed.trim() === '' || isOrderNumber(typed.trim()) ? null : complaintMessages.orderNumber,
  },
  text: {
    label: '¿Qué pasó?',
    required: true,
    rows: 7,
    hint: `Entre ${complaintTextMinLength} y ${complaintTextMaxLength.toLocaleString('en-US')} caracteres.`,
    validate: complaintTextMessage,
  },
} as const;

/** The form of the book of complaints (DEC-217). */
export function ComplaintForm({ onFiled }: { onFiled: (filed: FiledComplaint) => void }) {
  const { form, submit, isSending } = useSubmitForm({ defaultValues: empty }, async (values: ComplaintValues) => {
    const filed = await fileComplaint(values, keyFor(values));
    if (filed === null) return;
    keepDraft(null);
    onFiled(filed);
  });
  const keyFor = useStoredDraft(form);
  return (
    <form noValidate aria-label={complaintsPage.title} onSubmit={submit} className="panel grid gap-4">
      <TextField {...typedField(form, 'name', fields.name)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...typedField(form, 'email', emailField(contactEmail))} />
        <TextField {...typedField(form, 'phone', fields.phone)} />
      </div>
      <TextField {...typedField(form, 'orderNumber', fields.orderNumber)} className="sm:max-w-[calc(50%-8px)]" />
      <TextAreaField {...typedField(form, 'text', fields.text)} />
      <Button type="submit" size="lg" loading={isSending} className="sm:justify-self-end">
        Enviar queja
      </Button>
    </form>
  );
}

const textOf = ({ name, email, phone, orderNumber, text }: ComplaintValues): string =>
  JSON.stringify([name, email, phone, orderNumber, text]);

/**
 * Stores the typed text for a reload until the complaint is filed. Returns the idempotency key: an unchanged text is the same complaint, whatever
 * happened to the first answer.
 */
function useStoredDraft(form: UseFormReturn<ComplaintValues>): (values: ComplaintValues) => string {
  const sent = useRef({ text: '', key: '' });
  useEffect(() => {
    const draft = readDraft();
    if (draft !== null) {
      for (const name of fieldNames) if (form.getValues(name) === '') form.setValue(name, draft[name]);
      sent.current = { text: textOf(draft), key: draft.key };
    }
    const { unsubscribe } = form.watch(() => {
      const values = form.getValues();
      keepDraft({ ...values, key: textOf(values) === sent.current.text ? sent.current.key : '' });
    });
    return unsubscribe;
  }, [form]);
  return (values) => {
    const text = textOf(values);
    const key = (text === sent.current.text && sent.current.key) || newUuid();
    sent.current = { text, key };
    keepDraft({ ...values, key });
    return key;
  };
}
