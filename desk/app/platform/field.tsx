import { lengthMessage } from '@ceiba/domain/customers/typed-text';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';

interface Frame {
  label: ReactNode;
  /** An error. It replaces the hint; screen readers read it with the control. */
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  /** True if only screen readers get the label, because the context shows the meaning. */
  isLabelHidden?: boolean;
  className?: string;
}

interface Control {
  id: string;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Explains the asterisk, once for a form. Shows only if its parent holds a required field. */
export const RequiredNote = () => (
  <p className="hidden text-xs text-ink-muted [:has(:required)>&]:block" data-required-note>
    <span aria-hidden="true" className="text-danger">
      *
    </span>{' '}
    Dato obligatorio
  </p>
);

/** A control in its frame: label, control, then an error or a hint. `children` renders the control with its attributes. */
export function Field({
  label,
  error: ruleError,
  surplus = null,
  hint,
  required,
  isLabelHidden,
  className,
  children,
}: Frame & {
  /** The message of a text that is too long. While it shows, the form cannot be sent. */
  surplus?: string | null;
  children: (control: Control) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const error = surplus ?? ruleError;
  useEffect(() => {
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
      control.setCustomValidity(surplus ?? '');
  }, [id, surplus]);
  const hasNote = Boolean(error ?? hint);
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-dense font-semibold'}>
        {label}
        {required && (
          <span aria-hidden="true" className="text-danger">
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      {error ? (
        <span id={noteId} className="flex items-center gap-1.5 text-dense font-medium text-danger">
          <DeskIcon name="circle-alert" />
          <span>
            {error.split('\n').map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </span>
        </span>
      ) : (
        hint && (
          <span id={noteId} className="text-xs text-ink-muted">
            {hint}
          </span>
        )
      )}
    </div>
  );
}

type FieldProps<C extends 'input' | 'select' | 'textarea'> = Frame &
  Omit<ComponentProps<C>, 'className' | 'required'> & { controlClass?: string };

const parts = <P extends Frame & { controlClass?: string }>({
  label,
  error,
  hint,
  required,
  isLabelHidden,
  className,
  controlClass,
  ...control
}: P) => ({
  frame: {
    label,
    error,
    hint,
    required,
    ...(isLabelHidden !== undefined && { isLabelHidden }),
    ...(className !== undefined && { className }),
  },
  look: controlClass,
  control,
});

/**
 * Replaces the browser's `maxlength`, which silently cuts a pasted text. Here a longer text stays in its field, with a message. If the caller does not
 * pass `value`, the text is read on each change (DEC-234).
 */
const useSurplus = ({
  maxLength,
  value,
  defaultValue,
}: Pick<ComponentProps<'input'>, 'maxLength' | 'value' | 'defaultValue'>) => {
  const [typed, setTyped] = useState(defaultValue);
  const text = String(value ?? typed ?? '');
  return {
    surplus: maxLength === undefined ? null : lengthMessage(text, maxLength),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => setTyped(currentTarget.value),
  };
};

export function TextField({ maxLength, ...props }: FieldProps<'input'>) {
  const { frame, look, control } = parts(props);
  const { surplus, onInput } = useSurplus({ maxLength, ...props });
  return (
    <Field {...frame} surplus={surplus}>
      {(carried) => <input type="text" onInput={onInput} {...control} {...carried} className={cx('control', look)} />}
    </Field>
  );
}

export function TextAreaField({ maxLength, ...props }: FieldProps<'textarea'>) {
  const { frame, look, control } = parts(props);
  const { surplus, onInput } = useSurplus({ maxLength, ...props });
  return (
    <Field {...frame} surplus={surplus}>
      {(carried) => <textarea rows={3} onInput={onInput} {...control} {...carried} className={cx('control', look)} />}
    </Field>
  );
}

/** A select without a label. */
export const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <span className="relative block">
    <select {...rest} className={cx('control appearance-none pr-[34px] text-ellipsis', className)} />
    <DeskIcon
      name="chevron-down"
      className="pointer-events-none absolute top-[calc(50%-8px)] right-[11px] text-ink-soft"
    />
  </span>
);

/** `children` are the options. */
export function SelectField(props: FieldProps<'select'>) {
  const { frame, look, control } = parts(props);
  return (
    <Field {...frame}>
      {(carried) => <Select {...control} {...carried} {...(look !== undefined && { className: look })} />}
    </Field>
  );
}

/** A check box with its label. A press anywhere on the row toggles it. */
export function CheckField({
  label,
  note,
  className,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode; note?: ReactNode }) {
  return (
    <label
      className={cx(
        'flex min-h-8 cursor-pointer items-center gap-2.5 text-dense max-lg:min-h-11 max-lg:text-sm/6',
        className,
      )}
    >
      <input type="checkbox" {...rest} className="checkbox" />
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
      {note !== undefined && <span className="text-ink-muted whitespace-nowrap tabular-nums">{note}</span>}
    </label>
  );
}
