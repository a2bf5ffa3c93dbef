import { type Field, mayBeBlank, missing, readTyped } from '@ceiba/contract/desk/fields';
import { typedField } from '@ceiba/ui/typed-field';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { SelectField, TextAreaField, TextField } from '../platform/field.tsx';

/** Attributes of the control of each kind. */
const looks = {
  text: { autoComplete: 'off' },
  whole: { inputMode: 'numeric', autoComplete: 'off', controlClass: 'num' },
  money: { inputMode: 'decimal', autoComplete: 'off', controlClass: 'num' },
  percent: { inputMode: 'decimal', autoComplete: 'off', controlClass: 'num' },
  day: { type: 'date' },
  moment: { type: 'datetime-local' },
} as const;

/** The words of a field's choices; undefined: its text is typed. */
const optionsOf = (field: Field): readonly (readonly [string, string])[] | undefined => {
  if (field.kind === 'flag')
    return [
      ['true', field.words[0]],
      ['false', field.words[1]],
    ];
  if (field.kind !== 'choice') return undefined;
  const values = Object.entries(field.values);
  return field.isOptional ? [['', 'Ninguno'], ...values] : values;
};

/** The control of a field in a form whose values are texts. What is typed is judged by the field's own limits. */
export function FieldControl({
  form,
  name,
  field,
  options = optionsOf(field),
  hint = field.hint,
  onChanged,
}: {
  form: UseFormReturn<Record<string, string>>;
  name: string;
  field: Field;
  /** Choices that are not the field's own. */
  options?: readonly (readonly [value: string, words: string])[] | undefined;
  hint?: ReactNode;
  /** Somebody has typed into it. */
  onChanged?: () => void;
}) {
  const isChosen = options !== undefined;
  const isKnown = (text: string): boolean => options?.some(([value]) => value === text) === true;
  const judge = (text: string): string | null => {
    if (isChosen) return isKnown(text) && (text !== '' || field.isOptional) ? null : missing;
    const read = readTyped(field, text);
    return read.ok ? null : read.error.message;
  };
  const props = typedField(
    form,
    name,
    { label: field.label, required: !field.isOptional && !mayBeBlank(field) && !isChosen, hint, validate: judge },
    { onChange: () => onChanged?.() },
  );
  if (isChosen)
    return (
      <SelectField {...props}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
    );
  if (field.kind === 'texts') return <TextAreaField {...props} />;
  if (field.kind === 'text' && field.isLong) return <TextAreaField {...props} maxLength={field.max} />;
  return (
    <TextField
      {...props}
      {...(field.kind === 'text' && { maxLength: field.max })}
      {...(field.kind in looks ? looks[field.kind as keyof typeof looks] : {})}
    />
  );
}
