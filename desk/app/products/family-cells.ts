import type { Variant } from '@ceiba/contract/desk/families';
import { variantFields } from '@ceiba/contract/desk/family-fields';
import { type Field, readTyped, typedFault, typedOf } from '@ceiba/contract/desk/fields';
import { countText, nothing } from '../platform/formats.ts';
import type { RowChange } from '../platform/grid-changes.ts';
import type { DeskInput } from '../session/desk-client.ts';
import { stockHref } from './product-looks.ts';
import { changeWarning, checkedText, type SkuGridCells, typedPrices } from './sku-grid-cells.ts';
import { offerOf } from './use-offer-doubts.ts';

type Cell = 'label' | 'regularPrice' | 'salesPrice' | 'codes' | 'isPublished';

const fields: Readonly<Record<Exclude<Cell, 'codes'>, Field>> = variantFields;

const separator = /[,;]/;

/** Returns whether the codes of a variant fit into one cell, which separates them by commas. */
const areTypeable = ({ codes }: Variant): boolean => !codes.some((code) => separator.test(code));

const codesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(separator)
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  ),
];

const amountOf = (text: string): number | null => {
  const read = readTyped(variantFields.regularPrice, text);
  return read.ok && typeof read.value === 'number' ? read.value : null;
};

const stockText = ({ stock }: Variant): string => (stock === null ? nothing : countText(stock));

/** The grid of a family. Stock changes by movements only (PROD-18). */
export const familyCells: SkuGridCells<Variant, Cell> = {
  region: 'Cuadrícula de variantes',
  label: 'Variantes',
  look: 'data-table min-w-[960px] max-lg:min-w-[860px]',
  words: {
    ...{ one: 'variante', many: 'variantes', saved: ['guardada', 'guardadas'] },
    gone: 'Ya no es de esta familia',
  },
  columns: [
    { cell: 'label', label: variantFields.label.label, needs: ['catalog.edit'] },
    {
      cell: 'regularPrice',
      label: variantFields.regularPrice.label,
      look: 'w-30 text-right',
      needs: ['catalog.edit', 'prices.edit'],
    },
    { cell: 'salesPrice', label: 'Oferta', look: 'w-30 text-right', needs: ['catalog.edit', 'prices.edit'] },
    { cell: 'codes', label: 'Códigos de barras', needs: ['catalog.edit'] },
    {
      label: 'Existencias',
      look: 'w-26 text-right',
      cellLook: 'text-right',
      textOf: ({ stock }) => String(stock ?? ''),
      linkOf: (variant, name) => ({
        to: stockHref(variant.sku),
        text: stockText(variant),
        label: `Existencias de ${name}: ${variant.stock === null ? 'no lleva' : stockText(variant)}`,
      }),
    },
    { cell: 'isPublished', label: variantFields.isPublished.label, look: 'w-26', needs: ['catalog.publish'] },
  ],
  nameOf: ({ label }, texts) => texts.label ?? label,
  isOpen: (variant, cell) => cell !== 'codes' || areTypeable(variant),
  savedText: (variant, cell) => {
    if (cell === 'codes') return variant.codes.join(', ');
    if (cell === 'isPublished') return String(variant.state === 'published');
    return typedOf(fields[cell], variant[cell]);
  },
  shownText: (cell, typed) => {
    if (cell === 'isPublished') return checkedText(typed);
    if (cell === 'codes') return codesIn(typed).join(', ');
    const read = readTyped(fields[cell], typed);
    return read.ok ? typedOf(fields[cell], read.value) : typed.trim();
  },
  cellFault: (cell, text) =>
    cell === 'codes'
      ? (codesIn(text)
          .map((code) => typedFault(variantFields.code, code))
          .find((fault) => fault !== null) ?? null)
      : typedFault(fields[cell], text),
  priceWarning: (variant, texts) => changeWarning(variant, typedPrices(variant, texts, amountOf)),
  offerOf: (variant, texts) =>
    texts.regularPrice === undefined && texts.salesPrice === undefined
      ? null
      : offerOf({ ...typedPrices(variant, texts, amountOf), discountEndsAt: variant.discountEndsAt }),
};

type AskedVariant = DeskInput<'changeProductFamily'>['body']['variants'][number];

/** The row of a change: only the typed cells, and the version that they were typed over. */
export function askedOf({ base: variant, texts }: RowChange<Variant, Cell>): AskedVariant {
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
