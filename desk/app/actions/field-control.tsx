import { type Field, mayBeBlank, missing, typedFault } from '@ceiba/contract/desk/fields';
import { typedField } from '@ceiba/ui/typed-field';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNames } from '../list/names.ts';
import { SelectField, TextAreaField, TextField } from '../platform/field.tsx';
import { ExceptionsControl, HoursControl } from './hours-control.tsx';

const numbers = 'text-right whitespace-nowrap tabular-nums';

/** Attributes of the control for each kind of field. */
const looks = {
  text: { autoComplete: 'off' },
  decimal: { inputMode: 'decimal', autoComplete: 'off', controlClass: numbers },
  whole: { inputMode: 'numeric', autoComplete: 'off', controlClass: numbers },
  money: { inputMode: 'decimal', autoComplete: 'off', controlClass: numbers },
  percent: { inputMode: 'decimal', autoComplete: 'off', controlClass: numbers },
  day: { type: 'date' },
  moment: { type: 'datetime-local' },
} as const;

/** The choices of a field. Undefined if its text is typed. */
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

/**
 * The choices of a reference, beginning with an empty one. While the names load, the present value is a choice. `above`: the value of the field that
 * limits the choice; an empty value limits nothing.
 */
const referenceOptions = (
  names: ReturnType<typeof useNames>,
  value: string,
  above: string,
): readonly (readonly [string, string])[] => [
  ['', 'Elige…'],
  ...(value !== '' && names.every(({ code }) => code !== value)
    ? [[value, names.length === 0 ? 'Cargando…' : value] as const]
    : []),
  ...names
    .filter(({ within }) => above === '' || within === undefined || within.includes(above))
    .map(({ code, name }) => [code, name] as const),
];

/** The control of a field in a form with text values. The limits in the field's declaration validate the typed text. */
export function FieldControl({
  form,
  name,
  field,
  options: given,
  hint = field.hint,
  rows,
  onChanged,
}: {
  form: UseFormReturn<Record<string, string>>;
  name: string;
  field: Field;
  /** Choices that replace the field's own. */
  options?: readonly (readonly [value: string, words: string])[] | undefined;
  hint?: ReactNode;
  /** The number of visible lines of a long text. */
  rows?: number;
  /** Called on typing into the control. */
  onChanged?: () => void;
}) {
  const names = useNames(field.kind === 'reference' ? field.names : undefined);
  const limit = field.kind === 'reference' ? field.within : undefined;
  const above = (limit !== undefined && form.watch(limit)) || '';
  const options =
    given ??
    (field.kind === 'reference' ? referenceOptions(names, form.getValues(name) ?? '', above) : optionsOf(field));
  const isChosen = options !== undefined;
  // A preselected choice needs no empty option.
  const isEmptyFirst = options?.[0]?.[0] === '' || !isChosen;
  const isKnown = (text: string): boolean => options?.some(([value]) => value === text) === true;
  const judge = (text: string): string | null => {
    if (isChosen) return isKnown(text) && (text !== '' || field.isOptional) ? null : missing;
    return typedFault(field, text);
  };
  const props = typedField(
    form,
    name,
    { label: field.label, required: !field.isOptional && !mayBeBlank(field) && isEmptyFirst, hint, validate: judge },
    { onChange: () => onChanged?.() },
  );
  if (field.kind === 'hours') return <HoursControl form={form} name={name} field={field} />;
  if (field.kind === 'exceptions') return <ExceptionsControl form={form} name={name} field={field} />;
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
  if (field.kind === 'text' && field.isLong)
    return <TextAreaField {...props} maxLength={field.max} {...(rows !== undefined && { rows })} />;
  return (
    <TextField
      {...props}
      {...(field.kind === 'text' && { maxLength: field.max, ...(field.isEmail && { type: 'email' }) })}
      {...(field.kind in looks ? looks[field.kind as keyof typeof looks] : {})}
    />
  );
}
