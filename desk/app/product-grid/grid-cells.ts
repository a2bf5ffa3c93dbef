import { readTyped, typedFault, typedOf } from '@ceiba/contract/desk/fields';
import type { GridRow } from '@ceiba/contract/desk/product-grid';
import { gridFields } from '@ceiba/contract/desk/product-grid-fields';
import { readAmount } from '@ceiba/domain/imports/read-cell';
import { centavos, toDecimalText, toQuetzales, withoutCurrency } from '@ceiba/domain/money/money';
import type { RowChange } from '../platform/grid-changes.ts';
import { changeWarning, checkedText, isPrice, type SkuGridCells, typedPrices } from '../products/sku-grid-cells.ts';
import type { DeskInput } from '../session/desk-client.ts';

type Cell = keyof typeof gridFields;

/** "1,5" and "1.400,50": some phones offer no point for amounts. */
const decimalComma = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/;

/** A typed or pasted price, read as in a file: a text with two readings is refused, never guessed (BULK-05). */
const readPrice = (text: string) => readAmount(text, decimalComma.test(withoutCurrency(text)) ? { decimal: ',' } : {});

/** A typed or pasted text in the form in which the cell shows it: "Q1,234.50" is "1234.50". A wrong one stays as it is. */
export function shownText(cell: Cell, typed: string): string {
  if (cell === 'isPublished') return checkedText(typed);
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

/** The grid of products that were chosen in the list. */
export const gridCells: SkuGridCells<GridRow, Cell> = {
  region: 'Cuadrícula de productos',
  label: 'Productos',
  look: 'data-table min-w-[960px] max-lg:min-w-[720px]',
  words: { one: 'producto', many: 'productos', saved: ['guardado', 'guardados'] },
  columns: [
    { label: 'Producto', cellLook: 'truncate text-ink-soft', textOf: ({ title }) => title },
    {
      cell: 'regularPrice',
      label: gridFields.regularPrice.label,
      look: 'w-34 text-right',
      needs: ['catalog.edit', 'prices.edit'],
    },
    { cell: 'salesPrice', label: 'Oferta', look: 'w-34 text-right', needs: ['catalog.edit', 'prices.edit'] },
    // A shelf belongs to a place, which only a person with this right to read chooses.
    { cell: 'shelf', label: gridFields.shelf.label, look: 'w-30', needs: ['stock.move', 'stock.read'] },
    { cell: 'isPublished', label: gridFields.isPublished.label, look: 'w-30', needs: ['catalog.publish'] },
  ],
  nameOf: ({ title }) => title,
  // A product without stock lies on no shelf.
  isOpen: ({ stock }, cell) => cell !== 'shelf' || stock !== null,
  savedText: (row, cell) =>
    cell === 'isPublished' ? String(row.state === 'published') : typedOf(gridFields[cell], row[cell]),
  shownText,
  cellFault,
  priceWarning: (row, texts) => changeWarning(row, typedPrices(row, texts, amountOf)),
  offerOf: () => null,
};

type AskedRow = DeskInput<'changeProductGrid'>['body']['rows'][number];

/** The row of a change: only the typed cells, and the version that they were typed over. */
export const askedOf = ({ base: row, texts }: RowChange<GridRow, Cell>): AskedRow => ({
  sku: row.sku,
  version: row.version,
  ...(texts.regularPrice !== undefined && { regularPrice: amountOf(texts.regularPrice) }),
  ...(texts.salesPrice !== undefined && { salesPrice: amountOf(texts.salesPrice) }),
  ...(texts.shelf !== undefined && { shelf: { from: row.shelf, to: texts.shelf.trim() || null } }),
  ...(texts.isPublished !== undefined && { isPublished: texts.isPublished === 'true' }),
});
