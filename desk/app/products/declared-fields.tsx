import { type Field, missing, typedFault } from '@ceiba/contract/desk/fields';
import { attributeFields } from '@ceiba/contract/desk/product-fields';
import type { DeclaredAttribute } from '@ceiba/contract/desk/products';
import { foldText } from '@ceiba/domain/orders/order-terms';
import { useState } from 'react';
import { SelectField, TextField } from '../platform/field.tsx';
import type { SheetLine } from './product-texts.ts';

/** Returns whether a line of the sheet is the value of this attribute: its code or its name is equal. */
export const isLineOf = ({ code, name }: DeclaredAttribute, line: SheetLine): boolean =>
  line.code === code || foldText(line.label.trim()) === foldText(name);

const numberField = {
  ...attributeFields.value,
  form: { pattern: /^-?\d+([.,]\d+)?$/, words: 'un número, como 12 o 1.5' },
} as const satisfies Field;

const flagWords: readonly string[] = ['Sí', 'No'];

/** The values to choose from. Undefined if the value is typed. */
const valuesOf = ({ type, choices }: DeclaredAttribute): readonly string[] | undefined =>
  type === 'flag' ? flagWords : type === 'choice' ? choices : undefined;

/**
 * The message about the value of an attribute. Null if the value is right. `attribute_fits` in the database has the
 * same rules.
 */
export function declaredFault(
  attribute: DeclaredAttribute,
  lines: readonly SheetLine[],
  isMissingWrong: boolean,
): string | null {
  const line = lines.find((each) => isLineOf(attribute, each));
  if (line === undefined) return attribute.isRequired && isMissingWrong ? missing : null;
  const values = valuesOf(attribute);
  if (values !== undefined) return values.includes(line.value) ? null : 'Elige uno de la lista.';
  if (attribute.type === 'text') return typedFault(attributeFields.value, line.value);
  if (line.unit !== '' && line.unit !== attribute.unit)
    return attribute.unit === ''
      ? `No lleva unidad: está en ${line.unit}.`
      : `Va en ${attribute.unit}: está en ${line.unit}.`;
  return typedFault(numberField, line.value);
}

/** The ID of the element around an attribute's control, to which "Qué falta" links. */
export const attributeId = (code: string): string => `atributo-${code}`;

/** Controls for the attributes that a category declares or inherits, in their order (PROD-07). */
export function DeclaredFields({
  declared,
  lines,
  isPublished,
  write,
}: {
  declared: readonly DeclaredAttribute[];
  lines: readonly SheetLine[];
  isPublished: boolean;
  write: (next: readonly SheetLine[]) => void;
}) {
  // A number is validated when its control loses the focus, not during typing.
  const [typing, setTyping] = useState<string>();
  if (declared.length === 0) return null;
  const take = (attribute: DeclaredAttribute, value: string): void => {
    const place = lines.findIndex((line) => isLineOf(attribute, line));
    const { code, name, unit } = attribute;
    const line = { code, label: name, value, unit };
    if (value !== '') write(place < 0 ? [...lines, line] : lines.with(place, line));
    else if (place >= 0) write(lines.toSpliced(place, 1));
  };
  return (
    <div className="grid grid-cols-2 items-start gap-4 max-lg:grid-cols-1">
      {declared.map((attribute) => {
        const { code, name, unit, isRequired, type } = attribute;
        const value = lines.find((line) => isLineOf(attribute, line))?.value ?? '';
        const fault = typing === code ? null : declaredFault(attribute, lines, isPublished);
        const shared = {
          label: unit === '' ? name : `${name} (${unit})`,
          required: isRequired,
          error: fault ?? undefined,
          value,
        };
        const values = valuesOf(attribute);
        const offered = values === undefined || value === '' || values.includes(value) ? values : [value, ...values];
        return (
          <div key={code} id={attributeId(code)}>
            {offered === undefined ? (
              <TextField
                {...shared}
                maxLength={attributeFields.value.max}
                autoComplete="off"
                {...(type === 'number' && { inputMode: 'decimal' as const, controlClass: 'text-right tabular-nums' })}
                onChange={({ target }) => {
                  setTyping(code);
                  take(attribute, target.value);
                }}
                onBlur={() => setTyping(undefined)}
              />
            ) : (
              <SelectField {...shared} onChange={({ target }) => take(attribute, target.value)}>
                <option value="">Sin dato</option>
                {offered.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </SelectField>
            )}
          </div>
        );
      })}
    </div>
  );
}
