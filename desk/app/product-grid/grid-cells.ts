import { readTyped, typedFault, typedOf } from '@ceiba/contract/desk/fields';
import type { GridRow } from '@ceiba/contract/desk/product-grid';
import { gridFields } from '@ceiba/contract/desk/product-grid-fields';
import { largePriceChange, type Prices } from '@ceiba/domain/catalog/price-change';
import { readAmount } from '@ceiba/domain/imports/read-cell';
import {
  type Centavos,
  centavos,
  fromQuetzales,
  toDecimalText,
  toQuetzales,
  withoutCurrency,
} from '@ceiba/domain/money/money';
import type { Permission } from '@ceiba/domain/staff/permissions';
import type { DeskInput } from '../session/desk-client.ts';

/** The cells of the grid that can be changed, in the order of its columns. */
export const cells = ['regularPrice', 'salesPrice', 'shelf', 'isPublished'] as const;
export type Cell = (typeof cells)[number];
type Texts = Partial<Record<Cell, string>>;

/** The columns of the grid. The sku names the row. */
export const columns = ['sku', 'title', ...cells] as const;
export type Column = (typeof columns)[number];

export const isCell = (column: Column): column is Cell => column !== 'sku' && column !== 'title';
export const isPrice = (cell: Cell): boolean => cell === 'regularPrice' || cell === 'salesPrice';

export const cellLabels: Readonly<Record<Cell, string>> = {
  regularPrice: gridFields.regularPrice.label,
  salesPrice: 'Oferta',
  shelf: gridFields.shelf.label,
  isPublished: gridFields.isPublished.label,
};

/** The permissions that a change of a cell needs. */
export const cellRights: Readonly<Record<Cell, readonly Permission[]>> = {
  regularPrice: ['catalog.edit', 'prices.edit'],
  salesPrice: ['catalog.edit', 'prices.edit'],
  shelf: ['stock.move'],
  isPublished: ['catalog.publish'],
};

/** The text that a cell shows for the saved value. */
export function savedText(row: GridRow, cell: Cell): string {
  if (cell === 'isPublished') return String(row.state === 'published');
  return typedOf(gridFields[cell], row[cell]);
}

const yes = /^(?:s[ií]|true|verdadero|1|x|publicado)$/i;

/** "1,5" and "1.400,50": some phones offer no point for amounts. */
const decimalComma = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/;

/** A typed or pasted price, read as in a file: a text with two readings is refused, never guessed (BULK-05). */
const readPrice = (text: string) => readAmount(text, decimalComma.test(withoutCurrency(text)) ? { decimal: ',' } : {});

/** A typed or pasted text in the form in which the cell shows it: "Q1,234.50" is "1234.50". A wrong one stays as it is. */
export function shownText(cell: Cell, typed: string): string {
  if (cell === 'isPublished') return String(yes.test(typed.trim()));
  if (isPrice(cell)) {
    const read = readPrice(typed);
    return read.ok ? toDecimalText(centavos(read.value)) : typed.trim();
  }
  const read = readTyped(gridFields[cell], typed);
  return read.ok ? typedOf(gridFields[cell], read.value) : typed.trim();
}

const example = 'Escribe 1234.50 o 1,234.50.';

/** The message for a wrong text in a cell; null: it is right. */
export function cellFault(cell: Cell, text: string): string | null {
  if (!isPrice(cell) || text === '') return typedFault(gridFields[cell], text);
  const read = readPrice(text);
  if (read.ok) return typedFault(gridFields[cell], toDecimalText(centavos(read.value)));
  return read.error.code === 'AMBIGUOUS_NUMBER'
    ? `«${text}» se puede leer de dos maneras. ${example}`
    : `«${text}» no es un precio. ${example}`;
}

/** The amount in a cell; null: it is empty or wrong. */
const amountOf = (text: string): number | null => {
  const read = text === '' ? undefined : readPrice(text);
  return read?.ok ? toQuetzales(centavos(read.value)) : null;
};

const centavosOf = (quetzales: number | null): Centavos | null => {
  const read = quetzales === null ? undefined : fromQuetzales(quetzales);
  return read?.ok ? read.value : null;
};

const pricesOf = (of: { regularPrice: number | null; salesPrice: number | null }): Prices => ({
  regularPrice: centavosOf(of.regularPrice),
  salesPrice: centavosOf(of.salesPrice ?? of.regularPrice),
});

/** Says which typed price of a product needs a reason (PROD-10); undefined: none. */
export const priceWarning = (row: GridRow, { regularPrice, salesPrice }: Texts): string | undefined =>
  largePriceChange(
    pricesOf(row),
    pricesOf({
      regularPrice: regularPrice === undefined ? row.regularPrice : amountOf(regularPrice),
      salesPrice: salesPrice === undefined ? row.salesPrice : amountOf(salesPrice),
    }),
  );

type AskedRow = DeskInput<'changeProductGrid'>['body']['rows'][number];

/** The row of a change: only the typed cells, and the version that they were typed over. */
export const askedOf = (row: GridRow, texts: Texts): AskedRow => ({
  sku: row.sku,
  version: row.version,
  ...(texts.regularPrice !== undefined && { regularPrice: amountOf(texts.regularPrice) }),
  ...(texts.salesPrice !== undefined && { salesPrice: amountOf(texts.salesPrice) }),
  ...(texts.shelf !== undefined && { shelf: { from: row.shelf, to: texts.shelf.trim() || null } }),
  ...(texts.isPublished !== undefined && { isPublished: texts.isPublished === 'true' }),
});
