import { profileEmail } from '@ceiba/domain/customers/profile-words';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useEffect, useState } from 'react';
import { emailField } from '../forms/person-fields.tsx';
import type { Refusal } from '../forms/refusal.ts';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { currentPassword, PasswordField } from './password-field.tsx';
import type { LoginValues } from './use-signing-in.ts';

const password = currentPassword('Contraseña', 'Escribe tu contraseña.');

/** E-mail and password (AUTH-03). `email`: a known address; it fills the field as soon as it is known. */
export function LoginForm({
  email,
  onSubmit,
}: {
  email: string;
  onSubmit: (values: LoginValues) => Promise<Refusal | undefined>;
}) {
  const [problem, setProblem] = useState('');
  const { form, submit, isSending } = useSubmitForm(
    { defaultValues: { email, password: '' } },
    async ({ email: typed, password }: LoginValues) => {
      setProblem('');
      const refusal = await onSubmit({ email: typed.trim(), password });
      // Repeats the alert beside the form: the alert in the corner disappears after some seconds (CONST-02), and is far from the typed text.
      if (refusal?.alert) setProblem(`${refusal.alert.title}: ${refusal.alert.message}`);
      return refusal;
    },
  );
  useEffect(() => {
    if (email !== '' && form.getValues('email') === '') form.setValue('email', email);
  }, [email, form]);
  return (
    <form method="post" noValidate aria-label="Iniciar sesión" onSubmit={submit} className="grid gap-4">
      <TextField {...typedField(form, 'email', emailField(profileEmail))} autoComplete="username" />
      <PasswordField {...typedField(form, 'password', password)} />
      <p role="status" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      <Button type="submit" size="lg" block loading={isSending}>
        Iniciar sesión
      </Button>
    </form>
  );
}
