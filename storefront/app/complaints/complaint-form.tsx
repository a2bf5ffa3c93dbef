import {
  complaintMessages,
  complaintNameMaxLength,
  complaintTextMaxLength,
  complaintTextMessage,
} from '@ceiba/domain/complaints/complaint';
import { emailMessage } from '@ceiba/domain/customers/email';
import { nameMessage } from '@ceiba/domain/customers/person-name';
import { formatTypedPhone, phoneMessage } from '@ceiba/domain/customers/phone';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { newUuid } from '../platform/new-uuid.ts';
import { Button } from '../ui/button.tsx';
import { Field, TextArea, TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';
import { type ComplaintValues, type FiledComplaint, fileComplaint } from './file-complaint.ts';

const empty: ComplaintValues = { name: '', email: '', phone: '', orderNumber: '', text: '' };

/** A page of the book of complaints (DEC-217). */
export function ComplaintForm({ onFiled }: { onFiled: (filed: FiledComplaint) => void }) {
  const form = useForm<ComplaintValues>({ mode: 'onTouched', defaultValues: empty });
  const { errors, isSubmitting } = form.formState;
  // Sent again unchanged it is the same complaint, whatever became of the first answer.
  const sent = useRef({ content: '', key: '' });
  const send = async (values: ComplaintValues): Promise<void> => {
    if (isSubmitting) return;
    const content = JSON.stringify(values);
    if (sent.current.content !== content) sent.current = { content, key: newUuid() };
    const filed = await fileComplaint(values, sent.current.key);
    if (filed !== null) onFiled(filed);
  };
  return (
    <form noValidate aria-label="Libro de quejas" onSubmit={form.handleSubmit(send)} className="panel grid gap-4">
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
        hint={`Entre 10 y ${complaintTextMaxLength.toLocaleString('en-US')} caracteres.`}
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
