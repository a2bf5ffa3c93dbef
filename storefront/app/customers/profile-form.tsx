import { formatTypedPhone } from '@ceiba/domain/customers/phone';
import { isBirthDate, profileMessages } from '@ceiba/domain/customers/profile';
import { guatemalaDate, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { SelectField, TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { SignedInCustomer } from '../auth/customer-query.ts';
import { genderField, genderOf, genderOptions } from '../auth/gender-field.tsx';
import { profileFields } from '../auth/person-inputs.ts';
import { PhoneField } from '../forms/person-fields.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { shopNow } from '../platform/shop-time.ts';
import { type AccountFormProps, SaveRow } from './save-row.tsx';
import type { ProfileValues } from './use-save-profile.ts';

interface ProfileForm {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  dateOfBirth: string;
  dpi: string;
  gender: string;
}

const formOf = (customer: SignedInCustomer): ProfileForm => ({
  firstName: customer.firstName,
  lastName: customer.lastName,
  email: customer.email,
  phone: formatTypedPhone(customer.phone ?? ''),
  dateOfBirth: customer.dateOfBirth ?? '',
  dpi: customer.dpi ?? '',
  gender: customer.gender === null ? '' : String(customer.gender),
});

/** The values to send (PROF-07): without the e-mail, the phone without its dash, and the default if no gender was chosen. */
const valuesOf = (form: ProfileForm, nit: string): ProfileValues => ({
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  dpi: form.dpi.trim(),
  phone: form.phone.replace('-', ''),
  gender: genderOf(form.gender),
  dateOfBirth: form.dateOfBirth,
  nit,
});

const birthMessage = (text: string): string | null => {
  if (text === '') return profileMessages.dateOfBirthRequired;
  const date = parseCivilDate(text);
  return date.ok && isBirthDate(date.value, guatemalaDate(shopNow())) ? null : profileMessages.dateOfBirthInvalid;
};

const dateOfBirth = { ...profileFields.dateOfBirth, min: '1900-01-01', validate: birthMessage };

/** The customer's own data (PROF-01). `save` returns whether they were saved. */
export function ProfileForm({ customer, save }: AccountFormProps) {
  const { form, submit } = useSubmitForm(
    { mode: 'all', defaultValues: formOf(customer) },
    async (values: ProfileForm, { reset }) => {
      if (await save(valuesOf(values, customer.nit ?? '')))
        reset({ ...values, gender: String(genderOf(values.gender)) });
    },
  );
  return (
    <form noValidate aria-label="Información personal" onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
      <TextField {...typedField(form, 'firstName', profileFields.firstName)} />
      <TextField {...typedField(form, 'lastName', profileFields.lastName)} />
      <TextField
        label="Correo electrónico"
        type="email"
        disabled
        hint="Se cambia más abajo, con tu contraseña."
        className="sm:col-span-2"
        name="email"
        value={form.getValues('email')}
      />
      <PhoneField {...typedField(form, 'phone', profileFields.phone)} />
      <TextField {...typedField(form, 'dateOfBirth', dateOfBirth)} />
      <TextField {...typedField(form, 'dpi', profileFields.dpi)} />
      <GenderField form={form} isUnknown={customer.gender === null} />
      <SaveRow form={form} />
    </form>
  );
}

/** An unknown gender need not be chosen: the default is sent (PROF-07). A chosen one cannot be cleared. */
function GenderField({ form, isUnknown }: { form: UseFormReturn<ProfileForm>; isUnknown: boolean }) {
  const wasTouched = useRef(false);
  const gender = {
    ...genderField,
    validate: (value: string) =>
      value !== '' || (isUnknown && !wasTouched.current) ? null : profileMessages.genderRequired,
  };
  const onChange = (): void => {
    wasTouched.current = true;
  };
  return (
    <SelectField {...typedField(form, 'gender', gender, { onChange })}>
      <option value="">Elige una opción</option>
      {genderOptions}
    </SelectField>
  );
}
