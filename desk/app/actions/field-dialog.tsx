import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { type ReactNode, useState } from 'react';
import { SelectField, TextField } from '../platform/field.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useChange } from './use-change.ts';

export interface DialogField {
  name: string;
  label: string;
  required?: boolean;
  /** Decimal quetzales, with or without thousands. */
  isMoney?: boolean;
  /** A day, as 2026-11-30. */
  isDay?: boolean;
  /** What may be chosen: its value and its words; the first stands there at once. */
  options?: readonly (readonly [string, string])[];
  value?: string;
  hint?: ReactNode;
  /** Fields that are emptied when this one changes, because what they hold belongs to the former choice. */
  empties?: readonly string[];
  /** The field is shown, and sent, only for these values of the others. */
  isFor?: (values: Partial<Record<string, string>>) => boolean;
}

/**
 * An amount as the call wants it: "1400.50" for "1,400.50", "Q 1,400.50", "Q. 1,400.50" and "1.400,50". A lone comma with one or two digits
 * behind it is a decimal comma, because some phones offer no point for amounts.
 */
export const typedMoney = (text: string): string =>
  text
    .replace(/^\s*Q\s*\.?\s*(?=\d)/i, '')
    .replace(
      /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})\s*$/,
      (_, whole: string, rest: string) => `${whole.replaceAll('.', '')}.${rest}`,
    )
    .replace(/^([^.,]*),(\d{1,2})\s*$/, '$1.$2')
    .replaceAll(',', '')
    .trim();

const startOf = ({ value, options }: DialogField): string => value ?? options?.[0]?.[0] ?? '';

/** A few fields and one button: what is typed is sent once, and what is refused says so at its field. */
export function FieldDialog<T>({
  fields: all,
  send,
  refusedText,
  done,
  onDone,
  ...dialog
}: {
  title: string;
  text?: ReactNode;
  button: string;
  isDanger?: boolean;
  fields: readonly DialogField[];
  send: (values: Partial<Record<string, string>>, options: CallOptions) => Promise<Result<T, ApiError>>;
  /** What is said of a refusal beside its fields. */
  refusedText?: (error: ApiError) => string | undefined;
  done: string;
  onDone: (answer: T) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const { error, ...change } = useChange();
  const textOf = (field: DialogField): string => typed[field.name] ?? startOf(field);
  const shown = Object.fromEntries(all.map((field) => [field.name, textOf(field)]));
  const fields = all.filter(({ isFor }) => isFor?.(shown) ?? true);
  const type = ({ name, empties = [] }: DialogField, text: string): void =>
    setTyped({ ...typed, ...Object.fromEntries(empties.map((each) => [each, ''])), [name]: text });
  const submit = async (): Promise<void> => {
    // An empty amount would be taken for none.
    const empty = fields.filter((field) => field.required && textOf(field).trim() === '');
    setMissing(new Set(empty.map(({ name }) => name)));
    if (empty.length > 0) return;
    const values = Object.fromEntries(
      fields.map((field) => [field.name, field.isMoney ? typedMoney(textOf(field)) : textOf(field).trim()]),
    );
    const sent = await change.send((options) => send(values, options));
    if (!sent.ok) return;
    dialog.onClose();
    showToast(done);
    onDone(sent.value);
  };
  const errors: Readonly<Record<string, string>> = error?.metadata.fields ?? {};
  const said =
    error && (refusedText?.(error) ?? (fields.some(({ name }) => errors[name]) ? undefined : refusalText(error)));
  return (
    <FormDialog {...dialog} isSending={change.isSending} onSubmit={() => void submit()}>
      {fields.map((field) => {
        const shared = {
          label: field.label,
          required: field.required,
          error: missing.has(field.name) ? 'Falta este dato.' : errors[field.name],
          hint: field.hint,
          value: textOf(field),
          onChange: ({ target }: { target: { value: string } }) => type(field, target.value),
        };
        return field.options ? (
          <SelectField key={field.name} {...shared}>
            {field.options.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField
            key={field.name}
            {...shared}
            autoComplete="off"
            maxLength={300}
            {...(field.isDay && { type: 'date' })}
            {...(field.isMoney && { inputMode: 'decimal' as const, controlClass: 'num' })}
          />
        );
      })}
      {said !== undefined && <Note kind="error">{said}</Note>}
    </FormDialog>
  );
}
