// Entry of the thread that reads a spreadsheet. Unpacking and reading block the thread for seconds.
import { parentPort, workerData } from 'node:worker_threads';
import { readWholeSheet } from './read-sheet.ts';

/** Number of rows per message. Unpacking a message takes the receiver some milliseconds. */
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
