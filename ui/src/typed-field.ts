import type { FieldPath, FieldPathValue, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { afterPress } from './after-press.ts';

/** Said where the form of a field has no room for what was typed, pasted or filled in (DEC-234). */
const cutText = 'Quitamos lo que no cabe aquí. Revisa el dato.';

/** The last letter or digit that was typed leaves no trace in the shown form. */
const isCut = (typed: string, format: (text: string) => string): boolean => {
  const counted = typed.replace(/[^\p{L}\p{N}]+$/u, '');
  return counted !== '' && format(counted) === format(counted.slice(0, -1));
};

const isTextControl = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/**
 * Shows a text in its form; the caret stays behind what it stood behind, where the browser would put it at the end. True where a part of
 * the text was cut.
 */
function showFormatted(input: EventTarget, format: (text: string) => string): boolean {
  if (!isTextControl(input)) return false;
  const { value: typed, selectionStart: caret } = input;
  const shown = format(typed);
  if (shown === typed) return false;
  input.value = shown;
  if (caret !== null && caret !== typed.length) {
    const place = format(typed.slice(0, caret)).length;
    input.setSelectionRange(place, place);
  }
  return isCut(typed, format);
}

function showRepaired(input: EventTarget, repair: (text: string) => string): void {
  if (!isTextControl(input) || input.readOnly) return;
  const repaired = repair(input.value);
  if (repaired !== input.value) input.value = repaired;
}

interface TypedRules<T, V> {
  /** The message function of the domain: null = nothing to say. */
  validate?: (value: T, values: V) => string | null;
  /** Brings a text into its shown form while it is typed, the caret staying where it is corrected. */
  format?: (text: string) => string;
  /** Repairs a text when its field is left. */
  repair?: (text: string) => string;
  /** Characters that are taken. A longer text stays in its field, and is told so: browsers would cut it without a word (DEC-234). */
  maxLength?: number | undefined;
}

function tooLongMessage(value: unknown, maxLength: number | undefined): string | null {
  const surplus = maxLength === undefined ? 0 : [...String(value)].length - maxLength;
  return surplus > 0 ? `Escribe hasta ${maxLength} caracteres: sobran ${surplus}.` : null;
}

/**
 * Registers a field of a form. Gives all its control is drawn with: what it says of itself, its value's ties to the form,
 * and what is wrong with it. `more`: what else happens when it changes or is left.
 */
export function typedField<V extends FieldValues, N extends FieldPath<V>, const P extends object>(
  form: UseFormReturn<V>,
  name: N,
  { format, repair, validate, maxLength, ...props }: P & TypedRules<FieldPathValue<V, N>, V>,
  more: RegisterOptions<V, N> = {},
) {
  const field = form.register(name, {
    ...more,
    validate: (value, values) => validate?.(value, values) ?? tooLongMessage(value, maxLength) ?? true,
  });
  // Reading `errors` makes the form draw anew when they change.
  const error = form.formState.errors && form.getFieldState(name).error?.message;
  return {
    ...props,
    ...field,
    error,
    onChange: async (event: { target: EventTarget }) => {
      const wasCut = format !== undefined && showFormatted(event.target, format);
      await field.onChange(event);
      if (wasCut) form.setError(name, { message: cutText });
    },
    onBlur: (event: { target: EventTarget }) =>
      afterPress(() => {
        if (repair) showRepaired(event.target, repair);
        void field.onBlur(event);
      }),
  };
}
