// Entry of the thread that reads a spreadsheet: unpacking and reading take seconds, in which the thread is blocked.
import { parentPort, workerData } from 'node:worker_threads';
import { readWholeSheet } from './read-sheet.ts';

/** Rows of a message: unpacking one takes the receiver some milliseconds. */
const portion = 500;

if (parentPort === null || typeof workerData !== 'string')
  throw new Error('The thread of spreadsheets was given no path.');
const port = parentPort;
const read = await readWholeSheet(workerData);
if ('fault' in read) port.postMessage(read);
else {
  let next = 0;
  const send = (): void => {
    port.postMessage({
      rows: read.rows.slice(next, next + portion),
      notices: read.notices,
      isLast: next + portion >= read.rows.length,
    });
    next += portion;
  };
  port.on('message', send);
  send();
}
