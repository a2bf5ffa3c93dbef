import {
  complaintMessages,
  complaintNameMaxLength,
  complaintTextMaxLength,
  complaintTextMessage,
  complaintTextMinLength,
} from '@ceiba/domain/complaints/complaint';
import { emailMessage } from '@ceiba/domain/customers/email';
import { nameMessage } from '@ceiba/domain/customers/person-name';
import { formatTypedPhone, phoneMessage } from '@ceiba/domain/customers/phone';
import { complaintsPage } from '@ceiba/domain/help/help-pages';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { newUuid } from '../platform/new-uuid.ts';
import { Button } from '../ui/button.tsx';
import { Field, TextArea, TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';
import { keepDraft, readDraft } from './complaint-draft.ts';
import { type ComplaintValues, type FiledComplaint, fileComplaint } from './file-complaint.ts';

const empty: ComplaintValues = { name: '', email: '', phone: '', orderNumber: '', text: '' };
const fieldNames = ['name', 'email', 'phone', 'orderNumber', 'text'] as const;

/** A page of the book of complaints (DEC-217). */
export function ComplaintForm({ onFiled }: { onFiled: (filed: FiledComplaint) => void }) {
  const form = useForm<ComplaintValues>({ mode: 'onTouched', defaultValues: empty });
  const { errors, isSubmitting } = form.formState;
  const keyFor = useKeptDraft(form);
  const send = async (values: ComplaintValues): Promise<void> => {
    if (isSubmitting) return;
    const filed = await fileComplaint(values, keyFor(values));
    if (filed === null) return;
    keepDraft(null);
    onFiled(filed);
  };
  return (
    <form noValidate aria-label={complaintsPage.title} onSubmit={form.handleSubmit(send)} className="panel grid gap-4">
      <TextField
        label="Nombre completo"
        required
        autoComplete="name"
        maxLength={complaintNameMaxLength}
        error={errors.name?.message}
        {...typedField(form, 'name', { validate: (value) => nameMessage(value, complaintMessages.name) ?? true })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Correo electrónico"
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          error={errors.email?.message}
          {...typedField(form, 'email', { validate: (value) => emailMessage(value, 'contact') ?? true })}
        />
        <TextField
          label="Teléfono"
          required
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          placeholder="5555-5555"
          error={errors.phone?.message}
          {...typedField(form, 'phone', {
            format: formatTypedPhone,
            validate: (value) => phoneMessage(value, 'profile') ?? true,
          })}
        />
      </div>
      <TextField
        label="Número de pedido (opcional)"
        inputMode="numeric"
        autoComplete="off"
        placeholder="100000001"
        maxLength={20}
        hint="Si tu queja es sobre una compra."
        error={errors.orderNumber?.message}
        className="sm:max-w-[calc(50%-8px)]"
        {...typedField(form, 'orderNumber', {
          validate: (value) => value.trim() === '' || isOrderNumber(value.trim()) || complaintMessages.orderNumber,
        })}
      />
      <Field
        label="¿Qué pasó?"
        required
        error={errors.text?.message}
        hint={`Entre ${complaintTextMinLength} y ${complaintTextMaxLength.toLocaleString('en-US')} caracteres.`}
      >
        {(control) => (
          <TextArea
            rows={7}
            {...form.register('text', { validate: (value) => complaintTextMessage(value) ?? true })}
            {...control}
          />
        )}
      </Field>
      <Button type="submit" size="lg" loading={isSubmitting} className="sm:justify-self-end">
        Enviar queja
      </Button>
    </form>
  );
}

const textOf = ({ name, email, phone, orderNumber, text }: ComplaintValues): string =>
  JSON.stringify([name, email, phone, orderNumber, text]);

/**
 * Keeps what is typed for a reload, until the complaint is filed. Answers the key to send it under: unchanged it is the same
 * complaint, whatever became of the first answer.
 */
function useKeptDraft(form: UseFormReturn<ComplaintValues>): (values: ComplaintValues) => string {
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
