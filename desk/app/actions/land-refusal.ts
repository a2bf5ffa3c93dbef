import type { ApiError } from '@ceiba/contract/client';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { refusalText } from '../platform/notes.tsx';

/** Where a refusal lands: a field of the form, by the name that the server gives it. */
export type Landings<V extends FieldValues> = Readonly<Partial<Record<string, keyof V & string>>>;

/**
 * Puts what a refusal says of fields beside these fields, and the caret into the first of them. Answers the rest in words: what no field of
 * the form shows. Undefined: the fields say it all.
 */
export function landRefusal<V extends FieldValues>(
  form: UseFormReturn<V>,
  error: ApiError,
  landings: Landings<V>,
): string | undefined {
  const said = Object.entries(error.metadata.fields ?? {});
  const landed = said.flatMap(([name, message]) => {
    const field = landings[name];
    return field === undefined ? [] : [{ field, message }];
  });
  // A form of the desk is flat: each key of its values is a path.
  for (const [at, { field, message }] of landed.entries())
    form.setError(field as FieldPath<V>, { type: 'server', message }, { shouldFocus: at === 0 });
  if (landed.length === 0) return refusalText(error);
  const rest = said.flatMap(([name, message]) => (landings[name] === undefined ? [message] : []));
  return rest.length === 0 ? undefined : rest.join(' ');
}
