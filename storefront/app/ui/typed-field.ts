import type { FieldPath, FieldValues, RegisterOptions, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';

/** Shows a text in its form; the caret stays behind what it stood behind, where the browser would put it at the end. */
function showFormatted(input: { value: string }, format: (text: string) => string): void {
  const typed = input.value;
  const shown = format(typed);
  if (shown === typed) return;
  const hasCaret = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement;
  const caret = hasCaret ? input.selectionStart : null;
  input.value = shown;
  if (!hasCaret || caret === null || caret === typed.length) return;
  const place = Math.min(format(typed.slice(0, caret)).length, shown.length);
  input.setSelectionRange(place, place);
}

/**
 * Registers a text field whose rule is a message function of the domain (null = nothing to say) and which is brought
 * into its shown form while it is typed, the caret staying where a text is corrected.
 */
export function typedField<V extends FieldValues, N extends FieldPath<V>>(
  form: UseFormReturn<V>,
  name: N,
  { format, ...rules }: RegisterOptions<V, N> & { format?: (text: string) => string },
): UseFormRegisterReturn<N> {
  const field = form.register(name, rules);
  if (format === undefined) return field;
  return {
    ...field,
    onChange: (event: { target: { value: string } }) => {
      showFormatted(event.target, format);
      return field.onChange(event);
    },
  };
}
