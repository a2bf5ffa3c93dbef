import { type ComponentProps, useId } from 'react';
import { Checkbox } from './choice.tsx';
import { Icon } from './icon.tsx';

/** Something a form asks people to accept; without it, `error` says so below, tied to the box. */
export function TermsCheckbox({
  error,
  className,
  ...box
}: Omit<ComponentProps<typeof Checkbox>, 'className'> & { error: string | undefined; className?: string }) {
  const noteId = useId();
  const hasError = error !== undefined;
  return (
    <div className={className}>
      <Checkbox aria-describedby={hasError ? noteId : undefined} aria-invalid={hasError ? true : undefined} {...box} />
      {hasError && (
        <p id={noteId} className="flex gap-1.5 text-sm font-medium text-danger">
          <Icon name="circle-alert" size="sm" className="mt-0.5" />
          {error}
        </p>
      )}
    </div>
  );
}
