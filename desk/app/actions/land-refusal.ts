import type { ApiError } from '@ceiba/contract/client';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { refusalText } from '../platform/notes.tsx';

/** The form field that shows a refusal, by the server's name of the field, or by the error code. */
export type Landings<V extends FieldValues> = Readonly<Partial<Record<string, keyof V & string>>>;

/**
 * Shows the messages of a refusal at their fields. With `focuses`, focuses the first of these fields. Returns the messages without a field in this
 * form. Undefined if every message has a field.
 */
export function landRefusal<V extends FieldValues>(
  form: UseFormReturn<V>,
  error: ApiError,
  landings: Landings<V>,
  focuses = true,
): string | undefined {
  // A message for a part of a field, such as `attributes.color`, shows at the whole field.
  const fieldOf = (name: string) => landings[name] ?? landings[name.split('.')[0] ?? name];
  const fields = Object.entries(error.metadata.fields ?? {});
  const messages: [name: string, message: string][] = fields.length > 0 ? fields : [[error.code, refusalText(error)]];
  const landed = messages.flatMap(([name, message]) => {
    const field = fieldOf(name);
    return field === undefined ? [] : [{ field, message }];
  });
  // A form of the desk is flat: each key of its values is a path.
  for (const [at, { field, message }] of landed.entries())
    form.setError(field as FieldPath<V>, { type: 'server', message }, { shouldFocus: focuses && at === 0 });
  if (landed.length === 0) return refusalText(error);
  const rest = messages.flatMap(([name, message]) => (fieldOf(name) === undefined ? [message] : []));
  return rest.length === 0 ? undefined : rest.join(' ');
}
