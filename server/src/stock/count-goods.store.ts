import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

/** `quantity` units of a product at a place. */
export interface GoodsRow {
  product: number;
  place: string;
  quantity: number;
}

/** Units counted at a place at a given time, including the units that orders have claimed. */
export interface CountedRow extends GoodsRow {
  countedAt: Date;
}

/**
 * The outcome of a count. `counted`: written as a movement. `equal`: nothing to write. `superseded`: the place was counted later.
 * `oversold`: orders claim more than was counted. The last two do not change the level.
 */
export interface CountOutcome {
  nth: number;
  outcome: 'counted' | 'equal' | 'superseded' | 'oversold';
  /** The free units after the count. */
  level: number;
}

interface PlaceOutcome extends CountOutcome {
  /** The units at the place, free and claimed, if the count was not written. */
  lying: number | null;
}

const columnsOf = (rows: readonly GoodsRow[]) =>
  [rows.map(({ product }) => product), rows.map(({ place }) => place), rows.map(({ quantity }) => quantity)] as const;

const countPlacesOf = statement(
  'stock.count-places',
  'select nth, outcome, level, lying from count_places($1, $2, $3, $4)',
  { nth: neverNull(), outcome: neverNull<'counted' | 'equal' | 'superseded' | 'oversold'>(), level: neverNull() },
);

/**
 * Writes counts of many places as movements (`counted`), each place at most once. Returns outcomes in the order of `rows`. A
 * count includes claimed units that have not left. These units are subtracted (record 0094). Sales, releases and receipts after
 * the count stay. Locks levels and totals as all movements of goods do (record 0034). A thousand rows take some tenths of a
 * second, during which no order can take these goods.
 */
export const countPlaces = async (tx: Tx, rows: readonly CountedRow[]): Promise<PlaceOutcome[]> =>
  rows.length === 0 ? [] : countPlacesOf(tx, [...columnsOf(rows), rows.map(({ countedAt }) => countedAt)]);

const countGoodsOf = statement('stock.count', 'select nth, outcome, level from count_goods($1, $2, $3, $4)', {
  nth: neverNull(),
  outcome: neverNull<'counted' | 'equal' | 'superseded' | 'oversold'>(),
  level: neverNull(),
});

/** Writes counts that were all made at the same time. */
export const countGoods = async (tx: Tx, rows: readonly GoodsRow[], countedAt: Date): Promise<CountOutcome[]> =>
  rows.length === 0 ? [] : countGoodsOf(tx, [...columnsOf(rows), countedAt]);

const receive = statement('stock.receive', 'select receive_goods($1, $2, $3, $4) as received', {
  received: neverNull(),
});

/** Records goods that came with a document, as movements (`received`). A document counts once per place. Returns the number of new rows. */
export const receiveGoods = async (tx: Tx, rows: readonly (GoodsRow & { document: string })[]): Promise<number> => {
  if (rows.length === 0) return 0;
  const [done] = await receive(tx, [
    rows.map(({ product }) => product),
    rows.map(({ place }) => place),
    rows.map(({ quantity }) => quantity),
    rows.map(({ document }) => document),
  ]);
  return done?.received ?? 0;
};
