import type { ApiError, CallOptions } from '@ceiba/contract/client';
import { type Field, readTyped, typedOf, type ValueOf } from '@ceiba/contract/desk/fields';
import type { Result } from '@ceiba/domain/result';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Note } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { FieldControl } from './field-control.tsx';
import { FormDialog } from './form-dialog.tsx';
import { landRefusal } from './land-refusal.ts';
import { useChange } from './use-change.ts';

/** Choices that are known while the desk runs: a value and its words; the first is chosen at once. */
interface OptionField {
  kind: 'option';
  label: string;
  hint?: string;
  options: readonly (readonly [value: string, words: string])[];
  /** The empty choice is one, too. */
  isOptional?: true;
}

export type DialogField = (Field | OptionField) & {
  /** The text that stands there at once. */
  value?: string;
  /** Fields that are emptied when this one changes, because their texts belong to the former choice. */
  empties?: readonly string[];
  /** The field is shown, and sent, only for these texts of the others. */
  isFor?: (texts: Readonly<Record<string, string>>) => boolean;
};

type Fields = Readonly<Record<string, DialogField | undefined>>;

type DialogValue<F> = F extends { kind: 'option' } ? string : F extends Field ? ValueOf<F> : undefined;

/** The values that a dialog sends, by the kinds of its fields. A field that is not always there may be undefined. */
export type DialogValues<F extends Fields> = {
  [N in keyof F]: F[N] extends { isFor: unknown } ? DialogValue<F[N]> | undefined : DialogValue<F[N]>;
};

const startOf = (field: DialogField): string => {
  if (field.value !== undefined) return field.value;
  if (field.kind === 'option') return field.options[0]?.[0] ?? '';
  if (field.kind === 'choice') return field.isOptional ? '' : (Object.keys(field.values)[0] ?? '');
  return typedOf(field, field.kind === 'flag' ? true : null);
};

const readOf = (field: DialogField, text: string) =>
  field.kind === 'option' ? ({ ok: true, value: text } as const) : readTyped(field, text);

/** A few fields and one button: what is typed is sent once, and what is refused says so at its field. */
export function FieldDialog<const F extends Fields, T>({
  fields: all,
  send,
  lands = {},
  refusedText,
  done,
  onDone,
  ...dialog
}: {
  title: string;
  text?: ReactNode;
  button: string;
  isDanger?: boolean;
  fields: F;
  send: (values: DialogValues<F>, options: CallOptions) => Promise<Result<T, ApiError>>;
  /** Fields that the server knows by other names. */
  lands?: Readonly<Record<string, keyof F & string>>;
  /** Words that replace those of a refusal. */
  refusedText?: (error: ApiError) => string | undefined;
  done: string;
  onDone: (answer: T) => void;
  onClose: () => void;
}) {
  const fields = Object.entries(all).flatMap(([name, field]) => (field === undefined ? [] : [{ name, field }]));
  const form = useForm<Record<string, string>>({
    // Choices may come later than the dialog: a field that nobody has touched begins anew, and what was typed stays.
    values: Object.fromEntries(fields.map(({ name, field }) => [name, startOf(field)])),
    resetOptions: { keepDirtyValues: true },
  });
  const [said, setSaid] = useState<string>();
  const change = useChange();
  const texts = form.watch();
  const shown = fields.filter(({ field }) => field.isFor?.(texts) ?? true);
  const submit = form.handleSubmit(async (typed) => {
    const values = shown.map(({ name, field }) => {
      const read = readOf(field, typed[name] ?? '');
      return [name, read.ok ? read.value : null];
    });
    // The readers of the fields made the values; this is the one place where both are joined.
    const sent = await change.send((options) => send(Object.fromEntries(values) as DialogValues<F>, options));
    if (!sent.ok) {
      const landings = { ...Object.fromEntries(shown.map(({ name }) => [name, name])), ...lands };
      const rest = landRefusal<Record<string, string>>(form, sent.error, landings);
      return setSaid(refusedText?.(sent.error) ?? rest);
    }
    dialog.onClose();
    showToast(done);
    onDone(sent.value);
  });
  return (
    <FormDialog {...dialog} isSending={change.isSending} onSubmit={() => void submit()}>
      {shown.map(({ name, field }) => (
        <FieldControl
          key={name}
          form={form}
          name={name}
          field={field.kind === 'option' ? { ...field, kind: 'choice', values: {} } : field}
          options={field.kind === 'option' ? field.options : undefined}
          hint={field.hint}
          onChanged={() => {
            for (const each of field.empties ?? []) form.setValue(each, '');
          }}
        />
      ))}
      {said !== undefined && <Note kind="error">{said}</Note>}
    </FormDialog>
  );
}
