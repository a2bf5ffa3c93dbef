import { profileDpiMessage } from '@ceiba/domain/billing/dpi';
import { formatTypedPhone, phonePrefix } from '@ceiba/domain/customers/phone';
import {
  defaultGender,
  type Gender,
  genderLabels,
  isBirthDate,
  isSaveEnabled,
  profileMessages,
} from '@ceiba/domain/customers/profile';
import { guatemalaDate, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { SignedInCustomer } from '../auth/customer-query.ts';
import { personInputs, personRules } from '../auth/person-inputs.ts';
import { Button } from '../ui/button.tsx';
import { Field, SelectField, TextField } from '../ui/field.tsx';
import { controlClass } from '../ui/select.tsx';
import { typedField } from '../ui/typed-field.ts';
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

/** PROF-07: the e-mail is left out, the phone goes without its dash, the gender nobody chose is the default. */
const valuesOf = (form: ProfileForm, nit: string): ProfileValues => ({
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  dpi: form.dpi.trim(),
  phone: form.phone.replace('-', ''),
  gender: genderOf(form.gender),
  dateOfBirth: form.dateOfBirth,
  nit,
});

const genderOf = (text: string): Gender => (text === '2' ? 2 : defaultGender);

const birthMessage = (text: string): string | null => {
  if (text === '') return profileMessages.dateOfBirthRequired;
  const date = parseCivilDate(text);
  return date.ok && isBirthDate(date.value, guatemalaDate(new Date())) ? null : profileMessages.dateOfBirthInvalid;
};

/** The customer's own data (PROF-01). `save` answers whether they were kept. */
export function ProfileForm({
  customer,
  save,
}: {
  customer: SignedInCustomer;
  save: (values: ProfileValues) => Promise<boolean>;
}) {
  const form = useForm<ProfileForm>({ mode: 'all', defaultValues: formOf(customer) });
  const { isDirty, isValid, isSubmitting } = form.formState;
  const submit = async (values: ProfileForm): Promise<void> => {
    if (await save(valuesOf(values, customer.nit ?? '')))
      form.reset({ ...values, gender: String(genderOf(values.gender)) });
  };
  return (
    <form
      noValidate
      aria-label="Información personal"
      onSubmit={form.handleSubmit(submit)}
      className="grid gap-4 sm:grid-cols-2"
    >
      <NameFields form={form} />
      <NumberFields form={form} />
      <GenderField form={form} isUnknown={customer.gender === null} />
      <div className="flex justify-end border-t border-border pt-4 sm:col-span-2">
        <Button
          type="submit"
          loading={isSubmitting}
          disabled={!isSaveEnabled({ hasChanged: isDirty, isValid }) && !isSubmitting}
        >
          Guardar cambios
        </Button>
      </div>
    </form>
  );
}

function NameFields({ form }: { form: UseFormReturn<ProfileForm> }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        {...personInputs.firstName}
        error={errors.firstName?.message}
        {...typedField(form, 'firstName', personRules.firstName)}
      />
      <TextField
        {...personInputs.lastName}
        error={errors.lastName?.message}
        {...typedField(form, 'lastName', personRules.lastName)}
      />
      <TextField
        label="Correo electrónico"
        type="email"
        disabled
        hint="Se cambia más abajo, con tu contraseña."
        className="sm:col-span-2"
        name="email"
        value={form.getValues('email')}
      />
    </>
  );
}

function NumberFields({ form }: { form: UseFormReturn<ProfileForm> }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Teléfono" required error={errors.phone?.message}>
        {(control) => (
          <span className="flex">
            <span className="phone-prefix">{phonePrefix}</span>
            <input
              {...control}
              type="tel"
              inputMode="numeric"
              autoComplete="tel-national"
              placeholder="0000-0000"
              {...typedField(form, 'phone', personRules.phone)}
              className={`${controlClass} rounded-l-none tabular-nums`}
            />
          </span>
        )}
      </Field>
      <TextField
        {...personInputs.dateOfBirth}
        min="1900-01-01"
        error={errors.dateOfBirth?.message}
        {...typedField(form, 'dateOfBirth', { validate: (value) => birthMessage(value) ?? true })}
      />
      <TextField
        label="DPI"
        required
        inputMode="numeric"
        maxLength={20}
        error={errors.dpi?.message}
        {...typedField(form, 'dpi', { validate: (value) => profileDpiMessage(value) ?? true })}
      />
    </>
  );
}

/** Nothing need be chosen where nothing is known: then it is the default (PROF-07). What was chosen cannot be taken back. */
function GenderField({ form, isUnknown }: { form: UseFormReturn<ProfileForm>; isUnknown: boolean }) {
  const wasTouched = useRef(false);
  const isEmptyFine = (): boolean => isUnknown && !wasTouched.current;
  return (
    <SelectField
      label="Género"
      required
      error={form.formState.errors.gender?.message}
      {...form.register('gender', {
        onChange: () => {
          wasTouched.current = true;
        },
        validate: (value) => value !== '' || isEmptyFine() || profileMessages.genderRequired,
      })}
    >
      <option value="">Elige una opción</option>
      {([1, 2] as const).map((gender) => (
        <option key={gender} value={gender}>
          {genderLabels[gender]}
        </option>
      ))}
    </SelectField>
  );
}
