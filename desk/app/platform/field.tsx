import { lengthMessage } from '@ceiba/domain/customers/typed-text';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';

interface Frame {
  label: ReactNode;
  /** An error: takes the hint's place, and is tied to the control. */
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  /** Read by screen readers alone, where the place says what it is. */
  isLabelHidden?: boolean;
  className?: string;
}

interface Control {
  id: string;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A control in its frame: label, control, then what is wrong with it or a hint. `children` draws the control with what it must carry. */
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
  /** The message of a text that is too long. The form is not sent while there is one. */
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
    <div className={cx('fld', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr' : undefined}>
        {label}
        {required && (
          <span aria-hidden="true" className="req">
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
        <span id={noteId} className="emsg">
          <DeskIcon name="circle-alert" />
          <span>
            {error.split('\n').map((line) => (
              <span key={line} className="emsg-line">
                {line}
              </span>
            ))}
          </span>
        </span>
      ) : (
        hint && (
          <span id={noteId} className="hint">
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
 * Replaces the browser's `maxlength`, which cuts a pasted text without a word (DEC-234). A longer text stays in its field, with a message.
 * A field without `value` is read as its text changes.
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
      {(carried) => <input type="text" onInput={onInput} {...control} {...carried} className={cx('inp', look)} />}
    </Field>
  );
}

export function TextAreaField({ maxLength, ...props }: FieldProps<'textarea'>) {
  const { frame, look, control } = parts(props);
  const { surplus, onInput } = useSurplus({ maxLength, ...props });
  return (
    <Field {...frame} surplus={surplus}>
      {(carried) => <textarea rows={3} onInput={onInput} {...control} {...carried} className={cx('inp', look)} />}
    </Field>
  );
}

/** `children` are the options. */
export function SelectField(props: FieldProps<'select'>) {
  const { frame, look, control } = parts(props);
  return (
    <Field {...frame}>
      {(carried) => (
        <span className="sel">
          <select {...control} {...carried} className={cx('inp', look)} />
          <DeskIcon name="chevron-down" />
        </span>
      )}
    </Field>
  );
}

/** A check box with its words; the whole row is the target. */
export function CheckField({
  label,
  note,
  className,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode; note?: ReactNode }) {
  return (
    <label className={cx('check', className)}>
      <input type="checkbox" {...rest} className="chk" />
      <span className="grow">{label}</span>
      {note !== undefined && <span className="muted num">{note}</span>}
    </label>
  );
}
