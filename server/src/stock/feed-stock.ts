import type { FeedOutcome, StockFeed } from '@ceiba/contract/stock';
import type { Database, Tx } from '../platform/db/database.ts';
import { type CountOutcome, countGoods } from './count-goods.store.ts';
import { adjustGoods, findFedPlaces, recordNewerFeeds } from './feed-stock.store.ts';

type Row = StockFeed['rows'][number];

interface FedRow {
  outcome: FeedOutcome;
  /** The units at the place after the change. Null if unknown. */
  level: number | null;
}

/** Number of rows per transaction. With more rows, an order would wait too long for the levels of its goods. */
const portion = 500;

interface Placed extends Row {
  /** The index of its row in the call. */
  index: number;
  product: number;
}

const feedRow = (outcome: FeedOutcome, level: number | null = null): FedRow => ({ outcome, level });

/** Separates rows with an unknown place, or with the place of an earlier row, from the others. */
async function place(tx: Tx, rows: readonly Row[]): Promise<{ answers: (FedRow | undefined)[]; placed: Placed[] }> {
  const known = await findFedPlaces(tx, rows);
  const seen = new Set<string>();
  const placed: Placed[] = [];
  const answers = rows.map((row, index) => {
    const { product, hasStore } = known[index] ?? { product: null, hasStore: false };
    if (product === null) return feedRow('unknownSku');
    if (!hasStore) return feedRow('unknownStore');
    const key = `${product} ${row.storeCode}`;
    if (seen.has(key)) return feedRow('repeated');
    seen.add(key);
    placed.push({ ...row, index, product });
    return undefined;
  });
  return { answers, placed };
}

const countOutcomes: Record<CountOutcome['outcome'], FeedOutcome> = {
  counted: 'applied',
  equal: 'equal',
  superseded: 'superseded',
  oversold: 'oversold',
};

/** Writes counts of units at places at a given time. A place with a later count does not change. */
async function countRows(tx: Tx, rows: readonly Placed[], asOf: Date): Promise<FedRow[]> {
  const newer = await recordNewerFeeds(tx, rows, asOf);
  const counted = rows.filter(({ product, storeCode }) => newer.has(`${product} ${storeCode}`));
  const goods = counted.map(({ product, storeCode, units }) => ({ product, place: storeCode, quantity: units }));
  const outcomes = await countGoods(tx, goods, asOf);
  const byIndex = new Map(counted.map(({ index }, at) => [index, outcomes[at]]));
  return rows.map(({ index }) => {
    const done = byIndex.get(index);
    return done === undefined ? feedRow('superseded') : feedRow(countOutcomes[done.outcome], done.level);
  });
}

/** Writes additions and removals. */
const adjustRows = async (tx: Tx, rows: readonly Placed[]): Promise<FedRow[]> =>
  (await adjustGoods(tx, rows)).map(({ outcome, level }) => feedRow(outcome, level));

/**
 * Applies another system's stock data (BULK-13) as movements. Returns the outcome of each row. Each portion has its own
 * transaction. An interrupted call can be repeated, and changes nothing twice.
 */
export async function feedStock(db: Database, { asOf, rows }: StockFeed): Promise<FedRow[]> {
  const { answers, placed } = await place(db.write, rows);
  for (let at = 0; at < placed.length; at += portion) {
    const part = placed.slice(at, at + portion);
    const done = await db.transaction((tx) =>
      asOf === undefined ? adjustRows(tx, part) : countRows(tx, part, new Date(asOf)),
    );
    part.forEach(({ index }, nth) => {
      answers[index] = done[nth];
    });
  }
  return answers.map((answer) => {
    if (answer === undefined) throw new Error('a row of a feed was not answered');
    return answer;
  });
}
