import type { ApiError, CallOptions } from '@ceiba/contract/client';
import { type Field, readTyped, typedOf, type ValueOf } from '@ceiba/contract/desk/fields';
import type { Result } from '@ceiba/domain/result';
import { type ReactNode, useState } from 'react';
import { Note } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { FieldControl } from './field-control.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useLandingForm } from './use-landing-form.ts';

/** Choices that are only known at run time: values with their labels. The first is preselected. */
interface OptionField {
  kind: 'option';
  label: string;
  hint?: string;
  options: readonly (readonly [value: string, words: string])[];
  /** True if the empty choice is allowed. */
  isOptional?: true;
}

export type DialogField = (Field | OptionField) & {
  /** The initial text. */
  value?: string;
  /** Fields that are cleared when this field changes, because their texts belong to the previous choice. */
  empties?: readonly string[];
  /** Returns whether the field is shown and sent, given the texts of the other fields. */
  isFor?: (texts: Readonly<Record<string, string>>) => boolean;
};

type Fields = Readonly<Record<string, DialogField | undefined>>;

type DialogValue<F> = F extends { kind: 'option' } ? string : F extends Field ? ValueOf<F> : undefined;

/** The values that a dialog sends. Each type follows from the field's kind; a field that is not always shown may be undefined. */
export type DialogValues<F extends Fields> = {
  [N in keyof F]: F[N] extends { isFor: unknown } ? DialogValue<F[N]> | undefined : DialogValue<F[N]>;
};

const initialText = (field: DialogField): string => {
  if (field.value !== undefined) return field.value;
  if (field.kind === 'option') return field.options[0]?.[0] ?? '';
  if (field.kind === 'choice') return field.isOptional ? '' : (Object.keys(field.values)[0] ?? '');
  return typedOf(field, field.kind === 'flag' ? true : null);
};

const readOf = (field: DialogField, text: string) =>
  field.kind === 'option' ? ({ ok: true, value: text } as const) : readTyped(field, text);

/** A dialog with a few fields and one button. A repeated press sends the same change; a refusal shows at its field. */
export function FieldDialog<const F extends Fields, T>({
  fields: all,
  send,
  lands = {},
  refusedText,
  done,
  undo,
  onDone,
  children,
  ...dialog
}: {
  title: string;
  text?: ReactNode;
  button: string;
  /** The label of the button that closes the dialog. */
  close?: string;
  isDanger?: boolean;
  /** True while questions in `children` are unanswered. */
  isOff?: boolean;
  fields: F;
  send: (values: DialogValues<F>, options: CallOptions) => Promise<Result<T, ApiError>>;
  /** Fields that the server names differently, and codes that belong to one field. */
  lands?: Readonly<Record<string, keyof F & string>>;
  /** The text that replaces the server's text of a refusal. */
  refusedText?: (error: ApiError) => string | undefined;
  done: string;
  /** The opposite call, offered for ten seconds (OFF-22). */
  undo?: (answer: T) => () => void;
  onDone: (answer: T) => void;
  onClose: () => void;
  /** Questions shown before the fields. */
  children?: ReactNode;
}) {
  const fields = Object.entries(all).flatMap(([name, field]) => (field === undefined ? [] : [{ name, field }]));
  const {
    form,
    said,
    isSending,
    send: sendChange,
  } = useLandingForm<Record<string, string>>({
    // Choices may load after the dialog has opened. Then fields that the person did not touch get their initial values again. Typed values stay.
    values: Object.fromEntries(fields.map(({ name, field }) => [name, initialText(field)])),
    resetOptions: { keepDirtyValues: true },
  });
  const [replaced, setReplaced] = useState<string>();
  const texts = form.watch();
  const shown = fields.filter(({ field }) => field.isFor?.(texts) ?? true);
  const submit = form.handleSubmit(async (typed) => {
    const values = shown.map(({ name, field }) => {
      const read = readOf(field, typed[name] ?? '');
      return [name, read.ok ? read.value : null];
    });
    // The fields' parsers made the values, so the cast below is right.
    const landings = { ...Object.fromEntries(shown.map(({ name }) => [name, name])), ...lands };
    const sent = await sendChange((options) => send(Object.fromEntries(values) as DialogValues<F>, options), landings);
    if (!sent.ok) return setReplaced(refusedText?.(sent.error));
    dialog.onClose();
    showToast(done, undo?.(sent.value));
    onDone(sent.value);
  });
  return (
    <FormDialog {...dialog} isSending={isSending} onSubmit={() => void submit()}>
      {children}
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
      {(replaced ?? said) !== undefined && <Note kind="error">{replaced ?? said}</Note>}
    </FormDialog>
  );
}
