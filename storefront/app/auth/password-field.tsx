import { passwordMaxLength } from '@ceiba/domain/auth/password';
import { type ComponentProps, useState } from 'react';
import { Field } from '../ui/field.tsx';
import { controlClass } from '../ui/select.tsx';

/** A password, shown while the shopper wants to read it. */
export function PasswordField({
  label,
  error,
  hint,
  ...input
}: Omit<ComponentProps<'input'>, 'className' | 'required' | 'type'> & {
  label: string;
  error: string | undefined;
  hint?: string;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} required error={error} hint={hint}>
      {(control) => (
        <span className="relative block">
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            maxLength={passwordMaxLength}
            className={`${controlClass} pr-24`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={`Mostrar ${label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-1 min-w-touch rounded-full px-3 text-sm font-semibold text-link"
          >
            {isShown ? 'Ocultar' : 'Mostrar'}
          </button>
        </span>
      )}
    </Field>
  );
}
