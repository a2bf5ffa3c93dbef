import { emailMaxLength, emailMessage } from '@ceiba/domain/customers/email';
import type { FieldWords } from '@ceiba/domain/customers/field-words';
import { nameMaxLength } from '@ceiba/domain/customers/name-length';
import { formatTypedPhone, phoneMessage, phonePrefix } from '@ceiba/domain/customers/phone';
import { type FieldProps, TextInput, useFramed } from '@ceiba/ui/field';

/** `missing`: the message of an empty field. */
export const nameField = (label: string, missing: string, autoComplete?: string) => ({
  label,
  required: true,
  autoComplete,
  maxLength: nameMaxLength,
  kind: 'name' as const,
  validate: (typed: string) => (typed.trim() === '' ? missing : null),
});

/** In a login form, `autoComplete` is "username". */
export const emailField = (words: FieldWords) =>
  ({
    label: 'Correo electrónico',
    required: true,
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    maxLength: emailMaxLength,
    kind: 'email',
    validate: (typed: string) => emailMessage(typed, words),
  }) as const;

export const phoneField = (words: FieldWords) =>
  ({
    label: 'Teléfono',
    required: true,
    type: 'tel',
    inputMode: 'numeric',
    autoComplete: 'tel-national',
    placeholder: '0000-0000',
    format: formatTypedPhone,
    validate: (typed: string) => phoneMessage(typed, words),
  }) as const;

/** Messages of a person's fields: the checkout and the account have different ones (DIF-04). */
interface PersonWords {
  email: FieldWords;
  phone: FieldWords;
  /** The message of an empty name. */
  noFirstName: string;
  noLastName: string;
}

/** The fields of a person, as checkout and account ask for them (INFO-02 to INFO-06, PROF-01). */
export const personFields = ({ email, phone, noFirstName, noLastName }: PersonWords) => ({
  firstName: nameField('Nombres', noFirstName, 'given-name'),
  lastName: nameField('Apellidos', noLastName, 'family-name'),
  email: emailField(email),
  phone: phoneField(phone),
});

/** The phone field. "+502" stands before it and is not typed (INFO-05, INFO-06). */
export const PhoneField = (props: FieldProps<'input'>) =>
  useFramed(props, (input) => (
    <span className="flex">
      <span className="phone-prefix">{phonePrefix}</span>
      <TextInput {...input} className="rounded-l-none tabular-nums" />
    </span>
  ));
