import { isAcceptablePassword, passwordMessage } from '@ceiba/domain/auth/password';
import { type FieldProps, TextInput, useFramed } from '@ceiba/ui/field';
import { useState } from 'react';

/** `missing`: the message of an empty field. */
export const currentPassword = (label: string, missing = 'Escribe tu contraseña actual.') => ({
  label,
  autoComplete: 'current-password',
  validate: (typed: string) => (typed === '' ? missing : null),
});

export const newPassword = {
  label: 'Contraseña',
  autoComplete: 'new-password',
  hint: 'Al menos 8 caracteres, una letra y un número.',
  validate: (typed: string) => (isAcceptablePassword(typed) ? null : passwordMessage),
};

export const passwordAgain = {
  label: 'Confirmar contraseña',
  autoComplete: 'new-password',
  validate: (typed: string, { password }: { password: string }) =>
    typed === password ? null : 'Las contraseñas no coinciden.',
};

/** A password field that the shopper can make readable. */
export function PasswordField(props: Omit<FieldProps<'input'>, 'type' | 'required' | 'label'> & { label: string }) {
  const [isShown, setShown] = useState(false);
  return useFramed({ ...props, required: true }, (input) => (
    <span className="relative block">
      <TextInput {...input} type={isShown ? 'text' : 'password'} className="pr-24" />
      <button
        type="button"
        aria-pressed={isShown}
        aria-label={`Mostrar ${props.label.toLowerCase()}`}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-1 min-w-touch rounded-full px-3 text-sm font-semibold text-link"
      >
        {isShown ? 'Ocultar' : 'Mostrar'}
      </button>
    </span>
  ));
}
