import { type ComponentProps, useId } from 'react';
import { Checkbox } from './choice.tsx';
import { FieldNote } from './field.tsx';

/** The checkbox for the terms of a form; `of`: what the terms are for. While the box is unchecked, `error` shows below it. */
export function TermsCheckbox({
  of = '',
  error,
  className,
  ...box
}: Omit<ComponentProps<typeof Checkbox>, 'className' | 'label'> & {
  of?: string;
  error: string | undefined;
  className?: string;
}) {
  const noteId = useId();
  const note = error === undefined ? {} : ({ 'aria-describedby': noteId, 'aria-invalid': true } as const);
  return (
    <div className={className}>
      <Checkbox
        label={
          <>
            Acepto los{' '}
            <a href="/terminos-y-condiciones" target="_blank" rel="noopener" className="link">
              términos y condiciones{of}
            </a>
          </>
        }
        {...note}
        {...box}
      />
      {error !== undefined && <FieldNote id={noteId} error={error} />}
    </div>
  );
}
