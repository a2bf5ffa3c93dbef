import { Button } from '@ceiba/ui/button';
import { Checkbox } from '@ceiba/ui/choice';
import { TextField } from '@ceiba/ui/field';
import { TermsCheckbox } from '@ceiba/ui/terms-checkbox';
import { typedField } from '@ceiba/ui/typed-field';
import type { Refusal } from '../forms/refusal.ts';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { newPassword, PasswordField, passwordAgain } from './password-field.tsx';
import { profileFields } from './person-inputs.ts';
import type { RegisterValues } from './use-signing-in.ts';

const empty = {
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

const toValues = ({ passwordAgain: _, dpi, dateOfBirth, ...form }: typeof empty): RegisterValues => ({
  ...form,
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  email: form.email.trim(),
  phone: form.phone.trim(),
  acceptTerms: true,
  ...(form.registerLeal ? { dpi, dateOfBirth } : {}),
});

const terms = {
  validate: (isAccepted: boolean) => (isAccepted ? null : 'Acepta los términos y condiciones para crear tu cuenta.'),
};

/** Creates an account (AUTH-04, DEC-151). The points programme needs the customer's identity (DEC-116). */
export function RegisterForm({ onSubmit }: { onSubmit: (values: RegisterValues) => Promise<Refusal | undefined> }) {
  const { form, submit, isSending } = useSubmitForm({ defaultValues: empty }, (values: typeof empty) =>
    onSubmit(toValues(values)),
  );
  const { earnsPoints } = usePolicy();
  return (
    <form method="post" noValidate aria-label="Crear cuenta" onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...typedField(form, 'firstName', profileFields.firstName)} />
        <TextField {...typedField(form, 'lastName', profileFields.lastName)} />
      </div>
      <TextField {...typedField(form, 'email', profileFields.email)} />
      <TextField {...typedField(form, 'phone', profileFields.phone)} />
      <PasswordField {...typedField(form, 'password', newPassword)} />
      <PasswordField {...typedField(form, 'passwordAgain', passwordAgain)} />
      {earnsPoints && (
        <Checkbox label="Quiero acumular Puntos MAX con mis compras" {...form.register('registerLeal')} />
      )}
      {form.watch('registerLeal') && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...typedField(form, 'dpi', profileFields.dpi)} />
          <TextField {...typedField(form, 'dateOfBirth', profileFields.dateOfBirth)} />
        </div>
      )}
      <TermsCheckbox {...typedField(form, 'acceptTerms', terms)} />
      <Button type="submit" size="lg" block loading={isSending}>
        Crear cuenta
      </Button>
    </form>
  );
}
