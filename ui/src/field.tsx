import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';
import { controlClass, Select } from './select.tsx';

/** Attributes of the control inside a field. Spread them on the input. */
export interface FieldControl {
  id: string;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrame {
  label: ReactNode;
  /** A red message with an icon, of one line or more. Replaces the hint, and is tied to the control. */
  error?: string | undefined;
  hint?: ReactNode;
  /** A green line with a check mark, for a confirmed look-up. */
  confirmed?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
}

/** Drawn by CSS, so that the label's text stays unchanged. Screen readers use `required`. */
export const requiredMark = "after:text-danger after:content-['_*'_/_'']";

/**
 * A control in its frame: label, control, then error, confirmation or hint. `draw` gets the attributes of the control, and the `props` that do not
 * belong to the frame.
 */
export function useFramed<P extends FieldFrame>(
  { label, error, hint, confirmed, required, className, ...rest }: P,
  draw: (control: Omit<P, keyof FieldFrame> & FieldControl) => ReactNode,
) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? confirmed ?? hint);
  return (
    <div className={cx('grid min-w-0 content-start gap-1.5', className)}>
      <label htmlFor={id} className={cx('text-sm font-medium', required && requiredMark)}>
        {label}
      </label>
      {draw({
        ...rest,
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      {hasNote && <FieldNote id={noteId} error={error} confirmed={confirmed} hint={hint} />}
    </div>
  );
}

/** `children` renders the control. */
export const Field = ({ children, ...frame }: FieldFrame & { children: (control: FieldControl) => ReactNode }) =>
  useFramed(frame, children);

/** The line below a control: the error, otherwise the confirmation, otherwise the hint. */
export function FieldNote({
  id,
  error,
  confirmed,
  hint,
}: { id: string } & Pick<FieldFrame, 'error' | 'confirmed' | 'hint'>) {
  if (!(error || confirmed))
    return (
      <p id={id} className="text-sm text-ink-muted">
        {hint}
      </p>
    );
  return (
    <p id={id} className={cx('flex gap-1.5 text-sm font-medium', error ? 'text-danger' : 'text-success')}>
      <Icon name={error ? 'circle-alert' : 'check'} size="sm" className="mt-0.5" />
      <span className="whitespace-pre-line">{error || confirmed}</span>
    </p>
  );
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={cx(controlClass, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...rest} className={cx(controlClass, 'min-h-24 resize-y py-3', className)} />;
}

/** Props of a control with its frame. The control's own props are passed to it (`typedField` returns them). */
export type FieldProps<C extends 'input' | 'select' | 'textarea'> = FieldFrame &
  Omit<ComponentProps<C>, 'className' | 'required'>;

export const TextField = (props: FieldProps<'input'>) => useFramed(props, (input) => <TextInput {...input} />);

/** `children` are the options. */
export const SelectField = (props: FieldProps<'select'>) => useFramed(props, (select) => <Select {...select} />);

export const TextAreaField = (props: FieldProps<'textarea'>) => useFramed(props, (area) => <TextArea {...area} />);
