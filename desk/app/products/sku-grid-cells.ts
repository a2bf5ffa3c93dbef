import type { productStates } from '@ceiba/contract/desk/lists/products';
import { largePriceChange } from '@ceiba/domain/catalog/price-change';
import { type Centavos, fromQuetzales } from '@ceiba/domain/money/money';
import type { Permission } from '@ceiba/domain/staff/permissions';
import type { TypedOffer } from './use-offer-doubts.ts';

/** A row of a grid of products: a product of a list, or a variant of a family. */
export interface SkuRow {
  sku: string;
  state: keyof typeof productStates;
  /** Missing in a grid without pictures. */
  picture?: string | null;
}

type Texts<Cell extends string> = Partial<Record<Cell, string>>;

interface Heading {
  label: string;
  look?: string;
}

/** A column whose cells can be changed. */
export interface CellColumn<Cell extends string> extends Heading {
  cell: Cell;
  /** The permissions that a change of a cell needs. */
  needs: readonly Permission[];
}

/** A column that only shows a value. */
export interface ReadOnlyColumn<Row> extends Heading {
  cell?: undefined;
  textOf: (row: Row) => string;
  cellLook: string;
  /** The link that the cell shows instead of its text. `name`: the name of the row. */
  linkOf?: (row: Row, name: string) => { to: string; text: string; label: string };
}

/** A grid of products: its columns behind the sku, which names the row, and the texts of its cells. */
export interface SkuGridCells<Row extends SkuRow, Cell extends string> {
  /** The names of the region in which the grid scrolls, and of the grid. */
  region: string;
  label: string;
  look: string;
  /** Words for one row, for several, for one or several saved ones, and for rows that a save found gone from the grid. */
  words: { one: string; many: string; saved: readonly [one: string, many: string]; gone?: string };
  columns: readonly (CellColumn<Cell> | ReadOnlyColumn<Row>)[];
  /** Returns the name of a row, with its unsaved texts. */
  nameOf: (row: Row, texts: Texts<Cell>) => string;
  /** Returns whether the cell of this row can be changed by a person with the permissions. */
  isOpen: (row: Row, cell: Cell) => boolean;
  /** The text that a cell shows for the saved value. */
  savedText: (row: Row, cell: Cell) => string;
  /** A typed or pasted text in the form in which the cell shows it: "Q1,234.50" is "1234.50". A wrong one stays as it is. */
  shownText: (cell: Cell, typed: string) => string;
  /** The message for a wrong text in a cell; null: it is right. */
  cellFault: (cell: Cell, text: string) => string | null;
  /** Says which typed price of a row needs a reason (PROD-10); undefined: none. */
  priceWarning: (row: Row, texts: Texts<Cell>) => string | undefined;
  /** The offer that a change of prices would make, to be checked for doubts; null: none. */
  offerOf: (row: Row, texts: Texts<Cell>) => TypedOffer | null;
}

export const isPrice = (cell: string): boolean => cell === 'regularPrice' || cell === 'salesPrice';

const yes = /^(?:s[ií]|true|verdadero|1|x|publicado)$/i;

/** The text of a typed or pasted cell with a checkbox. */
export const checkedText = (typed: string): string => String(yes.test(typed.trim()));

/** Prices in quetzales. */
interface RowPrices {
  regularPrice: number | null;
  salesPrice: number | null;
}

/** The prices of a row with its unsaved texts. `amountOf` reads a text; null: it is empty or wrong. */
export const typedPrices = (
  row: RowPrices,
  texts: Texts<keyof RowPrices>,
  amountOf: (text: string) => number | null,
): RowPrices => ({
  regularPrice: texts.regularPrice === undefined ? row.regularPrice : amountOf(texts.regularPrice),
  salesPrice: texts.salesPrice === undefined ? row.salesPrice : amountOf(texts.salesPrice),
});

export const centavosOf = (quetzales: number | null): Centavos | null => {
  const read = quetzales === null ? undefined : fromQuetzales(quetzales);
  return read?.ok ? read.value : null;
};

const paidPrices = ({ regularPrice, salesPrice }: RowPrices) => ({
  regularPrice: centavosOf(regularPrice),
  salesPrice: centavosOf(salesPrice ?? regularPrice),
});

/** Says which price changes so much that it needs a reason (PROD-10); undefined: none. */
export const changeWarning = (before: RowPrices, after: RowPrices): string | undefined =>
  largePriceChange(paidPrices(before), paidPrices(after));
