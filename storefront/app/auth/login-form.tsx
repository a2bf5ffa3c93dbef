import { emailMessage } from '@ceiba/domain/customers/email';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';
import { PasswordField } from './password-field.tsx';
import type { LoginValues } from './use-signing-in.ts';

/** E-mail and password (AUTH-03). `email`: what is known already; it stands in the field as soon as it is. */
export function LoginForm({ email, onSubmit }: { email: string; onSubmit: (values: LoginValues) => Promise<void> }) {
  const form = useForm<LoginValues>({ mode: 'onTouched', defaultValues: { email, password: '' } });
  const { errors, isSubmitting } = form.formState;
  useEffect(() => {
    if (email !== '' && form.getValues('email') === '') form.setValue('email', email);
  }, [email, form]);
  return (
    <form
      method="post"
      noValidate
      aria-label="Iniciar sesión"
      onSubmit={form.handleSubmit(({ email: typed, password }) => onSubmit({ email: typed.trim(), password }))}
      className="grid gap-4"
    >
      <TextField
        label="Correo electrónico"
        required
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
        error={errors.email?.message}
        {...typedField(form, 'email', { validate: (value) => emailMessage(value, 'profile') ?? true })}
      />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { validate: (value) => value !== '' || 'Escribe tu contraseña.' })}
      />
      <Button type="submit" size="lg" block loading={isSubmitting}>
        Iniciar sesión
      </Button>
    </form>
  );
}
