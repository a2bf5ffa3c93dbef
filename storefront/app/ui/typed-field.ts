import type { FieldPath, FieldValues, RegisterOptions, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';

/**
 * Registers a text field whose rule is a message function of the domain (null = nothing to say) and which is brought
 * into its shown form while it is typed. A text that already has that form is left alone, so that the caret stays.
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
      const shown = format(event.target.value);
      if (shown !== event.target.value) event.target.value = shown;
      return field.onChange(event);
    },
  };
}
