import type { FieldPath, FieldPathValue, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';

/** Shows a text in its form; the caret stays behind what it stood behind, where the browser would put it at the end. */
function showFormatted(input: EventTarget, format: (text: string) => string): void {
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
  const { value: typed, selectionStart: caret } = input;
  const shown = format(typed);
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
}

/**
 * Registers a field of a form. Gives all its control is drawn with: what it says of itself, its value's ties to the form,
 * and what is wrong with it. `more`: what else happens when it changes or is left.
 */
export function typedField<V extends FieldValues, N extends FieldPath<V>, const P extends object>(
  form: UseFormReturn<V>,
  name: N,
  { format, validate, ...props }: P & TypedRules<FieldPathValue<V, N>, V>,
  more: RegisterOptions<V, N> = {},
) {
  const field = form.register(name, { ...more, validate: (value, values) => validate?.(value, values) ?? true });
  // Reading `errors` makes the form draw anew when they change.
  const error = form.formState.errors && form.getFieldState(name).error?.message;
  return {
    ...props,
    ...field,
    error,
    onChange: (event: { target: EventTarget }) => {
      if (format) showFormatted(event.target, format);
      return field.onChange(event);
    },
  };
}
