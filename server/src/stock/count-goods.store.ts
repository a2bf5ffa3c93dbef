import { statement, type Tx } from '../platform/db/database.ts';

/** `quantity` units of a product at a place. */
export interface GoodsRow {
  product: number;
  place: string;
  quantity: number;
}

/** Units that were counted at a place, those that orders have claimed among them, and when. */
export interface CountedRow extends GoodsRow {
  countedAt: Date;
}

/**
 * What became of a count: `counted` by a movement; `equal`, nothing to do; `superseded`, as somebody counted there later; `oversold`,
 * as orders claim more than was counted. Of the last two the level stays.
 */
export interface CountOutcome {
  nth: number;
  outcome: 'counted' | 'equal' | 'superseded' | 'oversold';
  /** The free units after it. */
  level: number;
}

interface PlaceOutcome extends CountOutcome {
  /** Units that lie at the place when a count was not written: free units and claimed units. */
  lying: number | null;
}

const columnsOf = (rows: readonly GoodsRow[]) =>
  [rows.map(({ product }) => product), rows.map(({ place }) => place), rows.map(({ quantity }) => quantity)] as const;

const countPlacesOf = statement<
  PlaceOutcome,
  [products: readonly number[], places: readonly string[], quantities: readonly number[], moments: readonly Date[]]
>('stock.count-places', 'select nth, outcome, level, lying from count_places($1, $2, $3, $4)');

/**
 * Writes counts of many places as movements (`counted`), each place at most once. A count is of what lies there: units that orders have
 * claimed and that have not left are subtracted (record 0094). What was sold, released or received there since the count stays. Answers in
 * the order of `rows`. Locks levels and totals as all who move goods (record 0034): a thousand rows take some tenths of a second, in which
 * no order takes their goods.
 */
export const countPlaces = async (tx: Tx, rows: readonly CountedRow[]): Promise<PlaceOutcome[]> =>
  rows.length === 0 ? [] : countPlacesOf(tx, [...columnsOf(rows), rows.map(({ countedAt }) => countedAt)]);

const countGoodsOf = statement<
  CountOutcome,
  [products: readonly number[], places: readonly string[], quantities: readonly number[], countedAt: Date]
>('stock.count', 'select nth, outcome, level from count_goods($1, $2, $3, $4)');

/** The same, all of them counted at one moment. */
export const countGoods = async (tx: Tx, rows: readonly GoodsRow[], countedAt: Date): Promise<CountOutcome[]> =>
  rows.length === 0 ? [] : countGoodsOf(tx, [...columnsOf(rows), countedAt]);

const receive = statement<
  { received: number },
  [products: number[], places: string[], amounts: number[], documents: string[]]
>('stock.receive', 'select receive_goods($1, $2, $3, $4) as received');

/** Goods that came with a document, as movements (`received`); what a document has brought to a place is not brought twice. Answers how many rows were. */
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
