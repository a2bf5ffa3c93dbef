import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { largestFile, largestRow, sheetLimits, tooLargeText, tooLongRowText } from '@ceiba/domain/imports/file-limits';
import { readSheet } from 'read-excel-file/node';
import { type JudgedSheet, judgeSheet, noSheetText } from './judge-sheet.ts';
import { maxInNotice, type Notice, rowsText } from './notices.ts';

/** A text, or a number that the spreadsheet stores as a number. */
export type FileCell = string | number;

/** Cells of all rows, the headings first, or the reason in Spanish why the file cannot be read. */
type Sheet = { rows: FileCell[][]; notices: Notice[] } | { fault: string };

/** Returns a cell's text. A day is in ISO form. */
const cellOf = (cell: unknown): FileCell => {
  // A spreadsheet stores 15 digits, so its user sees 0.1 + 0.2 as 0.3.
  if (typeof cell === 'number') return Number(cell.toPrecision(15));
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'sí' : 'no';
  // A spreadsheet counts days in binary fractions, so 8:05 may be some milliseconds earlier.
  if (cell instanceof Date) {
    const second = new Date(Math.round(cell.getTime() / 1_000) * 1_000);
    return second.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '');
  }
  return String(cell);
};

/**
 * Counts the characters of all cells. A spreadsheet stores a shared text once, but the text counts for each of its
 * cells.
 */
const lengthOf = (cells: readonly FileCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + String(cell).length, 0);

/** Reads a spreadsheet in this thread. */
export async function readWholeSheet(path: string): Promise<Sheet> {
  const { size } = await stat(path);
  if (size > sheetLimits.packed) return { fault: 'La hoja pesa más de 20 MB: guárdala como CSV.' };
  const judged = await judgeSheet(path, size);
  if ('fault' in judged) return judged;
  const sheet: unknown[][] = await readSheet(path).catch(() => []);
  const rows = sheet.map((cells) => cells.map(cellOf));
  if (rows.length === 0) return { fault: noSheetText };
  showErrors(rows, judged);
  let total = 0;
  for (const [at, cells] of rows.entries()) {
    const length = lengthOf(cells);
    total += length;
    if (length > largestRow) return { fault: tooLongRowText(at + 1) };
    if (total > largestFile) return { fault: tooLargeText(largestFile) };
  }
  return { rows, notices: noticesOf(judged, rows.length) };
}

/** Puts errors of formulas into cells that the reader leaves empty. */
const showErrors = (rows: FileCell[][], { errors }: JudgedSheet): void => {
  for (const [address, error] of errors) {
    const [, letters = '', row = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? [];
    const at = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const cells = rows[Number(row) - 1];
    if (cells === undefined || at < 0) continue;
    while (cells.length < at) cells.push('');
    cells[at] = error;
  }
};

const noticesOf = ({ hiddenRows, sheets }: JudgedSheet, lastRow: number): Notice[] => {
  const hidden = hiddenRows.filter((row) => row > 1 && row <= lastRow);
  return [
    ...(hidden.length === 0
      ? []
      : [
          {
            code: 'HIDDEN_ROWS' as const,
            text: `La hoja tiene filas ocultas (${rowsText(hidden)}): también se leen. Bórralas si no deben entrar.`,
            rows: hidden.slice(0, maxInNotice),
          },
        ]),
    ...(sheets <= 1
      ? []
      : [{ code: 'OTHER_SHEETS' as const, text: `El archivo tiene ${sheets} hojas: se lee la primera.`, rows: [] }]),
  ];
};

/** Heap limit of the thread, in megabytes. The largest accepted sheet needs less. */
const maxMegabytes = 1_024;

type Message = { rows: FileCell[][]; notices: Notice[]; isLast: boolean } | { fault: string };

/**
 * Reads a spreadsheet in a separate thread, so that this thread can answer requests in the meantime. A spreadsheet that
 * needs too much memory is rejected as unreadable.
 */
export async function readSheetAside(path: string): Promise<Sheet> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: path,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  try {
    const rows: FileCell[][] = [];
    for (;;) {
      const [message]: Message[] = await once(worker, 'message');
      if (message === undefined || 'fault' in message) return message ?? { fault: noSheetText };
      for (const row of message.rows) rows.push(row);
      if (message.isLast) return { rows, notices: message.notices };
      // Pauses between two portions, so that other requests are answered.
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
