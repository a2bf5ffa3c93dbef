import { profileEmail } from '@ceiba/domain/customers/email';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useEffect } from 'react';
import { emailField } from '../forms/person-fields.tsx';
import type { Refusal } from '../forms/refusal.ts';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { currentPassword, PasswordField } from './password-field.tsx';
import type { LoginValues } from './use-signing-in.ts';

const password = currentPassword('Contraseña', 'Escribe tu contraseña.');

/** E-mail and password (AUTH-03). `email`: what is known already; it stands in the field as soon as it is. */
export function LoginForm({
  email,
  onSubmit,
}: {
  email: string;
  onSubmit: (values: LoginValues) => Promise<Refusal | undefined>;
}) {
  const { form, submit, isSending } = useSubmitForm(
    { defaultValues: { email, password: '' } },
    ({ email: typed, password }: LoginValues) => onSubmit({ email: typed.trim(), password }),
  );
  useEffect(() => {
    if (email !== '' && form.getValues('email') === '') form.setValue('email', email);
  }, [email, form]);
  return (
    <form method="post" noValidate aria-label="Iniciar sesión" onSubmit={submit} className="grid gap-4">
      <TextField {...typedField(form, 'email', emailField(profileEmail))} autoComplete="username" />
      <PasswordField {...typedField(form, 'password', password)} />
      <Button type="submit" size="lg" block loading={isSending}>
        Iniciar sesión
      </Button>
    </form>
  );
}
