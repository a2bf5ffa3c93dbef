import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../platform/class-names.ts';
import { Icon } from './icon.tsx';
import { controlClass, Select } from './select.tsx';

/** What the control inside a field must carry: spread it on the input. */
export interface FieldControl {
  id: string;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrame {
  label: ReactNode;
  /** Red message with icon; replaces the hint, tied to the control. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Green line with a check, for a confirmed look-up. */
  confirmed?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
}

/** Drawn, not written: the label's text stays the label, and `required` says it to screen readers. */
export const requiredMark = "after:text-danger after:content-['_*'_/_'']";

/** Label above, control, then error, confirmation or hint. `children` draws the control. */
export function Field({
  label,
  error,
  hint,
  confirmed,
  required,
  className,
  children,
}: FieldFrame & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? confirmed ?? hint);
  return (
    <div className={cx('grid min-w-0 content-start gap-1.5', className)}>
      <label htmlFor={id} className={cx('text-sm font-medium', required && requiredMark)}>
        {label}
      </label>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      {hasNote && <FieldNote id={noteId} error={error} confirmed={confirmed} hint={hint} />}
    </div>
  );
}

function FieldNote({ id, error, confirmed, hint }: { id: string } & Pick<FieldFrame, 'error' | 'confirmed' | 'hint'>) {
  if (error) {
    return (
      <p id={id} className="flex gap-1.5 text-sm font-medium text-danger">
        <Icon name="circle-alert" size="sm" className="mt-0.5" />
        {error}
      </p>
    );
  }
  if (confirmed) {
    return (
      <p id={id} className="flex gap-1.5 text-sm font-medium text-success">
        <Icon name="check" size="sm" className="mt-0.5" />
        {confirmed}
      </p>
    );
  }
  return (
    <p id={id} className="text-sm text-ink-muted">
      {hint}
    </p>
  );
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={cx(controlClass, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...rest} className={cx(controlClass, 'min-h-24 resize-y py-3', className)} />;
}

/** Field and text input in one; the input's own props go to the input (`register` of react-hook-form too). */
export function TextField({
  label,
  error,
  hint,
  confirmed,
  required,
  className,
  ...input
}: FieldFrame & Omit<ComponentProps<'input'>, 'className' | 'required'>) {
  return (
    <Field label={label} error={error} hint={hint} confirmed={confirmed} required={required} className={className}>
      {(control) => <TextInput {...input} {...control} />}
    </Field>
  );
}

/** Field and select in one; `children` are the options. */
export function SelectField({
  label,
  error,
  hint,
  confirmed,
  required,
  className,
  children,
  ...select
}: FieldFrame & Omit<ComponentProps<'select'>, 'className' | 'required'>) {
  return (
    <Field label={label} error={error} hint={hint} confirmed={confirmed} required={required} className={className}>
      {(control) => (
        <Select {...select} {...control}>
          {children}
        </Select>
      )}
    </Field>
  );
}
