import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { largestFile, largestRow, sheetLimits, tooLargeText, tooLongRowText } from '@ceiba/domain/imports/file-limits';
import { readSheet } from 'read-excel-file/node';
import { faultOfSheet, noSheetText } from './judge-sheet.ts';

/** A text, or a number that a spreadsheet keeps as one. */
export type FileCell = string | number;

/** Cells of all rows, the headings first; or why it cannot be read, in Spanish. */
type Sheet = { rows: FileCell[][] } | { fault: string };

/** Text of a spreadsheet's cell; a day in ISO form. */
const cellOf = (cell: unknown): FileCell => {
  if (typeof cell === 'number') return cell;
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'sí' : 'no';
  if (cell instanceof Date) return cell.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '');
  return String(cell);
};

/** Characters of cells, each as often as it is used: a spreadsheet keeps a text once for all cells that have it. */
const lengthOf = (cells: readonly FileCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + String(cell).length, 0);

/** Reads a spreadsheet in this thread. */
export async function readWholeSheet(path: string): Promise<Sheet> {
  const { size } = await stat(path);
  if (size > sheetLimits.packed) return { fault: 'La hoja pesa más de 20 MB: guárdala como CSV.' };
  const fault = await faultOfSheet(path, size);
  if (fault !== undefined) return { fault };
  const sheet: unknown[][] = await readSheet(path).catch(() => []);
  const rows = sheet.map((cells) => cells.map(cellOf));
  if (rows.length === 0) return { fault: noSheetText };
  let total = 0;
  for (const [at, cells] of rows.entries()) {
    const length = lengthOf(cells);
    total += length;
    if (length > largestRow) return { fault: tooLongRowText(at + 1) };
    if (total > largestFile) return { fault: tooLargeText(largestFile) };
  }
  return { rows };
}

/** Heap limit of the thread, in megabytes. The largest accepted sheet needs less. */
const mostMegabytes = 1_024;

type Message = { rows: FileCell[][]; isLast: boolean } | { fault: string };

/** Reads a spreadsheet in a thread of its own, so that this one goes on answering. One that needs too much memory is none that can be read. */
export async function readSheetAside(path: string): Promise<Sheet> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: path,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  try {
    const rows: FileCell[][] = [];
    for (;;) {
      const [message]: Message[] = await once(worker, 'message');
      if (message === undefined || 'fault' in message) return message ?? { fault: noSheetText };
      for (const row of message.rows) rows.push(row);
      if (message.isLast) return { rows };
      // Others are answered between two portions.
      await setImmediate();
      worker.postMessage('more');
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      return { fault: noSheetText };
    throw error;
  } finally {
    await worker.terminate();
  }
}
