import type { Variant } from '@ceiba/contract/desk/families';
import { variantFields } from '@ceiba/contract/desk/family-fields';
import { type Field, readTyped, typedFault, typedOf } from '@ceiba/contract/desk/fields';
import { largePriceChange, type Prices } from '@ceiba/domain/catalog/price-change';
import { type Centavos, fromQuetzales } from '@ceiba/domain/money/money';
import type { Permission } from '@ceiba/domain/staff/permissions';
import type { DeskInput } from '../session/desk-client.ts';
import { offerOf, type TypedOffer } from './use-offer-doubts.ts';

/** The cells of the grid that can be changed, in the order of its columns. */
export const cells = ['label', 'regularPrice', 'salesPrice', 'codes', 'isPublished'] as const;
export type Cell = (typeof cells)[number];

/** The typed values of one variant's cells. */
export type Texts = Partial<Record<Cell, string>>;

export const cellLabels: Readonly<Record<Cell, string>> = {
  label: variantFields.label.label,
  regularPrice: variantFields.regularPrice.label,
  salesPrice: 'Oferta',
  codes: 'Códigos de barras',
  isPublished: variantFields.isPublished.label,
};

const fields: Readonly<Record<Exclude<Cell, 'codes'>, Field>> = variantFields;

/** The permissions that a change of a cell needs. */
export const cellRights: Readonly<Record<Cell, readonly Permission[]>> = {
  label: ['catalog.edit'],
  regularPrice: ['catalog.edit', 'prices.edit'],
  salesPrice: ['catalog.edit', 'prices.edit'],
  codes: ['catalog.edit'],
  isPublished: ['catalog.publish'],
};

export const isPrice = (cell: Cell): boolean => cell === 'regularPrice' || cell === 'salesPrice';

const separator = /[,;]/;

/** Returns whether the codes of a variant fit into one cell, which separates them by commas. */
export const areTypeable = ({ codes }: Variant): boolean => !codes.some((code) => separator.test(code));

const codesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(separator)
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  ),
];

/** The text that a cell shows for the saved value. */
export function savedText(variant: Variant, cell: Cell): string {
  if (cell === 'codes') return variant.codes.join(', ');
  if (cell === 'isPublished') return String(variant.state === 'published');
  return typedOf(fields[cell], variant[cell]);
}

const yes = /^(?:s[ií]|true|verdadero|1|x|publicado)$/i;

/** A typed or pasted text in the form in which the cell shows it: "Q1,234.50" is "1234.50". A wrong one stays as it is. */
export function shownText(cell: Cell, typed: string): string {
  if (cell === 'isPublished') return String(yes.test(typed.trim()));
  if (cell === 'codes') return codesIn(typed).join(', ');
  const read = readTyped(fields[cell], typed);
  return read.ok ? typedOf(fields[cell], read.value) : typed.trim();
}

/** The message for a wrong text in a cell; null: it is right. */
export const cellFault = (cell: Cell, text: string): string | null =>
  cell === 'codes'
    ? (codesIn(text)
        .map((code) => typedFault(variantFields.code, code))
        .find((fault) => fault !== null) ?? null)
    : typedFault(fields[cell], text);

const amountOf = (text: string): number | null => {
  const read = readTyped(variantFields.regularPrice, text);
  return read.ok && typeof read.value === 'number' ? read.value : null;
};

const centavosOf = (quetzales: number | null): Centavos | null => {
  const read = quetzales === null ? undefined : fromQuetzales(quetzales);
  return read?.ok ? read.value : null;
};

const pricesOf = (of: { regularPrice: number | null; salesPrice: number | null }): Prices => ({
  regularPrice: centavosOf(of.regularPrice),
  salesPrice: centavosOf(of.salesPrice ?? of.regularPrice),
});

/** Says which typed price of a variant needs a reason (PROD-10); undefined: none. */
export const priceWarning = (variant: Variant, { regularPrice, salesPrice }: Texts): string | undefined =>
  largePriceChange(
    pricesOf(variant),
    pricesOf({
      regularPrice: regularPrice === undefined ? variant.regularPrice : amountOf(regularPrice),
      salesPrice: salesPrice === undefined ? variant.salesPrice : amountOf(salesPrice),
    }),
  );

/** The offer that a change of prices would make; null: no price was typed, or the typed one is no offer. */
export const typedOffer = (variant: Variant, { regularPrice, salesPrice }: Texts): TypedOffer | null =>
  regularPrice === undefined && salesPrice === undefined
    ? null
    : offerOf({
        regularPrice: regularPrice === undefined ? variant.regularPrice : amountOf(regularPrice),
        salesPrice: salesPrice === undefined ? variant.salesPrice : amountOf(salesPrice),
        discountEndsAt: variant.discountEndsAt,
      });

type AskedVariant = DeskInput<'changeProductFamily'>['body']['variants'][number];

/** The row of a change: only the typed cells, and the version that they were typed over. */
export function askedOf(variant: Variant, texts: Texts): AskedVariant {
  const codes = texts.codes === undefined ? variant.codes : codesIn(texts.codes);
  const addCodes = codes.filter((code) => !variant.codes.includes(code));
  const removeCodes = variant.codes.filter((code) => !codes.includes(code));
  return {
    sku: variant.sku,
    version: variant.version,
    ...(texts.label !== undefined && { label: texts.label.trim() }),
    ...(texts.regularPrice !== undefined && { regularPrice: amountOf(texts.regularPrice) }),
    ...(texts.salesPrice !== undefined && { salesPrice: amountOf(texts.salesPrice) }),
    ...(addCodes.length > 0 && { addCodes }),
    ...(removeCodes.length > 0 && { removeCodes }),
    ...(texts.isPublished !== undefined && { isPublished: texts.isPublished === 'true' }),
  };
}

/** The words that the titles of a family have in common: "Bocina Onda 3". */
export function familyTitle(titles: readonly string[]): string {
  const [first = '', ...others] = titles;
  if (others.length === 0) return first;
  const words = first.split(' ');
  const isCommon = (count: number): boolean =>
    others.every((title) => title.split(' ').slice(0, count).join(' ') === words.slice(0, count).join(' '));
  let count = words.length;
  while (count > 0 && !isCommon(count)) count -= 1;
  return words
    .slice(0, count)
    .join(' ')
    .replace(/[\s,;:–-]+$/, '');
}
