import type { FieldPath, FieldPathValue, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';
import type * as Left from './left-field.ts';
import { tryToLoad } from './try-to-load.ts';

/** A format or a repair is given to fields of text alone. */
const isTextControl = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  'selectionStart' in target;

/**
 * A text in its form. A text whose last letter or digit has no room there stays as it was typed, pasted or filled in: cut, it could
 * become another document or card, and a valid one. The rule of its field refuses it (DEC-234).
 */
const shownForm = (typed: string, format: (text: string) => string): string => {
  const counted = /^.*\w/s.exec(typed)?.[0] ?? '';
  return counted !== '' && format(counted) === format(counted.slice(0, -1)) ? typed : format(typed);
};

/** Shows a text in its form; the caret stays behind what it stood behind, where the browser would put it at the end. */
function showFormatted(input: HTMLInputElement | HTMLTextAreaElement, format: (text: string) => string): void {
  const { value: typed, selectionStart: caret } = input;
  const shown = shownForm(typed, format);
  if (shown === typed) return;
  input.value = shown;
  if (caret === null || caret === typed.length) return;
  const place = format(typed.slice(0, caret)).length;
  input.setSelectionRange(place, place);
}

interface TypedRules<T, V> {
  /** The message function of the domain: null = nothing to say. */
  validate?: (value: T, values: V) => string | null;
  /** Brings a text into its shown form while it is typed, the caret staying where it is corrected. */
  format?: (text: string) => string;
  /** How a text is repaired: the value is the repaired one at once, the field shows it when it is left. A name is judged, too. */
  kind?: Left.TextKind;
  /** Characters that are taken. A longer text stays in its field, with a message: browsers would cut it without a word (DEC-234). */
  maxLength?: number | undefined;
}

/** The file of everything after the first focus. Undefined until then, and without a line. */
let left: typeof Left | undefined;
const fetchLeft = async (): Promise<void> => {
  left ??= await tryToLoad(() => import('./left-field.ts')).catch(() => undefined);
};

/**
 * Registers a field of a form. Gives all its control is drawn with: what it says of itself, its value's ties to the form,
 * and what is wrong with it. `more`: what else happens when it changes or is left.
 */
export function typedField<V extends FieldValues, N extends FieldPath<V>, const P extends object>(
  form: UseFormReturn<V>,
  name: N,
  { format, kind, validate, maxLength = Number.POSITIVE_INFINITY, ...props }: P & TypedRules<FieldPathValue<V, N>, V>,
  more: RegisterOptions<V, N> = {},
) {
  const judge = async (value: FieldPathValue<V, N>, values: V): Promise<string | true> => {
    const refusal = validate?.(value, values);
    if (refusal) return refusal;
    await fetchLeft();
    return left?.refusalOf(value, kind, maxLength) ?? true;
  };
  const repaired = (text: string): string => (kind && left ? left.repaired(kind, text) : text);
  const field = form.register(name, { ...more, ...(kind && { setValueAs: repaired }), validate: judge });
  // Reading `errors` makes the form draw anew when they change.
  const error = form.formState.errors && form.getFieldState(name).error?.message;
  return {
    ...props,
    ...field,
    error,
    onFocus: () => void fetchLeft(),
    onChange: async (event: { target: EventTarget }) => {
      const { target } = event;
      if (format && isTextControl(target)) showFormatted(target, format);
      await field.onChange(event);
    },
    onBlur: (event: { target: EventTarget }) => {
      const { target } = event;
      const leave = (): void => {
        const text = kind && isTextControl(target) ? repaired(target.value) : undefined;
        if (text !== undefined && isTextControl(target) && text !== target.value) {
          target.value = text;
          // The form holds what its field shows: the rules may have come after the text was typed.
          void field.onChange({ target, type: 'change' });
        }
        void field.onBlur(event);
      };
      if (left) left.afterPress(leave);
      else leave();
    },
  };
}
