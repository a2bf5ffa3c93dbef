import type { FieldPath, FieldPathValue, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';
import type * as Left from './left-field.ts';
import { tryToLoad } from './try-to-load.ts';

/** Only text fields have a format or a repair. */
const isTextControl = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  'selectionStart' in target;

/**
 * Formats a text. A text whose last letter or digit does not fit stays as typed, pasted or filled in. A cut text could become another valid document
 * or card. The field's rule refuses it (DEC-234).
 */
const shownForm = (typed: string, format: (text: string) => string): string => {
  const counted = /^.*\w/s.exec(typed)?.[0] ?? '';
  return counted !== '' && format(counted) === format(counted.slice(0, -1)) ? typed : format(typed);
};

/** Shows a text in its format and keeps the caret behind the same character; the browser would move it to the end. */
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
  /** The domain's message function. Null for no message. */
  validate?: (value: T, values: V) => string | null;
  /** Formats a text while it is typed; the caret stays where the text is corrected. */
  format?: (text: string) => string;
  /** The repair of a text. The value is repaired immediately; the field shows the repaired text after the blur. Names are also validated. */
  kind?: Left.TextKind;
  /** Maximum number of characters. A longer text stays in its field, with a message: browsers would cut it silently (DEC-234). */
  maxLength?: number | undefined;
}

/** The module for everything after the first focus. Undefined until then, and without a connection. */
let leftModule: typeof Left | undefined;
const fetchLeft = async (): Promise<void> => {
  leftModule ??= await tryToLoad(() => import('./left-field.ts')).catch(() => undefined);
};

/**
 * Registers a field of a form. Returns all props of its control: its own attributes, its value's binding to the form, and its error. `more`: further
 * handlers for changing and leaving it.
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
    return leftModule?.refusalOf(value, kind, maxLength) ?? true;
  };
  const repaired = (text: string): string => (kind && leftModule ? leftModule.repaired(kind, text) : text);
  const field = form.register(name, { ...more, ...(kind && { setValueAs: repaired }), validate: judge });
  // Reading `errors` subscribes the form to their changes.
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
          // Gives the form the shown value: the rules may have loaded after the text was typed.
          void field.onChange({ target, type: 'change' });
        }
        void field.onBlur(event);
      };
      // If the field is left before the script has loaded, it is validated after the load, and after the press that left the field.
      if (leftModule) leftModule.afterPress(leave);
      else void fetchLeft().then(() => (leftModule ? leftModule.afterPress(leave) : leave()));
    },
  };
}
