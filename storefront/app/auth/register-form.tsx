import { isAcceptablePassword, passwordMessage } from '@ceiba/domain/auth/password';
import { profileDpiMessage } from '@ceiba/domain/billing/dpi';
import { profileMessages } from '@ceiba/domain/customers/profile';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { TextField } from '../ui/field.tsx';
import { TermsCheckbox } from '../ui/terms-checkbox.tsx';
import { typedField } from '../ui/typed-field.ts';
import { PasswordField } from './password-field.tsx';
import { personInputs, personRules } from './person-inputs.ts';
import type { RegisterValues } from './use-signing-in.ts';

interface RegisterForm {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  passwordAgain: string;
  registerLeal: boolean;
  dpi: string;
  dateOfBirth: string;
  acceptTerms: boolean;
}

const empty: RegisterForm = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  password: '',
  passwordAgain: '',
  registerLeal: false,
  dpi: '',
  dateOfBirth: '',
  acceptTerms: false,
};

const toValues = (form: RegisterForm): RegisterValues => ({
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  email: form.email.trim(),
  phone: form.phone.trim(),
  password: form.password,
  registerLeal: form.registerLeal,
  acceptTerms: true,
  ...(form.registerLeal ? { dpi: form.dpi, dateOfBirth: form.dateOfBirth } : {}),
});

/** A new account (AUTH-04, DEC-151); the points programme asks for who somebody is (DEC-116). */
export function RegisterForm({ onSubmit }: { onSubmit: (values: RegisterValues) => Promise<Record<string, string>> }) {
  const form = useForm<RegisterForm>({ mode: 'onTouched', defaultValues: empty });
  const { isSubmitting } = form.formState;
  const submit = async (values: RegisterForm): Promise<void> => {
    for (const [field, message] of Object.entries(await onSubmit(toValues(values))))
      if (isField(field)) form.setError(field, { message });
  };
  return (
    <form
      method="post"
      noValidate
      aria-label="Crear cuenta"
      onSubmit={form.handleSubmit(submit)}
      className="grid gap-4"
    >
      <PersonFields form={form} />
      <NewPasswordFields form={form} />
      <Checkbox label="Quiero acumular Puntos MAX con mis compras" {...form.register('registerLeal')} />
      {form.watch('registerLeal') && <LoyaltyFields form={form} />}
      <TermsField form={form} />
      <Button type="submit" size="lg" block loading={isSubmitting}>
        Crear cuenta
      </Button>
    </form>
  );
}

/** Fields stand in parts, each in its turn: a refused form leads to the first one as the shopper reads them. */
function NewPasswordFields({ form }: { form: UseFormReturn<RegisterForm> }) {
  const { errors } = form.formState;
  return (
    <>
      <PasswordField
        label="Contraseña"
        autoComplete="new-password"
        hint="Al menos 8 caracteres, una letra y un número."
        error={errors.password?.message}
        {...form.register('password', { validate: (value) => isAcceptablePassword(value) || passwordMessage })}
      />
      <PasswordField
        label="Confirmar contraseña"
        autoComplete="new-password"
        error={errors.passwordAgain?.message}
        {...form.register('passwordAgain', {
          validate: (value, { password }) => value === password || 'Las contraseñas no coinciden.',
        })}
      />
    </>
  );
}

const termsMessage = 'Acepta los términos y condiciones para crear tu cuenta.';

const isField = (name: string): name is keyof RegisterForm => Object.hasOwn(empty, name);

function PersonFields({ form }: { form: UseFormReturn<RegisterForm> }) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
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
      </div>
      <TextField
        {...personInputs.email}
        inputMode="email"
        error={errors.email?.message}
        {...typedField(form, 'email', personRules.email)}
      />
      <TextField
        {...personInputs.phone}
        error={errors.phone?.message}
        {...typedField(form, 'phone', personRules.phone)}
      />
    </>
  );
}

function LoyaltyFields({ form }: { form: UseFormReturn<RegisterForm> }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="DPI"
        required
        inputMode="numeric"
        maxLength={20}
        error={errors.dpi?.message}
        {...typedField(form, 'dpi', { validate: (value) => profileDpiMessage(value) ?? true })}
      />
      <TextField
        {...personInputs.dateOfBirth}
        error={errors.dateOfBirth?.message}
        {...typedField(form, 'dateOfBirth', {
          validate: (value) => value !== '' || profileMessages.dateOfBirthRequired,
        })}
      />
    </div>
  );
}

/** By itself: a refused form goes to the first field in the order in which they were registered. */
function TermsField({ form }: { form: UseFormReturn<RegisterForm> }) {
  return (
    <TermsCheckbox
      label={
        <>
          Acepto los{' '}
          <a href="/terminos-y-condiciones" target="_blank" rel="noopener" className="link">
            términos y condiciones
          </a>
        </>
      }
      error={form.formState.errors.acceptTerms?.message}
      {...form.register('acceptTerms', { validate: (value) => value || termsMessage })}
    />
  );
}
