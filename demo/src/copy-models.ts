import { withIndexesAside } from '@ceiba/server/loading/set-aside.store';
import type { Tx } from '@ceiba/server/platform/database';
import {
  type CopiedProduct,
  copiedTables,
  insertCopies,
  prepareCopies,
  takeProductIds,
} from './copied-models.store.ts';

interface Copying {
  /** What is copied; their models are numbered from 0 up to, and without, `models`. */
  products: readonly CopiedProduct[];
  models: number;
  /** Copies wanted, 1 or more. */
  wanted: number;
  now: Date;
  onRows: (copied: number) => void;
}

/** Copies written by one statement: some ten thousand, so that what its triggers look through stays in memory. */
const rowsAtOnce = 40_000;

/**
 * Copies products until there are `wanted` more: tens of thousands a second, where one that is drawn by the dice takes
 * milliseconds. Answers the number of the model after the last.
 *
 * @throws where nothing is there to be copied
 */
export async function copyModels(tx: Tx, { products, models, wanted, now, onRows }: Copying): Promise<number> {
  const size = await prepareCopies(tx, products);
  if (size === 0) throw new Error('there are no models to be copied');
  const rounds = Math.ceil(wanted / size);
  const atOnce = Math.max(1, Math.floor(rowsAtOnce / size));
  const firstId = await takeProductIds(tx, wanted);
  await withIndexesAside(tx, copiedTables, async () => {
    for (let from = 1; from <= rounds; from += atOnce) {
      const to = Math.min(rounds, from + atOnce - 1);
      await insertCopies(tx, { from, to, stride: models, size, wanted, firstId, now });
      onRows(Math.min(wanted, to * size));
    }
  });
  return models * (rounds + 1);
}
