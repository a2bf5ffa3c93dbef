import { maxTags, tagIconWords, tagLookWords, tagText } from '@ceiba/contract/desk/category-fields';
import { typedFault } from '@ceiba/contract/desk/fields';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button, IconButton } from '../platform/button.tsx';
import { SelectField, TextField } from '../platform/field.tsx';
import { Note } from '../platform/notes.tsx';
import type { DeskAnswer } from '../session/desk-client.ts';

export type Tags = DeskAnswer<'getCategory'>['data']['tags'];

/** Parses the tags of a form, which stores them as one text. */
export const readTags = (text: string): Tags => (text === '' ? [] : JSON.parse(text));
export const tagsText = (tags: Tags): string => (tags.length === 0 ? '' : JSON.stringify(tags));

const tagsFault = (value: string): string | true =>
  readTags(value)
    .map(({ text }) => typedFault(tagText, text))
    .find((fault) => fault !== null) ?? true;

/** The tags on the products of a category: text, colour and icon. They are one field of the form. */
export function TagsField({ form }: { form: UseFormReturn<Record<string, string>> }) {
  form.register('tags', { validate: tagsFault });
  const error = form.formState.errors['tags']?.message;
  const tags = readTags(form.watch('tags') ?? '');
  // React needs an ID for each possible tag, because a tag has no other key.
  const [ids, setIds] = useState(() =>
    Array.from({ length: Math.max(maxTags, tags.length) }, () => crypto.randomUUID()),
  );
  const put = (next: Tags): void =>
    form.setValue('tags', tagsText(next), { shouldDirty: true, shouldValidate: error !== undefined });
  const remove = (at: number): void => {
    setIds([...ids.toSpliced(at, 1), crypto.randomUUID()]);
    put(tags.toSpliced(at, 1));
  };
  const set = (at: number, change: object): void =>
    put(tags.map((tag, place) => (place === at ? { ...tag, ...change } : tag)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-dense font-semibold">Etiquetas de sus productos</legend>
      {error !== undefined && <Note kind="error">{error}</Note>}
      {tags.map((tag, at) => (
        <div key={ids[at]} className="flex flex-wrap items-end gap-2">
          <TextField
            label={`Etiqueta ${at + 1}`}
            className="min-w-40 flex-1"
            value={tag.text}
            maxLength={tagText.max}
            onChange={(event) => set(at, { text: event.target.value })}
          />
          <SelectField label="Color" value={tag.look} onChange={(event) => set(at, { look: event.target.value })}>
            {Object.entries(tagLookWords).map(([look, words]) => (
              <option key={look} value={look}>
                {words}
              </option>
            ))}
          </SelectField>
          <SelectField label="Ícono" value={tag.icon} onChange={(event) => set(at, { icon: event.target.value })}>
            {Object.entries(tagIconWords).map(([icon, words]) => (
              <option key={icon} value={icon}>
                {words}
              </option>
            ))}
          </SelectField>
          <IconButton label={`Quitar la etiqueta ${at + 1}`} icon="x" onClick={() => remove(at)} />
        </div>
      ))}
      {tags.length < maxTags && (
        <span>
          <Button
            size="small"
            icon="plus"
            onClick={() => put([...tags, { text: '', look: 'jade', icon: 'shield-check' }])}
          >
            Agregar etiqueta
          </Button>
        </span>
      )}
    </fieldset>
  );
}
