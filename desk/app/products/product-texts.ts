import type { DeskEndpoints } from '@ceiba/contract/desk/endpoints';
import { type Field, type FieldValue, readTyped, shownOf, typedOf } from '@ceiba/contract/desk/fields';
import { productFields } from '@ceiba/contract/desk/product-fields';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import type { Input } from '@ceiba/contract/endpoint';
import type { DetailField } from '../detail/use-detail-form.ts';
import { nothing } from '../platform/formats.ts';

/** The texts of a product's form, by field. All characteristics together are one text. */
export type Texts = Record<string, string>;

export interface SheetLine {
  /** If '', the server makes a code from the name. */
  code: string;
  label: string;
  value: string;
  unit: string;
}

export const readSheet = (text: string | undefined): SheetLine[] => (text ? JSON.parse(text) : []);

export const writeSheet = (lines: readonly SheetLine[]): string => JSON.stringify(lines);

const fields: readonly (readonly [name: string, field: Field])[] = Object.entries(productFields);

export const textsOf = (product: DeskProduct): Texts => {
  const values: Readonly<Record<string, unknown>> = product;
  return {
    // The call's values have the types of these fields, so the cast below is right.
    ...Object.fromEntries(fields.map(([name, field]) => [name, typedOf(field, values[name] as FieldValue)])),
    attributes: writeSheet(
      product.attributes.map(({ code, label, value, unit }) => ({ code, label, value, unit: unit ?? '' })),
    ),
  };
};

type Changes = Omit<Input<DeskEndpoints['changeProduct']>['body'], 'version'>;

/** Converts the changed texts to the values of the call. */
export const changesOf = (texts: Partial<Texts>): Changes => {
  const values = fields.flatMap(([name, field]) => {
    const text = texts[name];
    const read = text === undefined ? undefined : readTyped(field, text);
    return read?.ok ? [[name, read.value]] : [];
  });
  const sheet = texts.attributes;
  return {
    // The fields' parsers made the values, so the cast is right.
    ...(Object.fromEntries(values) as Changes),
    ...(sheet !== undefined && {
      attributes: readSheet(sheet).map(({ label, value, unit }) => ({
        label: label.trim(),
        value: value.trim(),
        unit: unit.trim() === '' ? null : unit.trim(),
      })),
    }),
  };
};

const sheetText = (text: string | undefined): string =>
  readSheet(text)
    .map(({ label, value, unit }) => `${label}: ${value}${unit === '' ? '' : ` ${unit}`}`)
    .join('; ');

/** The fields of the form, with their labels for the conflict dialog. */
export const detailFields: readonly DetailField<Texts>[] = [
  ...fields.map(([name, field]) => ({
    name,
    label: field.label,
    show: (texts: Texts) => shownOf(field, texts[name] ?? '') || nothing,
  })),
  { name: 'attributes', label: 'Características', show: (texts) => sheetText(texts.attributes) || nothing },
];
